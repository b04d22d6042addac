/// The Mann–Whitney U test of whether the values of one side tend to be larger than those of the other.
///
/// U counts, over all pairs, how often the first value is the larger, ties as one half (Mann and Whitney, "On
/// a test of whether one of two random variables is stochastically larger than the other", 1947). Small
/// samples without ties get the exact two-sided probability from the recurrence in that paper; all others the
/// normal approximation with a correction for ties and for continuity.
package struct MannWhitney: Hashable, Sendable {
  package var u: Double
  /// Two-sided.
  package var probability: Double

  /// Beyond this many values on a side the approximation is good to three digits.
  package static let exactCountMax = 20

  /// Tests two samples; nil if one is empty.
  package init?(_ first: [Double], _ second: [Double]) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let pooled = (first + second).sorted()
    var u = 0.0
    for value in first {
      for other in second { u += value > other ? 1 : value == other ? 0.5 : 0 }
    }
    self.u = u
    let tieSizes = Self.tieSizes(pooled)
    let isExact = tieSizes.isEmpty && max(first.count, second.count) <= Self.exactCountMax
    probability =
      isExact
      ? Self.exact(u, first.count, second.count)
      : Self.approximate(u, first.count, second.count, tieSizes: tieSizes)
  }

  private static func tieSizes(_ sorted: [Double]) -> [Int] {
    var sizes: [Int] = []
    var run = 1
    for index in sorted.indices.dropFirst() {
      if sorted[index] == sorted[index - 1] {
        run += 1
      } else {
        if run > 1 { sizes.append(run) }
        run = 1
      }
    }
    if run > 1 { sizes.append(run) }
    return sizes
  }

  /// Twice the share of all orders whose U is at most the smaller of U and its mirror image.
  private static func exact(_ u: Double, _ m: Int, _ n: Int) -> Double {
    let counts = orders(m, n)
    let extreme = Int(min(u, Double(m * n) - u))
    let total = counts.reduce(0, +)
    return min(1, 2 * counts[...extreme].reduce(0, +) / total)
  }

  /// How many orders of m and n values have each U: f(m,n)(u) = f(m−1,n)(u−n) + f(m,n−1)(u).
  private static func orders(_ m: Int, _ n: Int) -> [Double] {
    var row = [[Double]](repeating: [1], count: n + 1)
    for first in 1...m {
      var next: [[Double]] = [[1]]
      for second in 1...n {
        var counts = [Double](repeating: 0, count: first * second + 1)
        for (u, ways) in row[second].enumerated() { counts[u + second] += ways }
        for (u, ways) in next[second - 1].enumerated() { counts[u] += ways }
        next.append(counts)
      }
      row = next
    }
    return row[n]
  }

  private static func approximate(_ u: Double, _ m: Int, _ n: Int, tieSizes: [Int]) -> Double {
    let pairs = Double(m * n)
    let count = Double(m + n)
    let ties = tieSizes.reduce(0.0) { $0 + Double($1 * $1 * $1 - $1) }
    let variance = pairs / 12 * (count + 1 - ties / (count * (count - 1)))
    guard variance > 0 else { return 1 }
    let distance = max(0, (u - pairs / 2).magnitude - 0.5)
    return min(1, Platform.complementaryErrorFunction(distance / variance.squareRoot() / 2.0.squareRoot()))
  }
}
