/// Checks that bytes are UTF-8 while they pass, in pieces that may end within a character.
///
/// The rules are those of the Unicode Standard's table of well-formed byte sequences (version 15, table 3-7).
struct UTF8Check {
  /// Bytes that the current character still needs.
  private var missing = 0
  /// What the next of them may be.
  private var allowed: ClosedRange<UInt8> = Self.continuation

  private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether no character is unfinished.
  var isAtBoundary: Bool { missing == 0 }

  /// Takes the next bytes; false if they go against the rules.
  mutating func take(_ bytes: RawSpan) -> Bool {
    var index = 0
    while index < bytes.byteCount {
      // Ink is digits: eight at a time while no byte has its highest bit.
      if missing == 0, index + 8 <= bytes.byteCount,
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) & Self.highBits == 0
      {
        index += 8
        continue
      }
      guard take(unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)) else { return false }
      index += 1
    }
    return true
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  private mutating func take(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard allowed.contains(byte) else { return false }
      missing -= 1
      allowed = Self.continuation
      return true
    }
    switch byte {
    case 0x00...0x7F: break
    case 0xC2...0xDF: missing = 1
    case 0xE0: expect(2, 0xA0...0xBF)
    case 0xED: expect(2, 0x80...0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: expect(3, 0x90...0xBF)
    case 0xF1...0xF3: missing = 3
    case 0xF4: expect(3, 0x80...0x8F)
    default: return false
    }
    return true
  }

  private mutating func expect(_ count: Int, _ next: ClosedRange<UInt8>) {
    missing = count
    allowed = next
  }
}
