public import InkModel

extension [UInt8] {
  /// The bytes with damage of the kinds that disks, transfers and editors do, from a seed.
  ///
  /// One to four of: a changed byte, one that formats give a meaning, a flipped bit, a removed run, a doubled
  /// run, a cut end, an inserted odd text.
  public func damaged(by random: inout SplitMix64) -> [UInt8] {
    var bytes = self
    for _ in 0..<1 + random.below(4) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      let run = place..<Swift.min(bytes.count, place + 1 + random.below(40))
      switch random.below(7) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[place] = oddBytes[random.below(oddBytes.count)]
      case 2: bytes[place] ^= 1 << UInt8(random.below(8))
      case 3: bytes.removeSubrange(random.chance(0.5) ? place..<place + 1 : run)
      case 4: bytes.insert(contentsOf: bytes[run], at: place)
      case 5: bytes.removeSubrange(random.chance(0.2) ? place..<bytes.count : run)
      default: bytes.insert(contentsOf: oddTexts[random.below(oddTexts.count)].utf8, at: place)
      }
    }
    return bytes
  }
}

/// Ends of ranges, the marks of varints, and characters that JSON gives a meaning.
private let oddBytes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF] + Array("\\\"{}[],:.-0eE".utf8)

private let oddTexts = [
  "nan", "-nan", "1e999", "-1e-999", "99999999999999999999999999", "-", "\"", "'", "!", "*", "?",
  "#FFFFFFFFFFFFFFFF",
  ",", ":", "<", "</trace>", "<![CDATA[1 2]]>", "&amp;", "&#0;", "\u{0}", "\\u", "\\", "[[[[[[[[", "{{{{",
  "[{\"\\", "-0", "00", "é", "\r\n", " ",
]
