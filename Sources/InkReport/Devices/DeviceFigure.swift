/// One number of a device, with what is known of it.
package struct DeviceFigure: Codable, Hashable, Sendable {
  /// Where a number comes from.
  package enum Basis: String, Codable, Hashable, Sendable, CaseIterable {
    /// Timed on the device itself.
    case measured
    /// Printed by somebody who timed it, or derived from such a number; the source says how.
    case published
    /// Nobody's measurement; the source says why it is plausible.
    case assumed
  }

  package var value: Double
  /// The ends of the interval in which the number is believed to lie.
  package var low: Double
  package var high: Double
  package var basis: Basis
  package var source: String

  package init(_ value: Double, _ interval: ClosedRange<Double>, _ basis: Basis, source: String) {
    self.value = value
    low = interval.lowerBound
    high = interval.upperBound
    self.basis = basis
    self.source = source
  }

  /// What is wrong with the figure, to follow its name in a sentence; nil if nothing is.
  func fault(least: Double) -> String? {
    guard [value, low, high].allSatisfy(\.isFinite) else { return "has a number that is not finite" }
    guard low >= least else {
      return least > 0 ? "must be \(Humanised.digits(least)) or more" : "must not be negative"
    }
    guard high <= Self.most else { return "is too large to be true" }
    guard low <= value, value <= high else {
      return "has its value \(value) outside of its interval, \(low) to \(high)"
    }
    guard source.contains(where: { !$0.isWhitespace }) else { return "has no source" }
    return nil
  }

  /// Above every figure of a device, in any unit, and small enough that sums of prices stay finite.
  static let most = 1e18
}
