/// How often values of each magnitude occur: eight bins a decade, merged by adding.
///
/// Method. Bin k holds values from 10^((k − ½)/8) to 10^((k + ½)/8), so that 1, 10 and 100 lie in the middle
/// of theirs and the whole numbers up to five have bins of their own. Quantiles are interpolated on the
/// logarithm within a bin, which is right to a few per cent. The sum is kept as well, so the mean is exact to
/// a thousandth. Zeros and smaller values have a bin apart.
package struct LogHistogram: Hashable, Sendable {
  /// Values below a hundredth.
  package private(set) var zeroCount = 0
  /// The bin of the first entry of `counts`.
  package private(set) var firstBin = 0
  package private(set) var counts: [Int] = []
  /// Sum of all values, in thousandths.
  package private(set) var sumThousandths = 0

  package init() {}

  package init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  /// A histogram as a file holds it; nil if the numbers contradict each other or leave the range of bins.
  package init?(zeroCount: Int, firstBin: Int, counts: [Int], sumThousandths: Int) {
    let bins = Self.lowestBin...Self.highestBin
    guard zeroCount >= 0, sumThousandths >= 0, counts.allSatisfy({ 0...Self.countMax ~= $0 }) else {
      return nil
    }
    guard zeroCount <= Self.countMax, counts.count <= bins.count else { return nil }
    guard counts.isEmpty || (bins ~= firstBin && bins ~= firstBin + counts.count - 1) else { return nil }
    self.zeroCount = zeroCount
    self.firstBin = firstBin
    self.counts = counts
    self.sumThousandths = sumThousandths
  }

  package static let binsPerDecade = 8
  /// From a hundredth, less than any pause or coordinate's unit in millimetres, to a billion.
  static let lowestBin = -2 * binsPerDecade
  static let highestBin = 9 * binsPerDecade
  /// More than a file of sessions can have, and small enough that sums never overflow.
  static let countMax = 1 << 40

  /// How many values there are.
  package var count: Int { counts.reduce(zeroCount, saturatingSum) }
  package var isEmpty: Bool { count == 0 }

  /// The mean; nil if there are no values.
  package var mean: Double? {
    let count = count
    return count > 0 ? Double(sumThousandths) / 1_000 / Double(count) : nil
  }

  /// Adds a value; one that is no number is left out, a negative one counts as zero.
  package mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    sumThousandths = saturatingSum(sumThousandths, Int((max(0, min(value, 1e9)) * 1_000).rounded()))
    guard let bin = Self.bin(of: value) else { return zeroCount += 1 }
    extend(to: bin)
    counts[bin - firstBin] += 1
  }

  /// Adds the values of another histogram.
  package mutating func add(_ other: LogHistogram) {
    zeroCount = saturatingSum(zeroCount, other.zeroCount)
    sumThousandths = saturatingSum(sumThousandths, other.sumThousandths)
    for (index, count) in other.counts.enumerated() where count > 0 {
      extend(to: other.firstBin + index)
      let place = other.firstBin + index - firstBin
      counts[place] = saturatingSum(counts[place], count)
    }
  }

  /// The middle of each bin that has values, on the logarithm, and their number; zeros come first.
  package var entries: [(value: Double, count: Int)] {
    var entries: [(value: Double, count: Int)] = zeroCount > 0 ? [(0, zeroCount)] : []
    for (index, count) in counts.enumerated() where count > 0 {
      entries.append((Self.value(at: Double(firstBin + index)), count))
    }
    return entries
  }

  private mutating func extend(to bin: Int) {
    if counts.isEmpty { firstBin = bin }
    if bin < firstBin {
      counts.insert(contentsOf: repeatElement(0, count: firstBin - bin), at: 0)
      firstBin = bin
    }
    if bin >= firstBin + counts.count {
      counts.append(contentsOf: repeatElement(0, count: bin - firstBin - counts.count + 1))
    }
  }

  /// The bin of a value; nil if it counts as zero.
  static func bin(of value: Double) -> Int? {
    guard value >= 0.01 else { return nil }
    let place = Elementary.log(value) * (Double(binsPerDecade) / 2.302_585_092_994_046)
    return max(lowestBin, min(highestBin, Elementary.nearestInteger(place)))
  }

  /// The value at a place on the scale of bins.
  static func value(at place: Double) -> Double { Elementary.exp(logarithm(atPlace: place)) }

  /// Its natural logarithm.
  static func logarithm(atPlace place: Double) -> Double {
    place * (2.302_585_092_994_046 / Double(binsPerDecade))
  }
}

extension LogHistogram {
  /// The value that a share of the values doesn't exceed; nil if there are none.
  package func quantile(_ share: Double) -> Double? {
    // In a single bin, the mean says more than the middle.
    if zeroCount == 0, counts.count == 1 { return mean }
    return WeightedHistogram(self).quantile(share)
  }

  /// The relative standard error of the median, from the quantiles about it; nil for fewer than two values.
  var medianError: Double? {
    guard count > 1, let median, median > 0 else { return nil }
    let step = min(0.49, 0.5 / Double(count).squareRoot())
    guard let low = quantile(0.5 - step), let high = quantile(0.5 + step) else { return nil }
    return (high - low) / 2 / median
  }

  /// The median; nil if there are no values.
  package var median: Double? { quantile(0.5) }
}
