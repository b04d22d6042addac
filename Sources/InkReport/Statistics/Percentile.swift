/// A percentile by nearest rank: the smallest sample that at least this share of all samples does not exceed.
///
/// Taken from raw samples, so it is always a time that was measured, never an interpolation. A tail
/// percentile is given only when at least ten samples lie beyond it; with fewer it would be little more than
/// the maximum.
package struct Percentile: Hashable, Sendable {
  /// Thousandths, so that ranks are integer arithmetic.
  package var permille: Int
  package var label: String

  package static let p10 = Percentile(permille: 100, label: "p10")
  package static let p25 = Percentile(permille: 250, label: "p25")
  package static let p50 = Percentile(permille: 500, label: "p50")
  package static let p75 = Percentile(permille: 750, label: "p75")
  package static let p90 = Percentile(permille: 900, label: "p90")
  package static let p95 = Percentile(permille: 950, label: "p95")
  package static let p99 = Percentile(permille: 990, label: "p99")
  package static let p999 = Percentile(permille: 999, label: "p99.9")

  /// Of one: 0.95 for p95.
  var share: Double { Double(permille) / 1_000 }

  /// Samples that must lie beyond a tail percentile: n(1−p) ≥ 10.
  package static let samplesBeyondMin = 10

  /// How many samples this percentile needs; the median needs one.
  package var samplesMin: Int {
    if permille <= 500 { return 1 }
    let beyond = 1_000 - permille
    return (Self.samplesBeyondMin * 1_000 + beyond - 1) / beyond
  }

  /// The sample at the nearest rank, ⌈p·n⌉; nil if there are too few for it to be given as a result.
  package func value<Sample>(ofSorted samples: [Sample]) -> Sample? {
    samples.count >= samplesMin ? nearestRank(ofSorted: samples) : nil
  }

  /// The same of however few samples, for what is no result by itself; nil without any.
  package func nearestRank<Sample>(ofSorted samples: [Sample]) -> Sample? {
    guard !samples.isEmpty else { return nil }
    return samples[max(1, (permille * samples.count + 999) / 1_000) - 1]
  }
}

/// The middle value, or the mean of the two middle ones; nil without values.
package func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
