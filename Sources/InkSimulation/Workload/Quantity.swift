package import InkModel

/// A distribution and the bounds that no draw leaves.
///
/// The bounds are the parameter's allowed range: a law with a long tail can't give an absurd page or pause.
package struct Quantity: Hashable, Sendable {
  package var distribution: Distribution
  package var bounds: ClosedRange<Double>

  package init(_ distribution: Distribution, within bounds: ClosedRange<Double>) {
    self.distribution = distribution
    self.bounds = bounds
  }

  /// Always zero, until the parameter table says otherwise.
  static let unset = Quantity(.constant(0), within: 0...0)

  /// Draws a value.
  package func sample(_ random: inout SplitMix64) -> Double {
    distribution.sample(&random, within: bounds)
  }

  /// Draws a whole number.
  package func count(_ random: inout SplitMix64) -> Int {
    Elementary.nearestInteger(sample(&random))
  }
}
