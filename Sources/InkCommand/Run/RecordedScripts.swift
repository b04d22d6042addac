internal import InkModel
internal import InkReport
internal import InkRun

/// The scripts that a run keeps beside its report.
enum RecordedScripts {
  /// The script of a case in a run's output directory, or why there is none.
  static func script(of name: CaseName, in directory: String) -> ModelledCase.Script {
    .absent("The run kept no record of its file calls.")
  }
}
