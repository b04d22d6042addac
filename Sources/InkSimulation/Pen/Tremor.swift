internal import InkModel

/// The tremor of a hand: slow noise far below a stored unit.
///
/// An autoregressive process of first order along either axis. It is too small to be seen, but it decides how
/// often a slow pen crosses from one unit to the next, and so how well ink compresses.
struct Tremor {
  /// What stays the same over a document.
  struct Law: Sendable {
    /// What is left of a deviation after one sample.
    let memory: Double
    /// The deviation that one sample adds, in tenths of a point.
    let innovation: Double

    private static let deviationMillimetres = 0.013
    private static let correlationSeconds = 0.04

    init(samplesPerSecond: Double) {
      memory = Elementary.exp(-1 / (Self.correlationSeconds * samplesPerSecond))
      let deviation = Self.deviationMillimetres * Units.perMillimetre
      innovation = deviation * (1 - memory * memory).squareRoot()
    }
  }

  private let law: Law
  private var deviation = SIMD2<Double>()

  init(_ law: Law) { self.law = law }

  /// How far off the pen is at the next sample.
  @inline(__always)
  mutating func next(_ random: inout SplitMix64) -> SIMD2<Double> {
    let bits = random.next()
    let step = SIMD2(SplitMix64.normal(bits: bits >> 52), SplitMix64.normal(bits: bits >> 40 & 0xFFF))
    deviation = deviation * law.memory + step * law.innovation
    return deviation
  }
}
