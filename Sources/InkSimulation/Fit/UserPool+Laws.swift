/// The distribution of a quantity for the chosen user of several.
///
/// Method. Each user's values are divided by that user's own median before they are put together, each user
/// weighing the same: what is pooled is only how values vary about what is usual for somebody. That shape is
/// multiplied by the chosen percentile of the users' medians. That one user's pages are larger than another's
/// is thus no sign that anybody's pages vary as much. No value goes beyond the smallest and the largest that
/// any user showed, as well as bins tell them.
extension UserPool {
  /// What one user shows of a quantity.
  struct Part {
    let values: WeightedHistogram
    /// How many values were seen.
    let count: Int
    let median: Double
    /// Stands for all values where they are too few, or of one bin.
    let mean: Double

    /// From the smallest to the largest value.
    var range: ClosedRange<Double> {
      if values.entries.count == 1 { return median...median }
      let (low, high) = (values.quantile(0) ?? median, values.quantile(1) ?? median)
      return min(low, median)...max(high, median)
    }
  }

  /// A measure's distribution for the chosen user; nil if there are no values.
  func law(_ measure: Measure, isAmount: Bool = false, tableFrom: Int = tableCountMin) -> Distribution? {
    law(of: parts(measure), isAmount: isAmount, tableFrom: tableFrom)
  }

  /// The chosen user's distribution of strokes on full pages; nil if nobody filled one.
  func pageLaw(tableFrom: Int) -> Distribution? {
    let parts = users.compactMap { user -> Part? in
      let count = user[.strokesPerPage].count + user[.strokesPerFinishedPage].count
      guard count > 0, let median = SummaryStatistic.strokesPerPage.value(user) else { return nil }
      return Part(values: PageSizes.weights(of: user), count: count, median: median, mean: median)
    }
    return law(of: parts, isAmount: true, tableFrom: tableFrom)
  }

  /// The values of a measure as the chosen user's, in weights that mean nothing but shares.
  func values(_ measure: Measure, isAmount: Bool) -> WeightedHistogram {
    let parts = parts(measure)
    return pooled(parts, median: wanted(parts.map(\.median), isAmount: isAmount) ?? 0)
  }

  private func parts(_ measure: Measure) -> [Part] {
    users.compactMap { user in
      let histogram = user[measure]
      guard let median = histogram.median, let mean = histogram.mean else { return nil }
      return Part(
        values: WeightedHistogram(histogram), count: histogram.count, median: median, mean: mean)
    }
  }

  private func law(of parts: [Part], isAmount: Bool, tableFrom: Int) -> Distribution? {
    guard let first = parts.first, let median = wanted(parts.map(\.median), isAmount: isAmount) else {
      return nil
    }
    if parts.count == 1 {
      return .fitted(to: first.values, count: first.count, mean: first.mean, tableFrom: tableFrom)
    }
    if parts.allSatisfy({ $0.values.entries.count == 1 }) {
      return .constant(Distribution.roundedToFour(median))
    }
    let values = pooled(parts, median: median)
    // A law has a tail beyond what was seen, which of amounts of several users would be nobody's.
    let law = Distribution.fitted(
      to: values, count: parts.reduce(0) { saturatingSum($0, $1.count) },
      mean: wanted(parts.map(\.mean), isAmount: isAmount), tableFrom: isAmount ? 0 : tableFrom)
    guard let law, let middle = values.quantile(0.5) else { return nil }
    let range = parts.dropFirst().reduce(first.range) {
      min($0.lowerBound, $1.range.lowerBound)...max($0.upperBound, $1.range.upperBound)
    }
    // A constant is the chosen user's mean already.
    if case .constant = law { return law.clamped(to: range).0 }
    let factor = middle > 0 && median > 0 ? median / middle : 1
    return law.scaled(by: factor).clamped(to: range).0.scaled(by: 1)
  }

  private func wanted(_ values: [Double], isAmount: Bool) -> Double? {
    Self.quantile((isAmount ? percentile : 50) / 100, of: values)
  }

  private func pooled(_ parts: [Part], median: Double) -> WeightedHistogram {
    guard parts.count > 1 else { return parts.first?.values ?? WeightedHistogram(entries: []) }
    return parts.reduce(WeightedHistogram(entries: [])) { sum, part in
      // Who has mostly zeros has no measure of what is usual.
      let factor = part.median > 0 && median > 0 ? median / part.median : 1
      let weight = part.values.weight
      return weight > 0 ? sum.adding(part.values.scaled(by: factor), times: 1 / weight) : sum
    }
  }

  /// Fewer values give a law.
  static var tableCountMin: Int { 60 }
}
