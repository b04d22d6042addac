internal import InkModel

extension Plot {
  /// The plots of a report on moments: how listing grows with the library, one a durability class.
  static func moments(of report: MomentsReport) -> [Plot] {
    Durability.allCases.sorted(by: >).compactMap { durability in
      listing(report.stores.filter { $0.durability == durability && $0.retainsContent }, durability)
    }
  }

  private static func listing(_ stores: [MomentsReport.Store], _ durability: Durability) -> Plot? {
    var curves: [(title: String, style: String, points: [String])] = []
    for isCold in [false, true] {
      for (index, store) in stores.enumerated() {
        let points = store.moments.compactMap { row -> String? in
          guard row.moment.kind == .listLibrary, row.moment.isCold == isCold, let size = row.moment.size,
            let low = row.lowerQuartileNanoseconds, let middle = row.medianNanoseconds,
            let high = row.upperQuartileNanoseconds
          else { return nil }
          return "\(size) " + [middle, low, high].map { "\(seconds(Double($0)))" }.joined(separator: " ")
        }
        guard points.count > 1 else { continue }
        let colour = "linetype \(index % palette.count + 1)"
        let style =
          isCold ? "\(colour) linewidth 1.5 dashtype 2 pointtype 6" : "\(colour) linewidth 2 pointtype 7"
        curves.append((store.name + (isCold ? ", cold" : ""), style + " pointsize 0.6", points))
      }
    }
    guard !curves.isEmpty else { return nil }
    let blocks = curves.enumerated().map { block("curve\($0)", $1.points) }.joined()
    // The legend stands beside the lines, which have no marks of their own for the spread.
    let lines = curves.enumerated().flatMap { index, curve in
      [
        "$curve\(index) using 1:2 with linespoints \(curve.style) title \(quoted(curve.title))",
        "$curve\(index) using 1:2:3:4 with yerrorbars \(curve.style) notitle",
      ]
    }
    let body = """
      set logscale xy
      set format y '%.0s %cs'
      set format x '%.0f'
      set xlabel 'notebooks in the library'
      set ylabel 'time to list it'
      set offsets graph 0.05, graph 0.05, 0, 0
      set key outside right top Left reverse
      plot \(lines.joined(separator: ", \\\n  "))

      """
    return Plot(
      name: "list-library-\(durability.rawValue).svg", group: durability.rawValue,
      caption:
        "How long listing a library takes (\(durability.rawValue)): medians, with bars from the lower to "
        + "the upper quartile; dashed: the files' bytes dropped from memory before.",
      body: blocks + body)
  }
}
