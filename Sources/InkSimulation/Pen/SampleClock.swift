internal import InkModel

/// The times a tablet gives its samples: whole milliseconds of a steady rate, with the defects of real ones.
///
/// At 240 Hz the steps are 4, 4, 4, 4, 4, 5 ms. Now and then reports are lost, so that a step is 8 to 17 ms
/// longer, or a sample carries the time of the one before.
struct SampleClock {
  private let step: UInt32
  private let remainder: UInt32
  private let rate: UInt32
  private let defects: Hand.Defects
  private var milliseconds: UInt32 = 0
  private var fraction: UInt32 = 0
  private var lastGiven: UInt32 = 0
  /// Samples until the next defect, and until reports arrive again.
  private var untilDefect: Int
  private var lost = 0

  init(hand: Hand, _ random: inout SplitMix64) {
    rate = UInt32(hand.sampleRate)
    step = 1_000 / rate
    remainder = 1_000 % rate
    defects = hand.defects
    // The first sample is where the stroke begins and is always there.
    untilDefect = 1 + Self.distance(defects, &random)
  }

  /// The next sample's time, or nil if its report was lost.
  @inline(__always)
  mutating func next(_ random: inout SplitMix64) -> UInt32? {
    let time = milliseconds
    milliseconds &+= step
    fraction &+= remainder
    if fraction >= rate {
      fraction &-= rate
      milliseconds &+= 1
    }
    if untilDefect > 0 {
      untilDefect &-= 1
      lastGiven = time
      return time
    }
    return meetDefect(at: time, &random)
  }

  @inline(never)
  private mutating func meetDefect(at time: UInt32, _ random: inout SplitMix64) -> UInt32? {
    if lost == 0 {
      guard random.chance(defects.lostShare) else {
        untilDefect = Self.distance(defects, &random)
        return lastGiven
      }
      let gap = 8 + 9 * random.unit()
      lost = max(1, Elementary.nearestInteger(gap * Double(rate) / 1_000))
    }
    lost -= 1
    if lost == 0 { untilDefect = 1 + Self.distance(defects, &random) }
    return nil
  }

  private static func distance(_ defects: Hand.Defects, _ random: inout SplitMix64) -> Int {
    defects.anyShare > 0 ? random.geometric(probability: defects.anyShare) : Int.max - 1
  }
}
