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
  ///
  /// The program works in a directory of its own there, from which whole pictures are moved: it would write
  /// through a link, and wait for whoever reads a pipe.
  func draw(_ plots: [Plot], into directory: String) throws(ReportError) -> Drawing {
    guard !plots.isEmpty else { return Drawing() }
    let draft = try Platform.makeTemporaryDirectory(prefix: directory + "/plots.draft-")
    let log = draft + "/gnuplot.log"
    let script = draft + "/plot.gnuplot"
    defer {
      for path in [log, script] + plots.map({ draft + "/" + $0.name }) { Platform.removeFile(path) }
      Platform.removeEmptyDirectory(draft)
    }
    guard Platform.run(program, ["--version"], outputPath: log) == 0 else {
      return Drawing(
        note: "There are no plots because gnuplot is not installed. To get them, install it "
          + "(`apt-get install gnuplot-nox`) and run again.")
    }
    var drawing = Drawing()
    var failures: [String] = []
    for plot in plots {
      let path = draft + "/" + plot.name
      try Platform.write(Array(plot.script(writingTo: path).utf8), to: script)
      // -d: without the user's own settings, so that a report looks the same everywhere.
      let hasEnded = Platform.run(program, ["-d", script], outputPath: log) == 0
      if hasEnded, let picture = try? Platform.read(path), picture.suffix(16).contains(svgEnd) {
        // Written once more to sync it, and because gnuplot does not say when the disk is full.
        try Platform.write(picture, to: path)
        try Platform.rename(path, to: directory + "/" + plot.name)
        drawing.files.append(PlotFile(name: plot.name, group: plot.group, caption: plot.caption))
      } else {
        failures.append("\(code(plot.name)) (\(firstLine(of: log)))")
      }
    }
    if !failures.isEmpty { drawing.note = "gnuplot could not draw " + failures.joined(separator: ", ") + "." }
    return drawing
  }

  /// How a whole picture ends; one cut off by a full disk does not.
  private let svgEnd = Array("</svg>".utf8)

  private func firstLine(of log: String) -> String {
    let bytes = (try? Platform.read(log)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.contains("line ") || $0.contains("error") }.map(String.init) ?? "no reason given"
  }
}
