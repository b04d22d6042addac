/// What is wrong with a JSON text, and where.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  public var message: String
  /// Bytes from the start of the text.
  public var offset: Int
  public var line: Int
  public var column: Int
  public var description: String { "\(message) at line \(line), column \(column)" }
}

/// Reads JSON forwards, byte by byte, without building a tree.
///
/// For the two places where text carries millions of numbers: page files in the `json` codecs, and session
/// files. Everything else uses Foundation's decoder. Every read is bounds-checked; numbers are integers.
public struct JSONCursor: ~Escapable {
  let bytes: RawSpan
  /// The next byte to be read.
  public internal(set) var offset: Int

  /// Starts at the first byte.
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) {
    self.bytes = bytes
    offset = 0
  }

  /// A fault at the current place.
  public func fault(_ message: String) -> JSONFault {
    var line = 1
    var column = 1
    for index in 0..<min(offset, bytes.byteCount) {
      if byte(index) == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return JSONFault(message: Self.shortened(message.printable), offset: offset, line: line, column: column)
  }

  /// A message whose middle is left out if it is too long to read, as one that quotes a file's string can be.
  private static func shortened(_ message: String) -> String {
    let text = message.utf8
    guard text.count > messageBytesMax else { return message }
    let part = messageBytesMax / 2
    return String(decoding: text.prefix(part), as: UTF8.self) + " … "
      + String(decoding: text.suffix(part), as: UTF8.self)
  }

  /// Half a screen; the longest list of known keys fits.
  private static let messageBytesMax = 600

  /// Whether only white space is left.
  @_lifetime(self: copy self)
  public mutating func isAtEnd() -> Bool {
    skipSpace()
    return offset >= bytes.byteCount
  }

  /// The next byte that is no white space, without taking it; nil at the end.
  @_lifetime(self: copy self)
  public mutating func peek() -> UInt8? {
    skipSpace()
    return offset < bytes.byteCount ? byte(offset) : nil
  }

  /// Takes a punctuation mark if it is next.
  @_lifetime(self: copy self)
  public mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: mark) else { return false }
    offset += 1
    return true
  }

  /// Takes a punctuation mark that must be next.
  @_lifetime(self: copy self)
  public mutating func expect(_ mark: Unicode.Scalar) throws(JSONFault) {
    guard take(mark) else { throw fault("expected '\(mark)'") }
  }

  /// Takes an integer of at most eighteen digits, so that two of them can be added.
  @_lifetime(self: copy self)
  public mutating func integer() throws(JSONFault) -> Int {
    let (magnitude, isNegative) = try number()
    guard magnitude < 1_000_000_000_000_000_000 else { throw fault("a number is too large") }
    return isNegative ? -Int(magnitude) : Int(magnitude)
  }

  /// Takes an integer that must fit a type; every value of every type up to 64 bits can be read.
  @_lifetime(self: copy self)
  public mutating func integer<Value: FixedWidthInteger>(as type: Value.Type) throws(JSONFault) -> Value {
    let (magnitude, isNegative) = try number()
    // Wrapping, because the least Int has no positive twin; what is too large for it comes out positive.
    let negative = Int(truncatingIfNeeded: 0 &- magnitude)
    guard !isNegative || negative <= 0,
      let value = isNegative ? Value(exactly: negative) : Value(exactly: magnitude)
    else { throw fault("\(isNegative ? "-" : "")\(magnitude) is out of range") }
    return value
  }

  /// Takes a sign and digits.
  @_lifetime(self: copy self)
  private mutating func number() throws(JSONFault) -> (magnitude: UInt64, isNegative: Bool) {
    skipSpace()
    let end = bytes.byteCount
    var isNegative = false
    if offset < end, byte(offset) == UInt8(ascii: "-") {
      isNegative = true
      offset += 1
    }
    let first = offset
    var value: UInt64 = 0
    while offset < end {
      let digit = byte(offset) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      offset += 1
    }
    let digits = offset - first
    guard digits > 0 else { throw fault("expected an integer") }
    // Of twenty digits, what does not fit 64 bits begins with 2 or more, or has wrapped below 10¹⁹.
    let fitsAsTwenty = digits == 20 && byte(first) == UInt8(ascii: "1") && value >= 10_000_000_000_000_000_000
    guard digits < 20 || fitsAsTwenty else { throw fault("a number is too large") }
    if digits > 1, byte(first) == UInt8(ascii: "0") { throw fault("a number starts with 0") }
    if offset < end {
      let next = byte(offset)
      if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
        throw fault("expected an integer, found a fraction")
      }
    }
    return (value, isNegative)
  }

  /// Takes a string.
  @_lifetime(self: copy self)
  public mutating func string() throws(JSONFault) -> String {
    try expect("\"")
    let first = offset
    var isEscaped = false
    while offset < bytes.byteCount {
      switch byte(offset) {
      case UInt8(ascii: "\""):
        let text = try decode(first..<offset, isEscaped: isEscaped)
        offset += 1
        return text
      case UInt8(ascii: "\\"):
        isEscaped = true
        offset = min(offset + 2, bytes.byteCount)
      case 0..<0x20: throw fault("a control character stands in a string")
      default: offset += 1
      }
    }
    throw fault("a string is not closed")
  }

  /// Takes `{`, then each key for a closure that must take its value, then `}`.
  @_lifetime(self: copy self)
  public mutating func object(
    _ member: (_ key: String, _ cursor: inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try expect("{")
    if take("}") { return }
    repeat {
      let key = try string()
      try expect(":")
      try member(key, &self)
    } while take(",")
    try expect("}")
  }

  /// Takes `[`, then lets a closure take each element, then `]`.
  @_lifetime(self: copy self)
  public mutating func array(
    _ element: (_ cursor: inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try expect("[")
    if take("]") { return }
    repeat { try element(&self) } while take(",")
    try expect("]")
  }

  /// Takes any value and forgets it.
  @_lifetime(self: copy self)
  public mutating func skipValue(depth: Int = 0) throws(JSONFault) {
    guard depth < Self.depthMax else { throw fault("the text is nested too deeply") }
    switch peek() {
    case UInt8(ascii: "{"):
      try object { (_, cursor) throws(JSONFault) in try cursor.skipValue(depth: depth + 1) }
    case UInt8(ascii: "["): try array { cursor throws(JSONFault) in try cursor.skipValue(depth: depth + 1) }
    case UInt8(ascii: "\""): _ = try string()
    case nil: throw fault("the text ends too early")
    default: try skipScalar()
    }
  }

  /// Deeper nesting than any of our formats has; a bound on recursion over hostile text.
  private static let depthMax = 32

  @_lifetime(self: copy self)
  private mutating func skipScalar() throws(JSONFault) {
    let first = offset
    while offset < bytes.byteCount {
      switch byte(offset) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"):
        offset += 1
      default:
        guard offset > first else { throw fault("expected a value") }
        return
      }
    }
    guard offset > first else { throw fault("expected a value") }
  }

  private func decode(_ range: Range<Int>, isEscaped: Bool) throws(JSONFault) -> String {
    guard isEscaped else {
      let text = unsafe bytes.extracting(range).withUnsafeBytes {
        unsafe String(validating: $0, as: UTF8.self)
      }
      guard let text else { throw fault("a string is not UTF-8") }
      return text
    }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(range.count)
    var units: [UInt16] = []
    var index = range.lowerBound
    func flush() {
      utf8 += Array(String(decoding: units, as: UTF16.self).utf8)
      units.removeAll()
    }
    while index < range.upperBound {
      guard byte(index) == UInt8(ascii: "\\") else {
        flush()
        utf8.append(byte(index))
        index += 1
        continue
      }
      guard index + 1 < range.upperBound else { throw fault("an escape is cut short") }
      let kind = byte(index + 1)
      index += 2
      if kind == UInt8(ascii: "u") {
        guard index + 4 <= range.upperBound else { throw fault("an escape is cut short") }
        var unit: UInt16 = 0
        for place in index..<index + 4 {
          guard let digit = Character(Unicode.Scalar(byte(place))).hexDigitValue else {
            throw fault("an escape has a wrong digit")
          }
          unit = unit << 4 | UInt16(digit)
        }
        units.append(unit)
        index += 4
        continue
      }
      flush()
      switch kind {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): utf8.append(kind)
      case UInt8(ascii: "n"): utf8.append(0x0A)
      case UInt8(ascii: "r"): utf8.append(0x0D)
      case UInt8(ascii: "t"): utf8.append(0x09)
      case UInt8(ascii: "b"): utf8.append(0x08)
      case UInt8(ascii: "f"): utf8.append(0x0C)
      default: throw fault("an unknown escape stands in a string")
      }
    }
    flush()
    guard let text = String(validating: utf8, as: UTF8.self) else { throw fault("a string is not UTF-8") }
    return text
  }

  @_lifetime(self: copy self)
  mutating func skipSpace() {
    while offset < bytes.byteCount {
      let next = byte(offset)
      guard next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 else { return }
      offset += 1
    }
  }

  /// One byte; the callers have compared the index with the end, and the span checks it again.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }
}
