internal import FoundationEssentials
internal import InkReport
internal import InkRun

/// The directory that a report goes to: new, or with an earlier report of ours to take the place of.
///
/// Other files in it are left alone. A file that has a report's name and is none is somebody's work, and the
/// run is refused before it begins.
enum OutputDirectory {
  static func check(_ path: String) throws(CommandFailure) {
    let files = FileManager.default
    var isDirectory = false
    guard files.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
    guard isDirectory else {
      throw CommandFailure(.usage, "'\(path)' is a file; give --output a directory")
    }
    let json = path + "/report.json"
    if files.fileExists(atPath: json) {
      guard (try? Report.read(json)) != nil || Report.isEarlier(json) else {
        throw CommandFailure(
          .usage,
          "'\(json)' is no report of this program, and was left alone; give --output another directory")
      }
    } else if files.fileExists(atPath: path + "/report.md") {
      throw CommandFailure(
        .usage,
        "'\(path)/report.md' is no report of this program, and was left alone; give --output another directory"
      )
    }
  }

  /// The same for a directory that a check of seeds writes to.
  static func checkForSeeds(_ path: String) throws(CommandFailure) {
    let json = path + "/" + SeedReport.jsonName
    let files = FileManager.default
    for name in [SeedReport.jsonName, SeedReport.markdownName] {
      guard files.fileExists(atPath: path + "/" + name), SeedReport.read(json) == nil else { continue }
      throw CommandFailure(
        .usage,
        "'\(path)/\(name)' is no report of this program, and was left alone; give --output another directory"
      )
    }
  }
}
