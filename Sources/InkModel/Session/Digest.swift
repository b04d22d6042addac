/// A 128-bit name for a sequence of values: MurmurHash3's x64 variant, fed block by block.
///
/// Appleby, "MurmurHash3", 2011 (package domain). It names content and is no protection against forgery. A
/// block is sixteen bytes, as is a sample point.
package struct Digest: Sendable {
  private var h1: UInt64 = 0
  private var h2: UInt64 = 0
  private var blockCount: UInt64 = 0
  /// Whether a stroke counts by its extent rather than by its samples.
  let feedsExtents: Bool

  /// Starts with nothing fed.
  package init() { feedsExtents = false }

  /// Starts with nothing fed; strokes can be made to count by their extent alone.
  init(feedsExtents: Bool) { self.feedsExtents = feedsExtents }

  /// Feeds one block of two words.
  package mutating func feed(_ first: UInt64, _ second: UInt64) {
    h1 ^= Self.scramble(first, Self.c1, 31, Self.c2)
    h1 = (h1 << 27 | h1 >> 37) &+ h2
    h1 = h1 &* 5 &+ 0x52DC_E729
    h2 ^= Self.scramble(second, Self.c2, 33, Self.c1)
    h2 = (h2 << 31 | h2 >> 33) &+ h1
    h2 = h2 &* 5 &+ 0x3849_5AB5
    blockCount &+= 1
  }

  /// Feeds a sample: its sixteen bytes, little endian.
  package mutating func feed(_ point: SamplePoint) {
    feed(
      UInt64(UInt32(bitPattern: point.x)) | UInt64(UInt32(bitPattern: point.y)) << 32,
      UInt64(point.t) | UInt64(point.pressure) << 32 | UInt64(point.radius) << 48)
  }

  /// Feeds bytes, preceded by their number and padded with zeros to whole blocks.
  package mutating func feed(bytes: some Sequence<UInt8>, count: Int) {
    feed(UInt64(count), 0xB17E_5000_0000_0001)
    var words: (UInt64, UInt64) = (0, 0)
    var filled = 0
    for byte in bytes {
      if filled < 8 {
        words.0 |= UInt64(byte) << UInt64(8 * filled)
      } else {
        words.1 |= UInt64(byte) << UInt64(8 * (filled - 8))
      }
      filled += 1
      if filled == 16 {
        feed(words.0, words.1)
        words = (0, 0)
        filled = 0
      }
    }
    if filled > 0 { feed(words.0, words.1) }
  }

  /// Feeds a string's UTF-8.
  package mutating func feed(_ text: String) { feed(bytes: text.utf8, count: text.utf8.count) }

  /// The digest of everything fed so far, as 32 hexadecimal digits.
  package var text: String {
    let (high, low) = words
    return hexadecimal(high) + hexadecimal(low)
  }

  /// The digest of everything fed so far, as two words.
  package var words: (high: UInt64, low: UInt64) {
    let length = blockCount &* 16
    var a = h1 ^ length
    var b = h2 ^ length
    a = a &+ b
    b = b &+ a
    a = Self.finish(a)
    b = Self.finish(b)
    a = a &+ b
    b = b &+ a
    return (a, b)
  }

  private static let c1: UInt64 = 0x87C3_7B91_1142_53D5
  private static let c2: UInt64 = 0x4CF5_AD43_2745_937F

  private static func scramble(_ word: UInt64, _ first: UInt64, _ turn: UInt64, _ second: UInt64) -> UInt64 {
    let product = word &* first
    return (product << turn | product >> (64 - turn)) &* second
  }

  private static func finish(_ value: UInt64) -> UInt64 {
    var k = value
    k = (k ^ (k >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    k = (k ^ (k >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return k ^ (k >> 33)
  }
}
