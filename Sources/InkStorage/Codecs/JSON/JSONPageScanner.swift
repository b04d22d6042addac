internal import InkModel

/// Reads the text of a JSON page, byte by byte.
///
/// The text is followed by zero bytes, which no rule of the grammar accepts: every step looks at the byte
/// where it stands and goes on only if that is the expected one, so no step needs a bounds check. Numbers are
/// looked at through loads of eight bytes, which may take in the zeros and never go behind them.
@safe struct JSONPageScanner {
  private let start: UnsafePointer<UInt8>
  private var place: UnsafePointer<UInt8>
  private let byteCount: Int
  private let layout: JSONLayout

  /// Starts at the first byte of a text; the eight bytes after it must be readable and zero.
  @unsafe init(terminated text: UnsafeBufferPointer<UInt8>, layout: JSONLayout) {
    self.layout = layout
    byteCount = text.count
    guard let base = text.baseAddress else { preconditionFailure("a terminated text has a first byte") }
    unsafe start = base
    unsafe place = base
  }

  /// Takes a whole page.
  mutating func page(into elements: inout [Element], _ arena: inout InkArena) throws(CodecError) {
    guard take(layout.opening) else { throw fault("expected '\(layout.opening)'") }
    let version = try integer()
    guard version == JSONCodec.version else { throw CodecError("JSON page version \(version) is unknown") }
    try expect(",\"elements\":[")
    if !take(JSONCodec.closing) {
      repeat {
        try expect("\n")
        elements.append(try element(&arena))
      } while takeByte(UInt8(ascii: ","))
      guard take(JSONCodec.closing) else { throw fault("expected a comma or the page's end") }
    }
    guard unsafe place - start == byteCount else { throw fault("text follows the page's end") }
  }

  private mutating func element(_ arena: inout InkArena) throws(CodecError) -> Element {
    try expect("{\"")
    if take("stroke\":\"") { return .stroke(try stroke(&arena)) }
    try expect("image\":\"")
    let id = try hexadecimal(digits: 16)
    try expect("\",\"asset\":\"")
    let asset = try hexadecimal(digits: 16)
    try expect("\",\"frame\":[")
    let x = try integer(as: Int32.self)
    try expect(",")
    let y = try integer(as: Int32.self)
    try expect(",")
    let width = try integer(as: Int32.self)
    try expect(",")
    let height = try integer(as: Int32.self)
    try expect("]}")
    return .image(
      PlacedImage(
        id: ElementID(rawValue: id), frame: Frame(x: x, y: y, width: width, height: height),
        asset: AssetID(rawValue: asset)))
  }

  private mutating func stroke(_ arena: inout InkArena) throws(CodecError) -> Stroke {
    let id = try hexadecimal(digits: 16)
    try expect("\",\"tool\":\"")
    guard let tool = Tool.allCases.first(where: { take($0.jsonName + "\"") }) else {
      throw fault("expected a tool")
    }
    try expect(",\"colour\":\"")
    let colour = UInt32(truncatingIfNeeded: try hexadecimal(digits: 8))
    try expect("\",\"width\":")
    let width = try integer(as: UInt16.self)
    try expect(",")
    var opaque = ArenaRange.empty
    if take("\"opaque\":\"") {
      let first = arena.opaque.count
      try base64(appendingTo: &arena.opaque)
      try expect("\",")
      opaque = ArenaRange(start: first, count: arena.opaque.count - first)
    }
    try expect("\"points\":[")
    let first = arena.points.count
    switch layout {
    case .points: try points(appendingTo: &arena.points)
    case .differences: try differences(appendingTo: &arena.points)
    }
    try expect("}")
    guard arena.points.count <= UInt32.max, arena.opaque.count <= UInt32.max else {
      throw fault("more samples than a page can hold")
    }
    return Stroke(
      id: ElementID(rawValue: id), ink: Ink(tool: tool, colour: colour, width: width),
      points: ArenaRange(start: first, count: arena.points.count - first), opaque: opaque)
  }

  private mutating func points(appendingTo points: inout [SamplePoint]) throws(CodecError) {
    if takeByte(UInt8(ascii: "]")) { return }
    var x = 0
    var y = 0
    var t = 0
    repeat {
      guard takeByte(UInt8(ascii: "[")) else { throw fault("expected '['") }
      x += try integer(then: ",")
      y += try integer(then: ",")
      t += try integer(then: ",")
      let pressure = try integer(then: ",")
      let radius = try integer(then: "]")
      points.append(try sample(x, y, t, pressure, radius))
    } while takeByte(UInt8(ascii: ","))
    guard takeByte(UInt8(ascii: "]")) else { throw fault("expected ']'") }
  }

  private mutating func differences(appendingTo points: inout [SamplePoint]) throws(CodecError) {
    if takeByte(UInt8(ascii: "]")) { return }
    var x = 0
    var y = 0
    var t = 0
    var pressure = 0
    var radius = 0
    repeat {
      x += try integer(then: ",")
      y += try integer(then: ",")
      t += try integer(then: ",")
      pressure += try integer(then: ",")
      // The last number of all is followed by another mark; the loop looks at it.
      radius += try integer()
      points.append(try sample(x, y, t, pressure, radius))
    } while takeByte(UInt8(ascii: ","))
    guard takeByte(UInt8(ascii: "]")) else { throw fault("expected ']'") }
  }

