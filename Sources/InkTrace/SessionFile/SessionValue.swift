internal import InkModel

/// Values that several lines of a session file have.
enum SessionValue {
  /// An identifier: sixteen hexadecimal digits.
  static func identifier(_ cursor: inout JSONCursor) throws(JSONFault) -> UInt64 {
    let text = try cursor.string()
    guard let value = hexadecimal(text, digitCount: 16) else {
      throw cursor.fault("'\(text)' is no identifier: sixteen hexadecimal digits were expected")
    }
    return value
  }

  /// A number of so many hexadecimal digits, in lower case; nil if the text is anything else.
  static func hexadecimal(_ text: String, digitCount: Int) -> UInt64? {
    guard text.utf8.count == digitCount else { return nil }
    var value: UInt64 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return value
  }

  /// A time in milliseconds.
  static func milliseconds(_ cursor: inout JSONCursor) throws(JSONFault) -> UInt64 {
    let value = try cursor.integer(as: UInt64.self)
    guard value <= TraceLimits.millisecondsMax else { throw cursor.fault("the time \(value) is too large") }
    return value
  }

  /// A number of things, from 0 up to a bound.
  static func count(_ cursor: inout JSONCursor, max: Int) throws(JSONFault) -> Int {
    let value = try cursor.integer()
    guard (0...max).contains(value) else { throw cursor.fault("\(value) is not between 0 and \(max)") }
    return value
  }

  /// Takes `null` if it is next.
  static func takesNull(_ cursor: inout JSONCursor) throws(JSONFault) -> Bool {
    guard cursor.peek() == UInt8(ascii: "n") else { return false }
    for letter in "null".unicodeScalars { try cursor.expect(letter) }
    return true
  }

  /// One of a few words.
  static func word<Word: RawRepresentable & CaseIterable>(
    _ cursor: inout JSONCursor, as type: Word.Type
  ) throws(JSONFault) -> Word where Word.RawValue == String {
    let text = try cursor.string()
    guard let word = Word(rawValue: text) else {
      throw cursor.fault(
        "'\(text)' is unknown: \(suggestion(for: text, among: Word.allCases.map(\.rawValue)))")
    }
    return word
  }
}
