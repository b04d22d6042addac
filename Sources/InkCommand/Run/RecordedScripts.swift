internal import FoundationEssentials
internal import InkModel
internal import InkReport
internal import InkRun

/// The scripts that a run keeps beside its report.
struct RecordedScripts {
  private let paths: [CaseName: String]

  init(of names: [CaseName], in directory: String) {
    paths = OperationScriptFile.paths(of: names, in: directory)
  }

  /// The script of a case, or why there is none.
  func script(of name: CaseName) -> ModelledCase.Script {
    guard let path = paths[name], FileManager.default.fileExists(atPath: path) else {
      return .absent("The run kept no record of its file calls.")
    }
    do throws(RunError) { return .recorded(try OperationScriptFile.read(path).script) } catch {
      return .absent("\(error)")
    }
  }

  func path(of name: CaseName) -> String? { paths[name] }
}
