internal import FoundationEssentials
internal import InkModel
internal import InkReport
internal import InkRun

/// The scripts that a run keeps beside its report.
struct RecordedScripts {
  private let paths: [CaseName: String]

  /// `names` are all cases of the run, in its order: their scripts' paths follow from it.
  init(of names: [CaseName], in outputDirectory: String) {
    paths = OperationScriptFile.paths(of: names, in: outputDirectory)
  }

  /// Where the script of a case lies.
  func path(of name: CaseName) -> String? { paths[name] }

  /// The script of a case, or why there is none; `failure` is what ended its recorded round, if anything did.
  func script(of name: CaseName, failure: String?) -> ModelledCase.Script {
    if let failure { return .absent("The round that records its file calls failed: \(failure)") }
    guard let path = paths[name], FileManager.default.fileExists(atPath: path) else {
      return .absent("The run kept no record of its file calls.")
    }
    do throws(RunError) { return .recorded(try OperationScriptFile.read(path).script) } catch {
      return .absent("Its file calls can't be read: \(error.description).")
    }
  }
}
