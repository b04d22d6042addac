internal import InkModel

extension Plot {
  /// How many saves took at most how long: an empirical distribution function, one curve a case.
  static func serviceTimes(of group: CaseGroup) -> Plot? {
    let curves = group.cases.compactMap { row -> (title: String, points: [String])? in
      let samples = row.samples.flatMap(\.serviceNanoseconds).sorted()
      return samples.isEmpty ? nil : (row.curveTitle, distribution(samples))
    }
    guard !curves.isEmpty else { return nil }
    let blocks = curves.enumerated().map { block("case\($0)", $1.points) }.joined()
    let lines = curves.enumerated().map { index, curve in
      "$case\(index) using 1:2 with steps \(line(index)) title \(quoted(curve.title))"
    }
    let body = """
      set logscale x
      set format x '%.0s %cs'
      set xlabel 'service time of a save'
      set ylabel 'share of saves that took no longer'
      set yrange [0:1.02]
      set format y '%.1f'
      set key outside right top Left reverse
      plot \(lines.joined(separator: ", \\\n  "))

      """
    return Plot(
      name: "save-times-\(group.slug).svg", group: group.slug,
      caption:
        "How long saves took (\(group.title)): the share of all saves, any reason, that took no longer.",
      body: blocks + body)
  }

  /// More points than this on a curve can't be told apart.
  private static let pointsMax = 1_000

  /// Pairs of seconds and share; large sets are thinned, but their tail is kept.
  private static func distribution(_ sorted: [UInt64]) -> [String] {
    let step = max(1, sorted.count / pointsMax)
    // Up from zero, or a single save would be no line.
    let start = "\(seconds(Double(sorted[0]))) 0"
    return [start]
      + sorted.indices
      .filter { $0.isMultiple(of: step) || $0 >= sorted.count - pointsMax / 10 }
      .map { "\(seconds(Double(sorted[$0]))) \(Double($0 + 1) / Double(sorted.count))" }
  }

  /// Seconds for gnuplot; a zero would have no place on a log axis and becomes one nanosecond.
  static func seconds(_ nanoseconds: Double) -> Double { max(1, nanoseconds) / 1e9 }
}
