/// Writes what is known of the moments into a directory, again and again as stores are done.
///
/// Each file appears whole, under a temporary name first. Plots are drawn once, at the end.
package enum MomentsWriter {
  /// Writes JSON and text; `plots` are drawn if the report is final.
  package static func write(
    _ report: MomentsReport, to directory: String, drawing: Bool = false,
    plotProgram: String = ReportWriter.plotProgram
  ) throws(ReportError) {
    try Platform.makeDirectories(directory)
    let drawing =
      drawing
      ? try Gnuplot(program: plotProgram).draw(Plot.moments(of: report), into: directory)
      : Gnuplot.Drawing()
    let text = MomentsText(report: report).text(plots: drawing.files, plotNote: drawing.note)
    try ReplacedFile.write(Array(text.utf8), to: directory + "/" + MomentsReport.markdownName)
    try ReplacedFile.write(report.json(), to: directory + "/" + MomentsReport.jsonName)
    Platform.syncDirectory(directory)
  }
}
