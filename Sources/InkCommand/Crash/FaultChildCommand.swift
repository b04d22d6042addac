internal import InkCrash

/// `inkbench fault-child`: what the program starts itself as, to use stores while calls fail, in a process of
/// its own.
struct FaultChildCommand: Command {
  static let name = "fault-child"
  static let abstract = "Use a store while things go wrong; for the program's own use."
  static let isHidden = true
  static let arguments: [Argument<Self>] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let code = FaultWorkerMain.run(backends: context.registry.backends, codecs: context.registry.codecs)
    return ExitCode(rawValue: code) ?? .internalError
  }
}
