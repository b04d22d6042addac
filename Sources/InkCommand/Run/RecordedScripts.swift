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

  /// Removes the scripts that an earlier run of the same cases has left, and only them.
  func remove() {
    for path in paths.values { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The file of a case; nil if the run kept none.
  func file(of name: CaseName) throws(RunError) -> OperationScriptFile? {
    guard let path = paths[name], FileManager.default.fileExists(atPath: path) else { return nil }
    let file = try OperationScriptFile.read(path)
    guard file.name == name else {
      throw .input("'\(path)' holds the file calls of \(file.name.text): run the case again")
    }
    return file
  }

  /// The script of a case, or why there is none; `failure` is what ended its recorded round, if anything did.
  func script(of name: CaseName, failure: String?) -> ModelledCase.Script {
    do throws(RunError) { return try sound(of: name, failure: failure) } catch {
      return .absent("Its file calls can't be read: \(error.description).")
    }
  }

  /// The same, but throws if there is a file that can't be used.
  func sound(of name: CaseName, failure: String?) throws(RunError) -> ModelledCase.Script {
    if let failure { return .absent("The round that records its file calls failed: \(failure)") }
    guard let file = try file(of: name) else { return .absent("The run kept no record of its file calls.") }
    return .recorded(file.script)
  }
}
