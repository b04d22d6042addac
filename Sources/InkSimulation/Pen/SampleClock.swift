internal import InkModel

/// The times a tablet gives its samples: whole milliseconds of a steady rate, with the defects of real ones.
///
/// At 240 Hz the steps are 4, 4, 4, 4, 4, 5 ms. Now and then reports are lost, so that a step is 8 to 17 ms
/// longer, or a sample carries the time of the one before. The clock has a random stream of its own: so a
/// stroke can be planned to have a given number of samples left.
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
  private var random: SplitMix64

  init(hand: Hand, seed: UInt64) {
    random = SplitMix64(seed: seed)
    rate = UInt32(hand.sampleRate)
    step = 1_000 / rate
    remainder = 1_000 % rate
    defects = hand.defects
    // The first sample is where the stroke begins and is always there.
    untilDefect = 1 + Self.distance(defects, &random)
  }

  /// The next sample's time, or nil if its report was lost.
  @inline(__always)
  mutating func next() -> UInt32? {
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
    return meetDefect(at: time)
  }

  /// How many periods pass until a number of samples has been given.
  func periods(giving sampleCount: Int) -> Int {
    var clock = self
    var (periods, given) = (0, 0)
    while given < sampleCount {
      periods += 1
      if clock.next() != nil { given += 1 }
    }
    return periods
  }

  @inline(never)
  private mutating func meetDefect(at time: UInt32) -> UInt32? {
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
