extension Comparison {
  /// The outcome in one sentence.
  package var verdict: String {
    let worse = rows.count { $0.finding == .worse }
    let better = rows.count { $0.finding == .better }
    let exact = rows.count { $0.isExact }
    switch outcome {
    case .pass: return "Pass: of \(exact) exact metrics none is worse, \(better) better."
    case .regression:
      return "Regression: of \(exact) exact metrics \(worse) worse, \(better) better. "
        + (rows.first { $0.finding == .worse }?.sentence ?? "")
    case .dataLost:
      return
        "Data lost: \(losses.count) \(losses.count == 1 ? "promise is" : "promises are") broken that held before."
    case .notComparable(let reason): return "Not comparable: \(reason)"
    }
  }

  /// The comparison for a terminal or a pull request: the verdict, then what decides it, then times.
  package func markdown() -> String {
    var parts = [verdict + "\n"]
    func add(_ title: String, _ text: String) {
      if !text.isEmpty { parts.append("## \(title)\n\n\(text)") }
    }
    add("Broken promises", Self.list(losses))
    add("Not comparable", Self.list(obstacles))
    let changes = rows.filter { [.worse, .better, .changed].contains($0.finding) }
    if !changes.isEmpty { add("Exact metrics that changed", exactTable(changes).text) }
    let times = rows.filter {
      ComparisonRow.headlines.contains($0.metric) && $0.ratio != nil
    }
    if !times.isEmpty {
      add(
        machinesDiffer ? "Ratios, which decide nothing" : "Times and memory, which decide nothing",
        noisyTable(times).text
          + "\nhead ÷ base; in brackets the middle 95 % of the ratio when the rounds are resampled.\n")
    }
    add("To know", Self.list(notes))
    return parts.joined(separator: "\n")
  }

  private static func list(_ sentences: [String]) -> String {
    sentences.map { "- \(oneLine($0))\n" }.joined()
  }

  private func exactTable(_ rows: [ComparisonRow]) -> MarkdownTable {
    var table = MarkdownTable(["case", "metric", "finding", "base", "head", "change"], textColumns: 3)
    table.rows = rows.map { row in
      [
        row.caseName, row.metric, row.finding.word, ComparisonRow.exactly(row.base),
        ComparisonRow.exactly(row.head),
        change(row),
      ]
    }
    return table
  }

  /// By how many percent the head differs; a dash if the base is zero.
  private func change(_ row: ComparisonRow) -> String {
    guard let quotient = row.quotient else { return "–" }
    return (quotient > 1 ? "+" : "") + Humanised.digits((quotient - 1) * 100) + " %"
  }

  private func noisyTable(_ rows: [ComparisonRow]) -> MarkdownTable {
    var table = MarkdownTable(["case", "metric", "base", "head", "ratio"], textColumns: 2)
    table.rows = rows.map { row in
      let interval = row.interval.map { " [\(Humanised.digits($0.low)), \(Humanised.digits($0.high))]" } ?? ""
      return [
        row.caseName, row.metric, row.base.map { MetricRow.humanised($0, row.unit) } ?? "–",
        row.head.map { MetricRow.humanised($0, row.unit) } ?? "–",
        (row.quotient.map { Humanised.ratio($0) } ?? "–") + interval,
      ]
    }
    return table
  }
}

extension ComparisonRow {
  /// Head ÷ base of a noisy metric; nil for an exact one, and where it may not be given.
  var ratio: Double? {
    if case .ratio(let ratio) = finding { ratio } else { nil }
  }

  var isExact: Bool {
    switch finding {
    case .same, .better, .worse, .changed: true
    default: false
    }
  }
}

extension ComparisonRow.Finding {
  var word: String {
    switch self {
    case .same: "same"
    case .better: "better"
    case .worse: "worse"
    case .changed: "changed"
    case .ratio: "not judged"
    case .notComparable: "not comparable"
    }
  }
}
