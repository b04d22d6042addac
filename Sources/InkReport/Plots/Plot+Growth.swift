internal import InkModel

extension Plot {
  /// How saving slows down while the document grows: time against the number of the save.
  ///
  /// Automatic saves only: phases are kept apart, so their order among each other is not known.
  static func growth(of group: CaseGroup) -> Plot? {
    let curves = group.cases.compactMap { row -> (title: String, points: [String])? in
      let rounds = row.samples.filter { $0.phase == .saveAutosave }.map(\.serviceNanoseconds)
      let times = medians(of: rounds)
      guard times.count > 1 else { return nil }
      return (row.curveTitle, thinned(times).map { "\($0.save) \(seconds($0.nanoseconds))" })
    }
    guard !curves.isEmpty else { return nil }
    let blocks = curves.enumerated().map { block("case\($0)", $1.points) }.joined()
    let lines = curves.enumerated().map { index, curve in
      "$case\(index) using 1:2 with lines \(line(index)) title \(quoted(curve.title))"
    }
    let body = """
      set logscale y
      set format y '%.0s %cs'
      set xlabel 'automatic save, in order of the session'
      set ylabel 'service time'
      set key outside right top Left reverse
      plot \(lines.joined(separator: ", \\\n  "))

      """
    return Plot(
      name: "save-growth-\(group.slug).svg", group: group.slug,
      caption: "How saving changes over the session (\(group.title)): automatic saves, median of the rounds.",
      body: blocks + body)
  }

  /// The median over rounds of each save; rounds of one session have the same saves.
  private static func medians(of rounds: [[UInt64]]) -> [Double] {
    (0..<(rounds.map(\.count).max() ?? 0)).compactMap { index in
      median(rounds.compactMap { index < $0.count ? Double($0[index]) : nil })
    }
  }

  private static let pointsMax = 600

  /// Long sessions become the medians of equal stretches.
  private static func thinned(_ times: [Double]) -> [(save: Int, nanoseconds: Double)] {
    let step = (times.count + pointsMax - 1) / pointsMax
    return stride(from: 0, to: times.count, by: step).compactMap { start in
      median(Array(times[start..<min(start + step, times.count)])).map { (start + 1, $0) }
    }
  }
}
