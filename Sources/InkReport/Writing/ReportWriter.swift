/// Writes a report and its plots into a directory.
///
/// Method: everything is written and synced in a new directory beside the target. If the target does not
/// exist, the new directory is renamed to it, so that the report appears whole. If it does, each file is
/// renamed into it, the JSON last: other files there are left alone, and a reader never finds half a file.
package enum ReportWriter {
  /// The program that draws; a name is looked up on the search path.
  package static let plotProgram = "gnuplot"

  /// Writes `report.json`, `report.md` and the plots, and returns their paths.
  ///
  /// A full disk fails with the file that did not fit, and leaves the target as it was.
  @discardableResult
  package static func write(
    _ report: Report, to directory: String, plotProgram: String = plotProgram
  ) throws(ReportError) -> [String] {
    let target = trimmed(directory)
    let parent = Platform.parent(of: target)
    try Platform.makeDirectories(parent)
    let draft = try Platform.makeTemporaryDirectory(prefix: target + ".draft-")
    var names: [String] = []
    do {
      names = try fill(draft, with: report, plotProgram: plotProgram)
      try publish(names, from: draft, to: target)
    } catch {
      for name in names + knownNames(report) { Platform.removeFile(draft + "/" + name) }
      Platform.removeEmptyDirectory(draft)
      throw error
    }
    Platform.syncDirectory(parent)
    return names.map { target + "/" + $0 }
  }

  private static func fill(
    _ draft: String, with report: Report, plotProgram: String
  ) throws(ReportError) -> [String] {
    let drawing = try Gnuplot(program: plotProgram).draw(Plot.all(of: report), into: draft)
    let text = report.markdown(plots: drawing.files, plotNote: drawing.note)
    try Platform.write(Array(text.utf8), to: draft + "/report.md")
    try Platform.write(report.json(), to: draft + "/report.json")
    return drawing.files.map(\.name) + ["report.md", "report.json"]
  }

  private static func publish(
    _ names: [String], from draft: String, to target: String
  ) throws(ReportError) {
    guard Platform.isDirectory(target) else { return try Platform.rename(draft, to: target) }
    for name in names { try Platform.rename(draft + "/" + name, to: target + "/" + name) }
    Platform.syncDirectory(target)
    Platform.removeEmptyDirectory(draft)
  }

  /// Every name that `fill` can have written.
  private static func knownNames(_ report: Report) -> [String] {
    Plot.all(of: report).map(\.name) + ["report.md", "report.json"]
  }

  /// Without slashes at the end, so that names can be put beside the directory.
  private static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    return String(path)
  }
}
