package import InkModel

/// Draws from the laws that describe handwriting; each uses `Elementary` and nothing of the platform.
extension SplitMix64 {
  /// A standard normal deviate, one of 4,096 equally likely values up to ±3.66.
  @inline(__always)
  package mutating func normal() -> Double { Self.normal(bits: next() >> 52) }

  /// The standard normal deviate that twelve random bits stand for.
  @inline(__always)
  static func normal(bits: UInt64) -> Double {
    let magnitude = Double(NormalTable.upperHalf[Int(bits & 0x7FF)])
    return (bits & 0x800 == 0 ? magnitude : -magnitude) * NormalTable.scale
  }

  /// A normal deviate with a mean and a standard deviation.
  package mutating func normal(mean: Double, deviation: Double) -> Double { mean + deviation * normal() }

  /// A positive number whose logarithm is normal; `sigma` is that logarithm's standard deviation.
  package mutating func lognormal(median: Double, sigma: Double) -> Double {
    median * Elementary.exp(sigma * normal())
  }

  /// An exponential deviate with a mean.
  package mutating func exponential(mean: Double) -> Double { -mean * Elementary.log(openUnit()) }

  /// A gamma deviate, by Marsaglia and Tsang, "A simple method for generating gamma variables", 2000.
  package mutating func gamma(shape: Double, scale: Double) -> Double {
    guard shape >= 1 else {
      // A smaller shape is a larger one, thinned by a power of a uniform deviate.
      let thinning = Elementary.exp(Elementary.log(openUnit()) / shape)
      return gamma(shape: shape + 1, scale: scale) * thinning
    }
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = normal()
      let root = 1 + c * x
      guard root > 0 else { continue }
      let v = root * root * root
      let u = openUnit()
      let square = x * x
      if u < 1 - 0.0331 * square * square { return d * v * scale }
      if Elementary.log(u) < 0.5 * square + d * (1 - v + Elementary.log(v)) { return d * v * scale }
    }
  }

  /// A beta deviate, a ratio of two gamma deviates.
  package mutating func beta(_ first: Double, _ second: Double) -> Double {
    let x = gamma(shape: first, scale: 1)
    return x / (x + gamma(shape: second, scale: 1))
  }

  /// A Poisson count: how many exponential waits fit into one unit of time.
  ///
  /// The work grows with the mean, which callers keep below `poissonMeanMax`.
  package mutating func poisson(mean: Double) -> Int {
    let limit = Elementary.exp(-min(mean, Self.poissonMeanMax))
    var product = openUnit()
    var count = 0
    while product > limit {
      product *= openUnit()
      count += 1
    }
    return count
  }

  /// Beyond this the product of uniforms would underflow.
  package static let poissonMeanMax = 500.0

  /// How many trials fail before the first success of a given probability.
  package mutating func geometric(probability: Double) -> Int {
    guard probability < 1 else { return 0 }
    let quotient = Elementary.log(openUnit()) / Elementary.log(1 - max(probability, 1e-9))
    return Int(min(quotient, 1e9))
  }

  /// A number from 0 to 1 that is neither, so that its logarithm exists.
  @inline(__always)
  private mutating func openUnit() -> Double { (Double(next() >> 12) + 0.5) * 0x1p-52 }
}
