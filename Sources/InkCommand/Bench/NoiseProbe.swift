internal import InkTap

/// Asks whether the machine is quiet enough for ratios to mean something.
///
/// Method. The same stretch of integer work is timed many times. On a quiet machine nearly all take the same
/// time, and the thread has a core throughout. Stolen or shared cores show in two ways: as a long tail of
/// slow stretches, and as time that passed while the thread was waiting for a core.
struct NoiseProbe {
  /// The 90th percentile of the stretches' times, to their median.
  let tailRatio: Double
  /// The time that passed, to the CPU time that the thread was given.
  let waitRatio: Double

  /// Above this a tail counts as noise.
  static let tailTolerated = 1.25
  /// Above this the thread has shared its core.
  static let waitTolerated = 1.1
  private static let stretches = 400
  private static let stepsPerStretch = 200_000

  var isNoisy: Bool { tailRatio > Self.tailTolerated || waitRatio > Self.waitTolerated }

  /// Takes about a twentieth of a second.
  init() {
    var times: [UInt64] = []
    var sink: UInt64 = 1
    let begin = Clock.nanoseconds()
    let beginCPU = Clock.threadCPUNanoseconds()
    for _ in 0..<Self.stretches {
      let start = Clock.nanoseconds()
      for step in 0..<UInt64(Self.stepsPerStretch) { sink = sink &* 6_364_136_223_846_793_005 &+ step }
      times.append(Clock.nanoseconds() - start)
    }
    waitRatio =
      Double(Clock.nanoseconds() - begin) / Double(max(Clock.threadCPUNanoseconds() - beginCPU, 1))
    times.sort()
    // The sum is used, so that the work can't be left out.
    let guarded = sink == 0 ? 1 : 0
    tailRatio = Double(times[times.count * 9 / 10 + guarded]) / Double(max(times[times.count / 2], 1))
  }
}
