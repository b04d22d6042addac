internal import InkModel

/// An interval that a percentile bootstrap gives for the ratio of two medians.
///
/// Both sides are resampled with replacement, and the ratio of their medians is taken each time; the interval
/// spans the middle 95 % of these ratios (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993,
/// chapter 13). Feed it one number a round: calls inside a round are not independent samples.
package struct BootstrapInterval: Hashable, Sendable {
  package var low: Double
  package var high: Double

  /// With fewer rounds than this on a side the resamples are too alike to mean anything.
  package static let roundsMin = 3
  /// Enough for two digits of a 95 % interval.
  package static let resampleCount = 2_000

  /// The interval of `median(head) ÷ median(base)`; nil with too few values or a median that is not positive.
  package init?(base: [Double], head: [Double], seed: UInt64) {
    guard base.count >= Self.roundsMin, head.count >= Self.roundsMin else { return nil }
    var random = SplitMix64(seed: seed)
    var ratios: [Double] = []
    ratios.reserveCapacity(Self.resampleCount)
    for _ in 0..<Self.resampleCount {
      guard let below = resampledMedian(base, &random), let above = resampledMedian(head, &random), below > 0
      else { return nil }
      ratios.append(above / below)
    }
    ratios.sort()
    low = ratios[Self.resampleCount * 25 / 1_000]
    high = ratios[Self.resampleCount * 975 / 1_000 - 1]
  }
}

private func resampledMedian(_ values: [Double], _ random: inout SplitMix64) -> Double? {
  median(values.map { _ in values[random.below(values.count)] })
}
