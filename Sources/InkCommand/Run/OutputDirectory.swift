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
    } else if files.fileExists(atPath: path + "/report.md"), (try? KeptResults(directory: path)) == nil {
      // With a log of ours beside it, it is of a run that was ended while it wrote its report.
      throw CommandFailure(
        .usage,
        "'\(path)/report.md' is no report of this program, and was left alone; give --output another directory"
      )
    }
  }

  /// The same for a directory that a check of seeds writes to.
  static func checkForSeeds(_ path: String) throws(CommandFailure) {
    let isOurs = SeedReport.read(path + "/" + SeedReport.jsonName) != nil
    try check(path, [SeedReport.jsonName, SeedReport.markdownName], areOurs: isOurs)
  }

  /// The same for a directory that moments are written to.
  static func checkForMoments(_ path: String) throws(CommandFailure) {
    let isOurs = MomentsReport.read(path + "/" + MomentsReport.jsonName) != nil
    try check(path, [MomentsReport.jsonName, MomentsReport.markdownName], areOurs: isOurs)
  }

  /// The same for a directory that crash verdicts are written to.
  static func checkForCrashes(_ path: String) throws(CommandFailure) {
    let isOurs = (try? CrashReport.read(path + "/" + CrashReport.jsonName)) != nil
    try check(
      path,
      [CrashReport.jsonName, CrashReport.markdownName, CrashReport.junitName, CrashTimes.jsonName]
        + CrashWriter.pictureNames,
      areOurs: isOurs)
  }

  /// The same for a directory that a calibration is written to.
  static func checkForCalibrations(_ path: String) throws(CommandFailure) {
    let isOurs = (try? CalibrationReport.read(path + "/" + CalibrationReport.jsonName)) != nil
    try check(path, [CalibrationReport.jsonName, CalibrationReport.markdownName], areOurs: isOurs)
  }

  private static func check(_ path: String, _ names: [String], areOurs: Bool) throws(CommandFailure) {
    for name in names where !areOurs && FileManager.default.fileExists(atPath: path + "/" + name) {
      throw CommandFailure(
        .usage,
        "'\(path)/\(name)' is no report of this program, and was left alone; give --output another directory"
      )
    }
  }
}
