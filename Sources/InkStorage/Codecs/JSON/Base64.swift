internal import InkModel

/// Bytes as text in the alphabet of RFC 4648, with padding.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func isCharacter(_ byte: UInt8) -> Bool { value(byte) != nil || byte == padding }

  /// The character of six bits.
  static func character(_ bits: UInt32) -> UInt8 { alphabet[Int(bits & 63)] }

  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Appends the bytes of a text; false if it is not what `append(base64:)` writes.
  static func decode(_ text: UnsafeBufferPointer<UInt8>, appendingTo bytes: inout [UInt8]) -> Bool {
    guard text.count % 4 == 0 else { return false }
    for group in stride(from: 0, to: text.count, by: 4) {
      let isLast = group + 4 == text.count
      let padded = unsafe !isLast || text[group + 3] != padding ? 0 : text[group + 2] == padding ? 2 : 1
      var bits: UInt32 = 0
      for place in 0..<4 {
        guard place < 4 - padded else {
          bits <<= 6
          continue
        }
        guard let value = unsafe value(text[group + place]) else { return false }
        bits = bits << 6 | value
      }
      // The bits under the padding must be zero, so that bytes have one spelling.
      guard padded == 0 || bits & (padded == 1 ? 0xFF : 0xFFFF) == 0 else { return false }
      for place in 0..<(3 - padded) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
      }
    }
    return true
  }
}

extension ByteBuffer {
  /// Appends bytes as base64 text.
  mutating func append(base64 bytes: Span<UInt8>) {
    reserve((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for place in 0..<3 { bits = bits << 8 | (place < count ? UInt32(bytes[start + place]) : 0) }
      for place in 0..<4 {
        append(place <= count ? Base64.character(bits >> UInt32(18 - 6 * place)) : UInt8(ascii: "="))
      }
    }
  }
}
