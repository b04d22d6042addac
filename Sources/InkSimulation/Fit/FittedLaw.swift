extension Distribution {
  /// A table of quantiles or a law that says as much as there is to say of measured values.
  ///
  /// Many values give a table up to the first and last hundredth, fewer one up to the twentieth, still fewer
  /// a lognormal law, and a handful their mean if it is given, else their median.
  static func fitted(
    to values: WeightedHistogram, count: Int, mean: Double? = nil, tableFrom tableCountMin: Int = 60
  ) -> Distribution? {
    guard count > 0, let median = values.quantile(0.5) else { return nil }
    func value(_ percent: Double) -> Double {
      roundedToFour(values.quantile(percent / 100) ?? median)
    }
    if let mean, values.entries.count == 1 { return .constant(roundedToFour(mean)) }
    guard count >= lawCountMin else { return .constant(mean.map { roundedToFour($0) } ?? value(50)) }
    let hasZeros = value(5) == 0
    guard count >= tableCountMin || hasZeros else {
      let spread = Elementary.log(max(value(84), 1e-6) / max(value(16), 1e-6)) / 2
      return .lognormal(median: value(50), sigma: roundedToFour(min(4, max(0, spread))))
    }
    let percents: [Double] =
      count >= fineCountMin ? [1, 5, 10, 25, 50, 75, 90, 95, 99] : [5, 10, 25, 50, 75, 90, 95]
    return .quantiles(percents.map { Quantile(percent: $0, value: value($0)) })
  }

  private static let lawCountMin = 5
  private static let fineCountMin = 400

  /// All values times a factor.
  func scaled(by factor: Double) -> Distribution {
    func times(_ value: Double) -> Double { Self.roundedToFour(value * factor) }
    return switch self {
    case .constant(let value): .constant(times(value))
    case .uniform(let low, let high): .uniform(low: times(low), high: times(high))
    case .normal(let mean, let deviation): .normal(mean: times(mean), deviation: times(deviation))
    case .lognormal(let median, let sigma): .lognormal(median: times(median), sigma: sigma)
    case .gamma(let shape, let scale): .gamma(shape: shape, scale: times(scale))
    case .exponential(let mean): .exponential(mean: times(mean))
    case .beta, .poisson, .geometric: self
    case .quantiles(let table):
      .quantiles(table.map { Quantile(percent: $0.percent, value: times($0.value)) })
    }
  }

  /// The distribution with every value that stands in it kept within a range, and whether one was not.
  func clamped(to range: ClosedRange<Double>) -> (Distribution, wasOutside: Bool) {
    func inside(_ value: Double) -> Double { max(range.lowerBound, min(range.upperBound, value)) }
    let copy: Distribution =
      switch self {
      case .constant(let value): .constant(inside(value))
      case .lognormal(let median, let sigma): .lognormal(median: inside(median), sigma: sigma)
      case .quantiles(let table):
        .quantiles(table.map { Quantile(percent: $0.percent, value: inside($0.value)) })
      default: self
      }
    return (copy, copy != self)
  }

  /// Four significant digits: as many as a fit can mean.
  static func roundedToFour(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value.isFinite ? value : 0 }
    var scale = 1.0
    while value * scale < 1_000, scale < 1e9 { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}
