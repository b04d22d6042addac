internal import InkModel

/// Writes verdicts and times into a directory, again and again as stores are done; each file appears whole.
package enum CrashWriter {
  /// Makes the directory if need be, and finds out whether files can be written there; leaves none.
  package static func probe(_ directory: String) throws(ReportError) {
    try Platform.makeDirectories(directory)
    let path = try Platform.unusedPath(directory + "/" + CrashReport.jsonName + ".probe")
    try Platform.write(Array("{}\n".utf8), to: path, mustBeNew: true)
    Platform.removeFile(path)
  }

  /// Writes all files; pictures are drawn if the report is final.
  ///
  /// `place` is the directory as commands name it, as a shell reads it.
  package static func write(
    _ report: CrashReport, _ times: CrashTimes, to directory: String, named place: String,
    drawing isFinal: Bool = false,
    plotProgram: String = ReportWriter.plotProgram
  ) throws(ReportError) {
    try Platform.makeDirectories(directory)
    let drawing =
      isFinal
      ? try Gnuplot(program: plotProgram).draw(Plot.verdicts(of: report), into: directory)
      : Gnuplot.Drawing()
    if isFinal { removeOldPictures(beside: drawing, in: directory) }
    let text = CrashText(report: report, times: times, in: place)
      .text(plots: drawing.files, plotNote: drawing.note)
    // First: by it the directory is known as ours, also if the program is ended before the next file.
    try ReplacedFile.write(report.json(), to: directory + "/" + CrashReport.jsonName)
    try ReplacedFile.write(Array(text.utf8), to: directory + "/" + CrashReport.markdownName)
    try ReplacedFile.write(
      Array(JUnit.xml(of: report, in: place).utf8), to: directory + "/" + CrashReport.junitName)
    try ReplacedFile.write(times.json(), to: directory + "/" + CrashTimes.jsonName)
    Platform.syncDirectory(directory)
  }

  /// The pictures that a report can have.
  package static let pictureNames = Durability.allCases.map(Plot.verdictsName)

  /// Removes pictures of an earlier report that this one does not have.
  private static func removeOldPictures(beside drawing: Gnuplot.Drawing, in directory: String) {
    for name in pictureNames where !drawing.files.contains(where: { $0.name == name }) {
      Platform.removeFile(directory + "/" + name)
    }
  }
}
