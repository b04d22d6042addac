/// A figure as it was measured.
struct Measurement: Hashable, Sendable {
  var value: Double
  var samples: Int
  /// Half the distance between the quartiles, relative to the median; nil for an exact figure.
  var spread: Double?
  /// Something that belongs beside the figure; nil for most.
  var remark: String?

  /// An exact figure: it would be the same again.
  static func exact(_ value: Double) -> Measurement { Measurement(value: value, samples: 1, spread: nil) }

  /// The median of noisy samples, which must not be empty.
  static func median(of samples: [Double]) -> Measurement {
    let sorted = samples.sorted()
    let middle = quantile(0.5, of: sorted)
    let spread = middle == 0 ? 0 : (quantile(0.75, of: sorted) - quantile(0.25, of: sorted)) / 2 / middle
    return Measurement(value: middle, samples: samples.count, spread: spread)
  }

  /// A value computed otherwise, with the spread of some samples.
  static func of(_ value: Double, spreadOf samples: [Double]) -> Measurement {
    Measurement(value: value, samples: samples.count, spread: median(of: samples).spread)
  }

  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    sorted[Int((Double(sorted.count - 1) * share).rounded())]
  }

  /// Whether a value out of bounds says nothing: on a noisy machine, or if its own samples lie far apart.
  func isNoisy(on isMachineNoisy: Bool) -> Bool {
    guard let spread else { return false }
    return isMachineNoisy || spread > Self.spreadTolerated
  }

  /// Quiet machines stay well below.
  private static let spreadTolerated = 0.25
}
