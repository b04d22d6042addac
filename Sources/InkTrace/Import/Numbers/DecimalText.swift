/// Decimal numbers, read from their text exactly as `strtod` would, but without a locale and mostly faster.
///
/// Up to 2⁵³ a mantissa is exact as a double, and so are the powers of ten to 10²²; one division or
/// multiplication of the two is then correctly rounded (Clinger, "How to read floating point numbers
/// accurately", 1990). Longer texts go to the standard library.
enum DecimalText {
  /// The number; not a number for `nan`, infinities and anything that is no number.
  static func value(of text: Span<UInt8>) -> Double {
    var index = 0
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    var mantissa: UInt64 = 0
    var digitCount = 0
    var exponent = 0
    var hasPoint = false
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        // Wraps for very long texts, which are then given to the standard library.
        mantissa = mantissa &* 10 &+ UInt64(digit)
        digitCount += 1
        if hasPoint { exponent -= 1 }
      } else if text[index] == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    guard digitCount > 0 else { return .nan }
    if index < text.count {
      guard text[index] | 0x20 == UInt8(ascii: "e"), let power = integer(text, from: index + 1) else {
        return .nan
      }
      exponent += power
    }
    guard digitCount <= 19, mantissa <= 1 << 53, abs(exponent) < powers.count else { return long(text) }
    let magnitude =
      exponent < 0 ? Double(mantissa) / powers[-exponent] : Double(mantissa) * powers[exponent]
    return isNegative ? -magnitude : magnitude
  }

  private static func integer(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    guard index < text.count, text.count - index <= 9 else { return nil }
    var value = 0
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
      index += 1
    }
    return isNegative ? -value : value
  }

  private static func long(_ text: Span<UInt8>) -> Double {
    var characters: [UInt8] = []
    for index in text.indices { characters.append(text[index]) }
    guard let value = Double(String(decoding: characters, as: UTF8.self)), value.isFinite else { return .nan }
    return value
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}
