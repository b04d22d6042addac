internal import InkModel

/// The pressure of one stroke: P·(s₀ + (1 − s₀)(1 − e^(−t/τₐ)))·min(1, 0.15 + 0.85·rest/τᵣ)·(1 + noise).
///
/// The rise takes tens of milliseconds, the fall a few; the noise of the plateau is slow.
struct Pressure {
  private let plateau: Double
  /// What is still missing of the plateau; it decays by `decay` a sample.
  private var missing: Double
  private let decay: Double
  /// 0.15 + 0.85·rest/τᵣ, where the rest is what remains until pen-up; it falls by `fall` a sample.
  private var release: Double
  private let fall: Double
  private var noise: Double
  private var noiseStep = 0.0
  private var samplesInBlock = 0
  private let process: Hand.PressureNoise

  init(hand: Hand, sampleCount: Int, _ random: inout SplitMix64) {
    plateau = hand.pressure * random.lognormal(median: 1, sigma: 0.25)
    missing = 1 - random.beta(2, 5)
    decay = Elementary.exp(-1 / (random.lognormal(median: 0.050, sigma: 0.5) * hand.samplesPerSecond))
    fall = 0.85 / (random.lognormal(median: 0.012, sigma: 0.5) * hand.samplesPerSecond)
    release = 0.15 + fall * Double(sampleCount)
    process = hand.pressureNoise
    noise = process.deviation * random.normal()
  }

  /// The pressure at the next sample, from just above 0 to 1.
  @inline(__always)
  mutating func next(_ random: inout SplitMix64) -> Double {
    if samplesInBlock == 0 {
      let target = noise * process.memory + process.innovation * random.normal()
      noiseStep = (target - noise) * (1 / Double(Hand.PressureNoise.block))
      samplesInBlock = Hand.PressureNoise.block
    }
    samplesInBlock &-= 1
    let value = plateau * (1 - missing) * min(1, release) * (1 + noise)
    missing *= decay
    release -= fall
    noise += noiseStep
    return max(0.001, min(1, value))
  }
}
