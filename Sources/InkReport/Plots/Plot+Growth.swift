internal import InkModel

extension Plot {
  /// How saving slows down while a page grows: time against the number of elements on the page.
  static func growth(of group: CaseGroup) -> Plot? {
    let curves = group.cases.compactMap { row -> (title: String, points: [String])? in
      let sizes = binned(row.savePoints(.saveAutosave))
      guard sizes.count > 1 else { return nil }
      return (row.curveTitle, sizes.map { "\($0.elements) \(seconds($0.nanoseconds))" })
    }
    guard !curves.isEmpty else { return nil }
    let blocks = curves.enumerated().map { block("case\($0)", $1.points) }.joined()
    let lines = curves.enumerated().map { index, curve in
      "$case\(index) using 1:2 with linespoints \(line(index)) pointtype 7 pointsize 0.35 "
        + "title \(quoted(curve.title))"
    }
    let body = """
      set logscale y
      set format y '%.0s %cs'
      set xlabel 'elements on the page that is saved'
      set ylabel 'service time of an automatic save'
      set xrange [0:*]
      set key outside right top Left reverse
      plot \(lines.joined(separator: ", \\\n  "))

      """
    return Plot(
      name: "save-growth-\(group.slug).svg", group: group.slug,
      caption:
        "How the cost of saving grows with the page (\(group.title)): automatic saves by the number of "
        + "elements on the page, medians.",
      body: blocks + body)
  }

  /// Sizes of page that are told apart.
  private static let binsMax = 40

  /// The median of the saves in each of some equal ranges of page sizes that have any.
  private static func binned(_ saves: [SavePoint]) -> [(elements: Double, nanoseconds: Double)] {
    guard let least = saves.map(\.pageElements).min(), let most = saves.map(\.pageElements).max(),
      least < most
    else { return [] }
    let width = Double(most - least + 1) / Double(binsMax)
    let bins = Dictionary(grouping: saves) { Int(Double($0.pageElements - least) / width) }
    return bins.sorted { $0.key < $1.key }.compactMap { _, saves in
      guard let elements = median(saves.map { Double($0.pageElements) }),
        let nanoseconds = median(saves.map(\.nanoseconds))
      else { return nil }
      return (elements, nanoseconds)
    }
  }
}
