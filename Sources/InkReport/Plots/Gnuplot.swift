/// Draws plots with gnuplot, if the machine has it.
struct Gnuplot {
  /// The program, by name or path.
  var program = "gnuplot"

  struct Drawing {
    var files: [PlotFile] = []
    /// Why pictures are missing, as a sentence of the report; nil if none are.
    var note: String?
  }

  /// Draws into a directory; a plot that fails is left out and named in the note.
  func draw(_ plots: [Plot], into directory: String) throws(ReportError) -> Drawing {
    guard !plots.isEmpty else { return Drawing() }
    let log = directory + "/gnuplot.log"
    defer { Platform.removeFile(log) }
    guard Platform.run(program, ["--version"], outputPath: log) == 0 else {
      return Drawing(
        note: "There are no plots because gnuplot is not installed. To get them, install it "
          + "(`apt-get install gnuplot-nox`) and write the report again.")
    }
    var drawing = Drawing()
    var failures: [String] = []
    for plot in plots {
      let path = directory + "/" + plot.name
      let script = directory + "/plot.gnuplot"
      defer { Platform.removeFile(script) }
      try Platform.write(Array(plot.script(writingTo: path).utf8), to: script)
      if Platform.run(program, [script], outputPath: log) == 0, Platform.isFile(path) {
        drawing.files.append(PlotFile(name: plot.name, caption: plot.caption))
      } else {
        Platform.removeFile(path)
        failures.append("\(code(plot.name)) (\(firstLine(of: log)))")
      }
    }
    if !failures.isEmpty { drawing.note = "gnuplot could not draw " + failures.joined(separator: ", ") + "." }
    return drawing
  }

  private func firstLine(of log: String) -> String {
    let bytes = (try? Platform.read(log)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.contains("line ") || $0.contains("error") }.map(String.init) ?? "no reason given"
  }
}
