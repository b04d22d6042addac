internal import InkTap

/// Asks whether the machine is quiet enough for ratios to mean something.
///
/// Method. The same stretch of integer work is timed many times. On a quiet machine nearly all take the same
/// time; stolen or shared cores show as a long tail. The probe compares the 90th percentile with the median.
enum NoiseProbe {
  /// Above this the machine counts as noisy.
  static let ratioTolerated = 1.25
  private static let stretches = 200
  private static let stepsPerStretch = 200_000

  /// The 90th percentile of the stretches' times, to their median.
  static func tailRatio() -> Double {
    var times: [UInt64] = []
    var sink: UInt64 = 1
    for _ in 0..<stretches {
      let start = Clock.nanoseconds()
      for step in 0..<UInt64(stepsPerStretch) { sink = sink &* 6_364_136_223_846_793_005 &+ step }
      times.append(Clock.nanoseconds() - start)
    }
    times.sort()
    // The sum is used, so that the work can't be left out.
    let guarded = sink == 0 ? 1 : 0
    return Double(times[times.count * 9 / 10 + guarded]) / Double(Swift.max(times[times.count / 2], 1))
  }
}
