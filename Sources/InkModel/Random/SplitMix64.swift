/// The project's only source of randomness: SplitMix64, the same on every machine.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts a stream at a seed.
  public init(seed: UInt64) { state = seed }

  /// Starts the stream of one operation, independent of all others with another key.
  ///
  /// Streams are keyed rather than split, so that a page or stroke can be made alone and in any order.
  public init(seed: UInt64, keys: UInt64...) {
    var mixed = Self.mix(seed)
    for key in keys { mixed = Self.mix(mixed ^ Self.mix(key &+ Self.golden)) }
    state = mixed
  }

  public mutating func next() -> UInt64 {
    state &+= Self.golden
    return Self.mix(state)
  }

  /// A number from 0 up to, but not including, 1, on a grid of 2⁻⁵³.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number from 0 up to, but not including, a bound.
  public mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Whether an event of the given probability happens.
  public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
