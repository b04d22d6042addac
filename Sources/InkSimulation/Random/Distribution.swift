package import InkModel

/// A quantity that varies, as a workload states it: a number, a named law or a table of quantiles.
package enum Distribution: Hashable, Sendable {
  case constant(Double)
  case uniform(low: Double, high: Double)
  case normal(mean: Double, deviation: Double)
  case lognormal(median: Double, sigma: Double)
  case gamma(shape: Double, scale: Double)
  case beta(alpha: Double, beta: Double)
  case exponential(mean: Double)
  case poisson(mean: Double)
  case geometric(probability: Double)
  /// Values at cumulative percentages, both ascending; linear between them, constant beyond the outer two.
  case quantiles([Quantile])

  /// One row of a table of quantiles.
  package struct Quantile: Hashable, Sendable {
    package var percent: Double
    package var value: Double
    package init(percent: Double, value: Double) {
      self.percent = percent
      self.value = value
    }
  }

  /// Draws a value and keeps it within bounds.
  package func sample(_ random: inout SplitMix64, within bounds: ClosedRange<Double>) -> Double {
    max(bounds.lowerBound, min(bounds.upperBound, draw(&random)))
  }

  private func draw(_ random: inout SplitMix64) -> Double {
    switch self {
    case .constant(let value): value
    case .uniform(let low, let high): low + (high - low) * random.unit()
    case .normal(let mean, let deviation): random.normal(mean: mean, deviation: deviation)
    case .lognormal(let median, let sigma): random.lognormal(median: median, sigma: sigma)
    case .gamma(let shape, let scale): random.gamma(shape: shape, scale: scale)
    case .beta(let alpha, let beta): random.beta(alpha, beta)
    case .exponential(let mean): random.exponential(mean: mean)
    case .poisson(let mean): Double(random.poisson(mean: mean))
    case .geometric(let probability): Double(random.geometric(probability: probability))
    case .quantiles(let table): Self.interpolate(table, at: random.unit() * 100)
    }
  }

  private static func interpolate(_ table: [Quantile], at percent: Double) -> Double {
    guard let upper = table.firstIndex(where: { $0.percent >= percent }) else {
      return table.last?.value ?? 0
    }
    guard upper > 0 else { return table[0].value }
    let (left, right) = (table[upper - 1], table[upper])
    let share = (percent - left.percent) / (right.percent - left.percent)
    return left.value + (right.value - left.value) * share
  }
}
