/// One metric of one case, in both reports.
package struct ComparisonRow: Hashable, Sendable {
  package enum Finding: Hashable, Sendable {
    case same, better, worse
    /// An exact metric that has no better direction differs.
    case changed
    /// A noisy metric: head ÷ base, and nil where one side has no value; it decides nothing.
    case ratio(Double?)
    case notComparable(reason: String)
  }

  package var caseName: String
  package var metric: String
  package var unit: MetricRow.Unit
  package var better: MetricRow.Direction
  package var base: Double?
  package var head: Double?
  package var finding: Finding
  /// What bootstrapping the rounds gives for the ratio of a noisy metric; nil with fewer than three rounds.
  package var interval: BootstrapInterval?

  /// What became of an exact metric, in one sentence.
  var sentence: String {
    let change =
      "\(oneLine(caseName)): \(metric) was \(Self.exactly(base)) and is \(Self.exactly(head)) (\(unit.rawValue))"
    let isLessSynced = finding == .worse && better == .same && (head ?? 0) < (base ?? 0)
    return change + (isLessSynced ? "; with fewer syncs a power cut may take more than was promised." : ".")
  }

  /// In full: three digits would hide a change of one byte.
  static func exactly(_ value: Double?) -> String {
    guard let value else { return "–" }
    return value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// Head ÷ base, if both have a value and the base is not zero.
  package var quotient: Double? {
    guard let base, let head, base != 0 else { return nil }
    return head / base
  }

  /// The noisy metrics that comparisons print; all others are in the reports.
  static let headlines = [
    "save.autosave.p50", "save.all.p50", "save.all.p95", "floor.ratio", "open-page.p50", "recovery.time",
    "peak-memory",
  ]

  /// Compares all metrics of a case; of noisy ones from two machines only ratios have something to say, and
  /// of those of memory none.
  static func all(base: CaseRow, head: CaseRow, onOneMachine: Bool) -> [ComparisonRow] {
    let shared = base.metrics.map { metric in row(metric, head.metric(metric.name), in: base.name) }
    let added = head.metrics.filter { base.metric($0.name) == nil }.map { row(nil, $0, in: head.name) }
    return (shared + added).map { row in
      if onOneMachine || row.travels { return row }
      return MetricRow.isOfMemory(row.metric) ? row.undecided : row.withoutRatio
    }
  }

  /// The same row deciding nothing: another system library allocates otherwise.
  private var undecided: ComparisonRow {
    var row = self
    row.finding = .ratio(nil)
    return row
  }

  /// Whether the metric means the same on another machine.
  private var travels: Bool { unit == .ratio || unit == .share }

  /// The same row with its ratio left out.
  private var withoutRatio: ComparisonRow {
    guard case .ratio = finding else { return self }
    var row = self
    row.finding = .ratio(nil)
    row.interval = nil
    return row
  }

  private static func row(_ base: MetricRow?, _ head: MetricRow?, in name: CaseName) -> ComparisonRow {
    let some = base ?? head
    var row = ComparisonRow(
      caseName: name.text, metric: some?.name ?? "", unit: some?.unit ?? .times,
      better: some?.better ?? .none, base: base?.value, head: head?.value, finding: finding(base, head))
    if case .ratio = row.finding, headlines.contains(row.metric), let base, let head {
      row.interval = BootstrapInterval(
        base: base.rounds.compactMap { $0 }, head: head.rounds.compactMap { $0 }, seed: intervalSeed)
    }
    return row
  }

  /// Fixed, so that the same two reports always print the same intervals.
  private static let intervalSeed: UInt64 = 1

  private static func finding(_ base: MetricRow?, _ head: MetricRow?) -> Finding {
    guard let base else { return .notComparable(reason: "it is missing from the base.") }
    guard let head else { return .notComparable(reason: "it is missing from the head.") }
    guard base.unit == head.unit, base.better == head.better else {
      return .notComparable(reason: "its unit or direction differs.")
    }
    guard base.kind == head.kind else {
      let side = base.kind == .noisy ? "base" : "head"
      return .notComparable(
        reason:
          "it is exact on one side and noisy in the \(side). \((base.kind == .noisy ? base : head).note ?? "")"
      )
    }
    guard base.kind == .exact else {
      guard let below = base.value, let above = head.value, below != 0 else { return .ratio(nil) }
      return .ratio(above / below)
    }
    guard let below = base.value, let above = head.value else {
      return .notComparable(reason: "an exact metric has no value.")
    }
    if below == above { return .same }
    switch base.better {
    case .none: return .changed
    case .same: return .worse
    case .lower: return above < below ? .better : .worse
    case .higher: return above > below ? .better : .worse
    }
  }
}
