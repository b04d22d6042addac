internal import InkCrash

/// `inkbench calibration-child`: what the program starts itself as, to crash real file systems in a process
/// with mounts of its own.
struct CalibrationChildCommand: Command {
  static let name = "calibration-child"
  static let abstract = "Crash real file systems; for the program's own use."
  static let isHidden = true
  static let arguments: [Argument<Self>] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    ExitCode(rawValue: CalibrationWorker.main()) ?? .internalError
  }
}
