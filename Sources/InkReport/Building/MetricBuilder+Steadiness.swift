extension MetricBuilder {
  /// Whether saves settle down over a round: how dear the first is, and how the last compare with the first.
  ///
  /// Method. Nothing is left out of any other number as warm-up; here it is shown what that leaves in. Of the
  /// automatic saves of each round, in order, the first fifth is held against the last: the ratio of the
  /// medians, pooled over the rounds, with each round's own ratio beside it. The interval divides the
  /// outermost ends of two median intervals of 97.5 % each, and is as wide as the rounds' own ratios lie
  /// apart. If it lies within a quarter up or down, saves are steady; if it lies wholly above 1 they rise, as
  /// where a page grows that is written whole, and wholly below 1 they fall, as where something has to warm
  /// up; else the question is open.
  func steadiness() -> [MetricRow] {
    let saves = samples(\.serviceNanoseconds) { $0 == .saveAutosave }.filter { !$0.isEmpty }
    guard !saves.isEmpty else { return [] }
    return [firstSave(saves), trend(saves)]
  }

  /// Saves that a round must have after its first for their median to mean something.
  private static let othersMin = 9
  /// Saves that each end must have over all rounds.
  private static let endMin = 10
  /// How far apart the ends may lie and still be called steady, up as well as down.
  private static let steadyRatio = 1.25

  private func firstSave(_ saves: [[UInt64]]) -> MetricRow {
    let ratios = saves.map { round in
      round.count > Self.othersMin ? ratio(of: round.prefix(1), to: round.dropFirst()) : nil
    }
    let known = ratios.compactMap(\.self)
    let isLong = saves.contains { $0.count > Self.othersMin }
    return MetricRow(
      "first-save.ratio", .ratio, .noisy, better: .none, value: median(known),
      interval: ConfidenceInterval(ofRounds: known), rounds: ratios,
      note: !known.isEmpty
        ? nil : isLong ? Self.noDivisor : "Suppressed: needs \(Self.othersMin + 1) automatic saves a round.")
  }

  private func trend(_ saves: [[UInt64]]) -> MetricRow {
    let ends = saves.map { (first: $0.prefix($0.count / 5), last: $0.suffix($0.count / 5)) }
    let first = ends.flatMap(\.first)
    let last = ends.flatMap(\.last)
    let ratios = ends.map { ratio(of: $0.last, to: $0.first) }
    guard first.count >= Self.endMin, let value = ratio(of: last, to: first),
      let interval = ConfidenceInterval(ofRatio: last, to: first, rounds: ratios.compactMap(\.self))
    else {
      return MetricRow(
        "trend.ratio", .ratio, .noisy, better: .none, value: nil, rounds: ratios,
        note: first.count >= Self.endMin
          ? Self.noDivisor
          : "Suppressed: needs \(Self.endMin) automatic saves in the first fifths of the rounds together, and "
            + "there are \(first.count).")
    }
    return MetricRow(
      "trend.ratio", .ratio, .noisy, better: .none, value: value, interval: interval, rounds: ratios,
      note: reading(of: interval))
  }

  /// The ratio of two medians; nil where there is nothing to divide by.
  private func ratio(of samples: some Sequence<UInt64>, to base: some Sequence<UInt64>) -> Double? {
    guard let above = median(samples.map { Double($0) }), let below = median(base.map { Double($0) }),
      below > 0
    else { return nil }
    return above / below
  }

  private func reading(of interval: ConfidenceInterval) -> String {
    if interval.low >= 1 / Self.steadyRatio, interval.high <= Self.steadyRatio { return "steady" }
    if interval.low > 1 { return "rising" }
    if interval.high < 1 { return "falling" }
    return "open: the interval is too wide to tell"
  }
}
