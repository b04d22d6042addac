internal import InkRun

/// `inkbench child`: what the program starts itself as, to measure one round in a process of its own.
struct ChildCommand: Command {
  static let name = "child"
  static let abstract = "Do one task of a run; for the program's own use."
  static let isHidden = true
  static let arguments: [Argument<Self>] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let code = ChildMain.run(backends: context.registry.backends, codecs: context.registry.codecs)
    return ExitCode(rawValue: code) ?? .internalError
  }
}
