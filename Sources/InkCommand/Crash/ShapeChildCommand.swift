internal import InkCrash

/// `inkbench shape-child`: what the program starts itself as, to open a store of somebody's in a process of
/// its own.
struct ShapeChildCommand: Command {
  static let name = "shape-child"
  static let abstract = "Open a copy of a store and say what is damaged; for the program's own use."
  static let isHidden = true
  static let arguments: [Argument<Self>] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let code = ShapeWorkerMain.run(backends: context.registry.backends, codecs: context.registry.codecs)
    return ExitCode(rawValue: code) ?? .internalError
  }
}
