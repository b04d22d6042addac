internal import InkModel

/// Values of one quantity, as many as memory allows, and their exact quantiles.
///
/// Beyond `capacity` values it is a reservoir (Vitter's algorithm R, 1985): each value seen has the same
/// chance to be kept. The choice comes from a seed, so the same ink always gives the same numbers.
package struct QuantileSample: Sendable {
  package static let capacity = 1 << 16
  /// How many values were added.
  package private(set) var count = 0
  package private(set) var sum = 0.0
  private var kept: [Double] = []
  private var random = SplitMix64(seed: 0x5A_3B1E)

  package init() {}

  /// Adds a value; one that is not a number is left out.
  package mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    sum += value
    if kept.count < Self.capacity { return kept.append(value) }
    let place = random.below(count)
    if place < Self.capacity { kept[place] = value }
  }

  package mutating func add(contentsOf values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  /// The mean of all values; nil if there are none.
  package var mean: Double? { count > 0 ? sum / Double(count) : nil }

  /// The median; nil if there are no values.
  package var median: Double? { quantiles([0.5]).first }

  /// The share of the kept values above a bound; nil if there are none.
  package func share(above bound: Double) -> Double? {
    kept.isEmpty ? nil : Double(kept.count { $0 > bound }) / Double(kept.count)
  }

  /// Quantiles of the kept values at shares from 0 to 1, interpolated linearly; empty if there are none.
  package func quantiles(_ shares: [Double]) -> [Double] {
    guard !kept.isEmpty else { return [] }
    let sorted = kept.sorted()
    return shares.map { share in
      let place = max(0, min(1, share)) * Double(sorted.count - 1)
      let below = Int(place)
      let above = min(below + 1, sorted.count - 1)
      return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
  }
}