  @inline(__always)
  private func sample(
    _ x: Int, _ y: Int, _ t: Int, _ pressure: Int, _ radius: Int
  ) throws(CodecError) -> SamplePoint {
    guard let x = Int32(exactly: x), let y = Int32(exactly: y), let t = UInt32(exactly: t),
      let pressure = UInt16(exactly: pressure), let radius = UInt16(exactly: radius)
    else { throw fault("a sample is out of range") }
    return SamplePoint(x: x, y: y, t: t, pressure: pressure, radius: radius)
  }

  /// Takes an integer and the mark that has to follow it.
  @inline(__always)
  private mutating func integer(then mark: Unicode.Scalar) throws(CodecError) -> Int {
    let (value, byteCount, next) = quickInteger()
    guard byteCount > 0, next == UInt8(ascii: mark) else {
      let value = try longInteger()
      guard takeByte(UInt8(ascii: mark)) else { throw fault("expected '\(mark)'") }
      return value
    }
    unsafe place += byteCount &+ 1
    return value
  }

  /// Takes an integer.
  @inline(__always)
  private mutating func integer() throws(CodecError) -> Int {
    let (value, byteCount, _) = quickInteger()
    guard byteCount > 0 else { return try longInteger() }
    unsafe place += byteCount
    return value
  }

  /// The integer at the place, its length and the byte after it; a length of 0 where a closer look is needed.
  ///
  /// Numbers of one to four digits, nearly all there are, are read from one load without a branch on their
  /// length, which no processor could foresee: the first byte that is no digit is found by arithmetic on all
  /// eight, the digits are moved to the end of a four-byte word, and joined in pairs and then in fours. Each
  /// number waits for the length of the one before, so the way from the load to the length is kept short.
  @inline(__always)
  private func quickInteger() -> (value: Int, byteCount: Int, next: UInt8) {
    let word = unsafe UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
    // Digits become 0 to 9; whatever else a byte holds becomes 10 or more, and sets its high bit.
    let values = word ^ 0x3030_3030_3030_3030
    let others = ((values &+ 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080
    // Arithmetic rather than a choice: whether a sign comes can't be foreseen either.
    let sign: UInt64 = UInt8(truncatingIfNeeded: word) == UInt8(ascii: "-") ? 1 : 0
    let length = (others & ~(sign &<< 7)).trailingZeroBitCount &>> 3
    let digits = length &- Int(truncatingIfNeeded: sign)
    // Not 0 where a 0 comes first and does not stand alone; for the same reason no choice either.
    let first = (values &>> (sign &<< 3)) & 0xFF
    let needless = ((first &- 1) &>> 63) &* UInt64(truncatingIfNeeded: length &- 1)
    guard (UInt64(truncatingIfNeeded: digits &- 1) & ~3) | needless == 0 else { return (0, 0, 0) }
    let digitValues = values & ~(sign &* 0xFF)
    let four = UInt32(truncatingIfNeeded: (digitValues &<< UInt64(64 &- 8 &* length)) &>> 32)
    let pairs = four &* 10 &+ (four &>> 8)
    let magnitude = Int((pairs & 0xFF) &* 100 &+ ((pairs &>> 16) & 0xFF))
    let negation = 0 &- Int(truncatingIfNeeded: sign)
    return (
      (magnitude ^ negation) &- negation, length,
      UInt8(truncatingIfNeeded: word &>> UInt64(8 &* length))
    )
  }

  /// Takes an integer digit by digit, or says what is wrong with it.
  @inline(never)
  private mutating func longInteger() throws(CodecError) -> Int {
    let isNegative = takeByte(UInt8(ascii: "-"))
    let first = unsafe place
    var value = 0
    while true {
      let digit = unsafe place.pointee &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value &* 10 &+ Int(digit)
      unsafe place += 1
    }
    let digits = unsafe place - first
    guard digits > 0, digits <= 12 else { throw fault("expected an integer of at most twelve digits") }
    if unsafe first.pointee == UInt8(ascii: "0"), digits > 1 || isNegative {
      throw fault("a number begins with 0")
    }
    return isNegative ? -value : value
  }

  private mutating func integer<Value: FixedWidthInteger>(as type: Value.Type) throws(CodecError) -> Value {
    guard let value = Value(exactly: try integer()) else { throw fault("a number is out of range") }
    return value
  }

  private mutating func hexadecimal(digits: Int) throws(CodecError) -> UInt64 {
    var value: UInt64 = 0
    for _ in 0..<digits {
      let byte = unsafe place.pointee
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: throw fault("expected \(digits) hexadecimal digits")
      }
      value = value << 4 | UInt64(digit)
      unsafe place += 1
    }
    return value
  }

  private mutating func base64(appendingTo bytes: inout [UInt8]) throws(CodecError) {
    let first = unsafe place
    while unsafe Base64.isCharacter(place.pointee) { unsafe place += 1 }
    let text = unsafe UnsafeBufferPointer(start: first, count: place - first)
    guard unsafe Base64.decode(text, appendingTo: &bytes) else { throw fault("the base64 text is malformed") }
  }

  private mutating func expect(_ literal: String) throws(CodecError) {
    guard take(literal) else { throw fault("expected '\(literal == "\n" ? "a new line" : literal)'") }
  }

  /// Takes a literal if it is next.
  private mutating func take(_ literal: String) -> Bool {
    var candidate = unsafe place
    for byte in literal.utf8 {
      guard unsafe candidate.pointee == byte else { return false }
      unsafe candidate += 1
    }
    unsafe place = candidate
    return true
  }

  @inline(__always)
  private mutating func takeByte(_ byte: UInt8) -> Bool {
    guard unsafe place.pointee == byte else { return false }
    unsafe place += 1
    return true
  }

  private func fault(_ message: String) -> CodecError {
    CodecError("\(message) at byte \(unsafe place - start)")
  }
}
