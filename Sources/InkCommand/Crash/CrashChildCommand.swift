internal import InkCrash

/// `inkbench crash-child`: what the program starts itself as, to observe crash states in a process of its
/// own.
struct CrashChildCommand: Command {
  static let name = "crash-child"
  static let abstract = "Observe crash states; for the program's own use."
  static let isHidden = true
  static let arguments: [Argument<Self>] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let code = StateWorkerMain.run(backends: context.registry.backends, codecs: context.registry.codecs)
    return ExitCode(rawValue: code) ?? .internalError
  }
}
