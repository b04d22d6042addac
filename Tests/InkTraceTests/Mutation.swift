import InkModel

/// Damage of the kinds that disks, transfers and editors do, from a seed.
enum Mutation {
  /// One to four of: a changed byte, a removed run, a doubled run, a cut end, an inserted odd text.
  static func apply(to bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<1 + random.below(4) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      let run = place..<min(bytes.count, place + 1 + random.below(40))
      switch random.below(6) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[place] ^= 1 << UInt8(random.below(8))
      case 2: bytes.removeSubrange(run)
      case 3: bytes.insert(contentsOf: bytes[run], at: place)
      case 4: bytes.removeSubrange(random.chance(0.2) ? place..<bytes.count : run)
      default: bytes.insert(contentsOf: oddTexts[random.below(oddTexts.count)].utf8, at: place)
      }
    }
    return bytes
  }

  private static let oddTexts = [
    "nan", "-nan", "1e999", "-1e-999", "99999999999999999999999999", "-", "\"", "'", "!", "*", "?",
    "#FFFFFFFFFFFFFFFF",
    ",", ":", "<", "</trace>", "<![CDATA[1 2]]>", "&amp;", "&#0;", "\u{0}", "\\u", "\\", "[[[[[[[[", "{{{{",
    "-0", "00", "é", "\r\n", " ",
  ]
}
