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
    try replace(directory + "/" + MomentsReport.markdownName, with: Array(text.utf8))
    try replace(directory + "/" + MomentsReport.jsonName, with: report.json())
    Platform.syncDirectory(directory)
  }

  private static func replace(_ path: String, with bytes: [UInt8]) throws(ReportError) {
    let draft = path + ".draft"
    do {
      try Platform.write(bytes, to: draft)
      try Platform.rename(draft, to: path)
    } catch {
      Platform.removeFile(draft)
      throw error
    }
  }
}
