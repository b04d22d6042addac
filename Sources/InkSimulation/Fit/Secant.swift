/// Finds the step of a parameter that brings a statistic where it is wanted; all in logarithms.
struct Secant {
  /// The last error and the step that followed it.
  private var last: (error: Double, step: Double)?
  /// All steps so far.
  private var way = 0.0
  private var failures = 0
  private var isDead = false

  /// The next step, from the error that is left.
  mutating func step(_ error: Double) -> Double {
    guard !isDead else { return 0 }
    var slope = 1.0
    if let last, abs(last.step) > Self.stepMin {
      slope = (last.error - error) / last.step
      if slope <= Self.slopeMin {
        failures += 1
        guard failures < Self.failuresMax else {
          isDead = true
          return -way
        }
        slope = 1
      }
    }
    let step = max(-Self.stepMax, min(Self.stepMax, error / max(0.5, min(2, slope))))
    last = (error, step)
    way += step
    return step
  }

  /// Smaller steps tell nothing of the slope, because chance moves the statistic too.
  private static let stepMin = 0.15
  /// A parameter that moves its statistic by less than this part moves something else.
  private static let slopeMin = 0.15
  /// Once may be chance, or another parameter's doing.
  private static let failuresMax = 2
  /// No step is more than a factor of four.
  private static let stepMax = 1.386
}
