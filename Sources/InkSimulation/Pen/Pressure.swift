internal import InkModel

/// The pressure of one stroke: P·trend·(s₀ + (1 − s₀)·u²(3 − 2u))·min(1, 0.11 + 0.89·rest/τ)·(1 + noise).
///
/// u goes from 0 to 1 during the rise, which takes about a tenth of a second and longer in long strokes; the
/// fall takes τ, a third of that. Between, the pen presses slowly harder, and its noise is slow.
struct Pressure {
  private let plateau: Double
  /// The plateau is tilted: `trend` grows by `trendStep` a sample.
  private var trend = 1 - Pressure.tilt
  private let trendStep: Double
  /// What the first sample lacks of the plateau, and how far the rise has come, by `riseStep` a sample.
  private let missing: Double
  private var rise = 0.0
  private let riseStep: Double
  /// 0.11 + 0.89·rest/τ, where the rest is what remains until pen-up; it falls by `fall` a sample.
  private var release: Double
  private let fall: Double
  private var noise: Double
  private var noiseStep = 0.0
  private var samplesInBlock = 0
  private let process: Hand.PressureNoise
  private let noiseStepShare: Double

  /// How far the pressure is below the plateau's middle at the start of a stroke, and above it at its end.
  private static let tilt = 0.1

  init(hand: Hand, sampleCount: Int, _ random: inout SplitMix64) {
    plateau = hand.pressure * random.lognormal(median: 1, sigma: 0.25)
    trendStep = 2 * Self.tilt / Double(max(1, sampleCount))
    missing = 1 - random.beta(1.5, 14)
    // Relative to a typical stroke of 0.3 s; the rise grows with the cube root, roughly, of the duration.
    let length = max(0.1, Double(sampleCount) / (0.3 * hand.samplesPerSecond))
    let riseSeconds =
      random.lognormal(median: 0.083, sigma: 0.7) * Elementary.exp(0.3 * Elementary.log(length))
    riseStep = 1 / (riseSeconds * hand.samplesPerSecond)
    fall = 0.89 / (random.lognormal(median: 0.035, sigma: 0.4) * hand.samplesPerSecond)
    release = 0.11 + fall * Double(sampleCount)
    process = hand.pressureNoise
    noiseStepShare = 1 / Double(process.block)
    noise = process.deviation * random.normal()
  }

  /// The pressure at the next sample, from just above 0 to 1.
  @inline(__always)
  mutating func next(_ random: inout SplitMix64) -> Double {
    if samplesInBlock == 0 {
      let target = noise * process.memory + process.innovation * random.normal()
      noiseStep = (target - noise) * noiseStepShare
      samplesInBlock = process.block
    }
    samplesInBlock &-= 1
    let lack = missing * (1 - rise) * (1 - rise) * (1 + 2 * rise)
    let value = plateau * trend * (1 - lack) * min(1, release) * (1 + noise)
    trend += trendStep
    rise = min(1, rise + riseStep)
    release -= fall
    noise += noiseStep
    return max(0.001, min(1, value))
  }
}
