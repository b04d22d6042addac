internal import InkModel

/// Turns the rounds of one case into named metrics.
///
/// Method: a metric is computed in each timed round by itself. Counts whose rounds all agree are exact and
/// have that number; counts whose rounds differ are demoted to noisy and have the median. Times are pooled
/// over the rounds before a percentile is taken, and each round's own percentile is kept beside it.
struct MetricBuilder {
  let record: CaseRecord
  /// Whether gaps took no time, so that counts can't depend on it.
  let isVirtual: Bool
  var rounds: [RoundResult] { record.timed }

  static let noDivisor = "There is nothing to divide by."

  /// Every metric of the case; none without a timed round.
  func all() -> [MetricRow] {
    guard !rounds.isEmpty else { return [] }
    return saveTimes() + callTimes() + floors() + saving() + saturation() + bytes() + calls() + phaseCounts()
      + encoding() + activities()
      + processor() + recovery() + crashStates() + memory() + steadiness()
  }

  /// A count that is exact if all timed rounds agree on it.
  func counted(
    _ name: String, _ unit: MetricRow.Unit, better: MetricRow.Direction = .lower,
    _ measure: (RoundResult) -> Double?
  ) -> MetricRow {
    counted(name, unit, better: better, values: rounds.map(measure))
  }

  /// A count of some rounds that is exact if they all agree.
  func counted(
    _ name: String, _ unit: MetricRow.Unit, better: MetricRow.Direction, values: [Double?], roundsMin: Int = 1
  ) -> MetricRow {
    let known = values.compactMap { $0 }.filter(\.isFinite)
    guard known.count == values.count, let first = known.first else {
      return MetricRow(
        name, unit, .noisy, better: better, value: nil, rounds: values, note: Self.noDivisor)
    }
    guard isVirtual else {
      return MetricRow(
        name, unit, .noisy, better: better, value: median(known), rounds: values,
        note: "Noisy at this pace: what is saved when depends on real time.")
    }
    guard known.count >= roundsMin else {
      return MetricRow(
        name, unit, .noisy, better: better, value: median(known), rounds: values,
        note: "Noisy: exact needs \(roundsMin) rounds that agree, and there is \(known.count).")
    }
    if known.allSatisfy({ $0 == first }) {
      return MetricRow(name, unit, .exact, better: better, value: first, rounds: values)
    }
    return MetricRow(
      name, unit, .noisy, better: better, value: median(known), rounds: values, isDemoted: true,
      note: "Demoted to noisy: the rounds differ.")
  }

  /// A number that differs from round to round by nature; its value is the median of the rounds.
  func noisy(
    _ name: String, _ unit: MetricRow.Unit, better: MetricRow.Direction = .lower, note: String? = nil,
    _ measure: (RoundResult) -> Double?
  ) -> MetricRow {
    let values = rounds.map(measure)
    let known = values.compactMap { $0 }.filter(\.isFinite)
    return MetricRow(
      name, unit, .noisy, better: better, value: median(known),
      interval: ConfidenceInterval(ofRounds: known), rounds: values, note: note)
  }

  /// One metric a percentile, pooled over rounds.
  func percentiles(_ name: String, _ percentiles: [Percentile], of samples: [[UInt64]]) -> [MetricRow] {
    let sorted = samples.map { $0.sorted() }
    let pooled = samples.joined().sorted()
    guard !pooled.isEmpty else { return [] }
    return percentiles.map { percentile in
      let value = percentile.value(ofSorted: pooled)
      let perRound = sorted.map { percentile.value(ofSorted: $0).map { Double($0) } }
      return MetricRow(
        "\(name).\(percentile.label)", .nanoseconds, .noisy, value: value.map { Double($0) },
        interval: ConfidenceInterval(of: percentile, sorted: pooled, sortedRounds: sorted),
        rounds: perRound,
        note: value == nil
          ? "Suppressed: \(percentile.label) needs \(percentile.samplesMin) calls, and there are \(pooled.count)."
          : "n = \(pooled.count)")
    }
  }

  /// One column of all calls of some phases, one list a round.
  func samples(_ column: (PhaseColumns) -> [UInt64], in isWanted: (Phase) -> Bool) -> [[UInt64]] {
    rounds.map { round in round.phases.filter { isWanted($0.phase) }.flatMap(column) }
  }
}

extension RoundResult {
  /// The sum of one column over the calls of some phases.
  func sum(_ column: (PhaseColumns) -> [UInt64], in isWanted: (Phase) -> Bool = { _ in true }) -> Double {
    phases.filter { isWanted($0.phase) }.reduce(0) { $0 + column($1).reduce(0) { $0 + Double($1) } }
  }

  /// How many entries one column has over the calls of some phases.
  func count(_ column: (PhaseColumns) -> [UInt64], in isWanted: (Phase) -> Bool) -> Double {
    Double(phases.filter { isWanted($0.phase) }.reduce(0) { $0 + column($1).count })
  }

  var saveCount: Double {
    Double(phases.filter(\.phase.isSave).reduce(0) { $0 + $1.serviceNanoseconds.count })
  }

  /// The share of the session's own time that its calls took.
  var utilisation: Double {
    sum(\.serviceNanoseconds) / (Double(sessionMilliseconds) * 1_000_000)
  }

  /// The sum of one counter over the files of the store.
  func storeTotal(_ counter: (RoleTotals) -> UInt64) -> Double {
    roles.filter { $0.role != .elsewhere }.reduce(0) { $0 + Double(counter($1)) }
  }
}
