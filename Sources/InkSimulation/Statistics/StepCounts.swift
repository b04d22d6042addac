/// How often each size of a small whole number occurs: steps from sample to sample, with their signs.
///
/// Exact and of constant size, because there are as many steps as samples. Steps beyond `largest` count as
/// that; nothing asked of them depends on how far they go.
package struct StepCounts: Sendable {
  package static let largest = 4_095
  /// The number of steps of size i − `largest`.
  private var counts = [Int](repeating: 0, count: 2 * largest + 1)
  package private(set) var count = 0

  package init() {}

  /// Counts a step.
  @inline(__always)
  package mutating func add(_ step: Int) {
    counts[max(-Self.largest, min(Self.largest, step)) + Self.largest] += 1
    count += 1
  }

  /// The share of steps of one size and sign; nil if there are none.
  package func share(of size: Int) -> Double? {
    guard count > 0, size.magnitude <= Self.largest else { return nil }
    return Double(counts[size + Self.largest]) / Double(count)
  }

  /// The smallest step, with its sign, that a share of the steps don't exceed; nil if there are none.
  package func quantile(_ share: Double) -> Int? {
    first(share) { counts[$0] }.map { $0 - Self.largest }
  }

  /// The same of the steps' magnitudes.
  package func magnitudeQuantile(_ share: Double) -> Int? {
    first(share) { size in
      guard size <= Self.largest else { return 0 }
      return counts[Self.largest + size] + (size > 0 ? counts[Self.largest - size] : 0)
    }
  }

  /// The mean magnitude; nil if there are none.
  package var meanMagnitude: Double? {
    guard count > 0 else { return nil }
    var sum = 0
    for (index, number) in counts.enumerated() { sum += abs(index - Self.largest) * number }
    return Double(sum) / Double(count)
  }

  private func first(_ share: Double, _ number: (Int) -> Int) -> Int? {
    guard count > 0 else { return nil }
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for index in counts.indices {
      seen += number(index)
      if seen >= wanted { return index }
    }
    return nil
  }
}
