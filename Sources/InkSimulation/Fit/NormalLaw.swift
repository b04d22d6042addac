/// The normal law, for fitting lognormal pauses.
enum NormalLaw {
  /// The share below a standardised value, to seven digits.
  ///
  /// Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17.
  static func cumulative(_ z: Double) -> Double {
    let magnitude = abs(z)
    let t = 1 / (1 + 0.231_641_9 * magnitude)
    let series =
      t
      * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
    let tail = density(magnitude) * series
    return z >= 0 ? 1 - tail : tail
  }

  static func density(_ z: Double) -> Double {
    guard abs(z) < farthest else { return 0 }
    return 0.398_942_280_401_432_7 * Elementary.exp(-0.5 * z * z)
  }

  /// Beyond so many deviations, the density is nothing to a double's digits.
  private static let farthest = 12.0

  /// Mean and deviation of a normal law, from those of its part below a bound.
  ///
  /// The moments of a truncated normal law, solved by iteration.
  static func untruncated(mean: Double, deviation: Double, below bound: Double) -> (Double, Double) {
    var (centre, spread) = (mean, deviation)
    for _ in 0..<50 {
      let z = (bound - centre) / spread
      let share = max(cumulative(z), 1e-3)
      let hazard = density(z) / share
      let shrink = max(0.1, 1 - z * hazard - hazard * hazard)
      spread = deviation / shrink.squareRoot()
      centre = min(bound, mean + spread * hazard)
    }
    return (centre, spread)
  }
}
