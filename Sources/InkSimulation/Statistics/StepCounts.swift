/// How often each size of a small whole number occurs: steps from sample to sample.
///
/// Exact and of constant size, because there are as many steps as samples. Steps beyond `largest` count as
/// that; nothing asked of them depends on how far they go.
package struct StepCounts: Sendable {
  package static let largest = 4_095
  private var counts = [Int](repeating: 0, count: largest + 1)
  package private(set) var count = 0

  package init() {}

  /// Counts a step by its magnitude.
  @inline(__always)
  package mutating func add(_ step: Int) {
    counts[min(Int(step.magnitude), Self.largest)] += 1
    count += 1
  }

  /// The share of steps of one size; nil if there are none.
  package func share(of size: Int) -> Double? {
    guard count > 0, 0...Self.largest ~= size else { return nil }
    return Double(counts[size]) / Double(count)
  }

  /// The smallest size that a share of the steps doesn't exceed; nil if there are none.
  package func quantile(_ share: Double) -> Int? {
    guard count > 0 else { return nil }
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (size, number) in counts.enumerated() {
      seen += number
      if seen >= wanted { return size }
    }
    return Self.largest
  }

  /// The mean size; nil if there are none.
  package var mean: Double? {
    guard count > 0 else { return nil }
    var sum = 0
    for (size, number) in counts.enumerated() { sum += size * number }
    return Double(sum) / Double(count)
  }
}
