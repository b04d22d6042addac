/// Two numbers between which a percentile lies, in 95 of 100 runs like this one.
///
/// Method. Two sources of chance are looked at, and the interval is as wide as both together.
///
/// *Within the rounds*: of n independent samples, how many lie below the true percentile p follows a binomial
/// distribution, whatever the samples' own distribution is. The l-th and u-th smallest therefore bracket it,
/// where l is the largest rank with P(B < l) ≤ 2.5 % and u the smallest with P(B ≥ u) ≤ 2.5 % (David and
/// Nagaraja, "Order Statistics", 3rd edition, 2003, section 7.1). Where the samples have no such ranks, such
/// as five of them for a median, there is no interval.
///
/// *Between the rounds*: calls inside a round are not independent, because they share a process, a disk's
/// mood and a state of the caches, so the first interval alone is too narrow. Rounds are independent as far
/// as anything here is. From six rounds on, the same ranks are taken for the median of the rounds' own
/// percentiles; with fewer, their whole range, which brackets the true one with less than 95 %: in 75 of 100
/// runs for three rounds, 94 for five. A round's own percentile counts here however few calls it has: alone
/// it would be no result, but left out it would hide how far apart the rounds lie.
package struct ConfidenceInterval: Hashable, Sendable {
  package var low: Double
  package var high: Double

  /// Whether both ends are numbers; that of a ratio to nothing has none.
  var isFinite: Bool { low.isFinite && high.isFinite }

  /// What lies outside at either end.
  private static let tail = 0.025

  /// The interval of a percentile of all samples of some rounds; nil where they are too few for one.
  package init?(of percentile: Percentile, in rounds: [[UInt64]]) {
    self.init(
      of: percentile, sorted: rounds.joined().sorted(),
      sortedRounds: rounds.map { $0.sorted() })
  }

  /// The same from the sorted samples of all rounds together, and of each.
  init?(of percentile: Percentile, sorted: [UInt64], sortedRounds: [[UInt64]]) {
    guard percentile.value(ofSorted: sorted) != nil,
      let ranks = OrderStatisticRanks(count: sorted.count, share: percentile.share, tail: Self.tail)
    else { return nil }
    low = Double(sorted[ranks.low - 1])
    high = Double(sorted[ranks.high - 1])
    let rounds = sortedRounds.compactMap { percentile.nearestRank(ofSorted: $0) }
    guard let between = Self(between: rounds.map { Double($0) }) else { return }
    low = min(low, between.low)
    high = max(high, between.high)
  }

  /// The interval of the median of one number a round; nil with fewer than six rounds.
  package init?(ofRounds rounds: [Double]) {
    let sorted = rounds.sorted()
    guard let ranks = OrderStatisticRanks(count: sorted.count, share: 0.5, tail: Self.tail) else {
      return nil
    }
    low = sorted[ranks.low - 1]
    high = sorted[ranks.high - 1]
  }

  /// The interval of the ratio of two medians: the outermost ends of two intervals of 97.5 %, widened as
  /// above by the ratios of the rounds; nil where the samples are too few, or a median may be zero.
  init?(ofRatio samples: [UInt64], to base: [UInt64], rounds: [Double]) {
    let (above, below) = (samples.sorted(), base.sorted())
    guard let aboveRanks = OrderStatisticRanks(count: above.count, share: 0.5, tail: Self.tail / 2),
      let belowRanks = OrderStatisticRanks(count: below.count, share: 0.5, tail: Self.tail / 2),
      below[belowRanks.low - 1] > 0
    else { return nil }
    low = Double(above[aboveRanks.low - 1]) / Double(below[belowRanks.high - 1])
    high = Double(above[aboveRanks.high - 1]) / Double(below[belowRanks.low - 1])
    guard let between = Self(between: rounds) else { return }
    low = min(low, between.low)
    high = max(high, between.high)
  }

  /// The interval of the rounds where there are enough, else their range; nil with less than two.
  private init?(between rounds: [Double]) {
    if let interval = Self(ofRounds: rounds) {
      self = interval
      return
    }
    guard rounds.count > 1, let least = rounds.min(), let most = rounds.max() else { return nil }
    low = least
    high = most
  }
}

/// The ranks, from 1, of the two samples that bracket a percentile.
struct OrderStatisticRanks: Hashable {
  var low: Int
  var high: Int

  /// Finds them for so many samples; nil if there is none on a side.
  ///
  /// The binomial weights are reckoned from the largest one outwards, each from its neighbour, and divided by
  /// their sum: nothing is too large or too small for any number of samples.
  init?(count: Int, share: Double, tail: Double) {
    guard count > 0 else { return nil }
    let mode = min(count, Int(Double(count + 1) * share))
    var weights = [Double](repeating: 0, count: count + 1)
    weights[mode] = 1
    let odds = share / (1 - share)
    for below in stride(from: mode, to: 0, by: -1) {
      weights[below - 1] = weights[below] * Double(below) / (Double(count - below + 1) * odds)
      if weights[below - 1] < Self.weightMin { break }
    }
    for below in mode..<count {
      weights[below + 1] = weights[below] * Double(count - below) * odds / Double(below + 1)
      if weights[below + 1] < Self.weightMin { break }
    }
    let bound = tail * weights.reduce(0, +)
    var sum = 0.0
    low = 0
    while low < count, sum + weights[low] <= bound {
      sum += weights[low]
      low += 1
    }
    sum = 0
    high = count + 1
    while high > 0, sum + weights[high - 1] <= bound {
      sum += weights[high - 1]
      high -= 1
    }
    guard low >= 1, high <= count else { return nil }
  }

  /// Weights this far below the largest change no sum.
  private static let weightMin = 1e-18
}
