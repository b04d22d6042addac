/// Samples as one flat JSON array of integers, five a sample: x, y, time, pressure, radius.
///
/// The first five are the values themselves, all others differences from the sample before. Most of a session
/// file is such arrays, so both directions have a loop of their own.
extension ByteBuffer {
  /// Appends samples as a flat array of differences.
  public mutating func append(samples: Span<SamplePoint>) {
    append(UInt8(ascii: "["))
    let room = samples.count * SampleText.longestSample + IntegerText.longestWrite
    unsafe appendUnsafely(upTo: room) { start in
      let text = IntegerText.shared
      var place = unsafe start
      var last = SamplePoint(x: 0, y: 0, t: 0, pressure: 0, radius: 0)
      func write(_ value: Int) {
        unsafe place = text.write(value, at: place)
        unsafe place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
        unsafe place += 1
      }
      for index in samples.indices {
        let sample = samples[index]
        write(Int(sample.x) - Int(last.x))
        write(Int(sample.y) - Int(last.y))
        write(Int(sample.t) - Int(last.t))
        write(Int(sample.pressure) - Int(last.pressure))
        write(Int(sample.radius) - Int(last.radius))
        last = sample
      }
      // Without the last comma.
      return unsafe max(place - start - 1, 0)
    }
    append(UInt8(ascii: "]"))
  }
}

extension JSONCursor {
  /// Takes a flat array of differences and appends its samples, until there are as many as the limit allows.
  @_lifetime(self: copy self)
  public mutating func samples(
    appendingTo samples: inout [SamplePoint], upTo limit: Int
  ) throws(JSONFault) {
    try expect("[")
    if take("]") { return }
    var x = 0
    var y = 0
    var t = 0
    var pressure = 0
    var radius = 0
    repeat {
      // A number has at most 18 digits and each sum is checked below, so no addition can overflow.
      x += try difference()
      try nextDifference()
      y += try difference()
      try nextDifference()
      t += try difference()
      try nextDifference()
      pressure += try difference()
      try nextDifference()
      radius += try difference()
      guard let x = Int32(exactly: x), let y = Int32(exactly: y), let t = UInt32(exactly: t),
        let pressure = UInt16(exactly: pressure), let radius = UInt16(exactly: radius)
      else { throw fault("a sample is out of range: \(x), \(y), \(t), \(pressure), \(radius)") }
      guard samples.count < limit else { throw fault("there are more than \(limit) samples; divide them") }
      samples.append(SamplePoint(x: x, y: y, t: t, pressure: pressure, radius: radius))
    } while takeComma()
    try expect("]")
  }

  /// Takes an integer; a small one without white space before it, as we write them, in the shortest way.
  @inline(__always) @_lifetime(self: copy self)
  private mutating func difference() throws(JSONFault) -> Int {
    // The longest of these, a sign, three digits and what follows, lies within the text.
    guard bytes.byteCount - offset >= SampleText.quickByteCount else { return try integer() }
    var place = offset
    var byte = load(place)
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative {
      place += 1
      byte = load(place)
    }
    var value = Int(byte &- UInt8(ascii: "0"))
    guard value < 10 else { return try integer() }
    place += 1
    byte = load(place)
    // A number that starts with 0 has no second digit; the full reader says so.
    if value > 0 {
      var digits = 1
      while digits < 3 {
        let digit = Int(byte &- UInt8(ascii: "0"))
        guard digit < 10 else { break }
        value = value * 10 + digit
        place += 1
        byte = load(place)
        digits += 1
      }
    }
    guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") else { return try integer() }
    offset = place
    return isNegative ? -value : value
  }

  @inline(__always) @_lifetime(self: copy self)
  private mutating func takeComma() -> Bool {
    if offset < bytes.byteCount, load(offset) == UInt8(ascii: ",") {
      offset += 1
      return true
    }
    return take(",")
  }

  @inline(__always) @_lifetime(self: copy self)
  private mutating func nextDifference() throws(JSONFault) {
    guard takeComma() else { throw fault("expected ',': a sample has five numbers") }
  }

  /// One byte; the span checks the bounds.
  @inline(__always)
  private func load(_ place: Int) -> UInt8 { unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) }
}

private enum SampleText {
  /// Three differences of 32-bit values (11 characters), two of 16-bit ones (6), five commas.
  static let longestSample = 11 * 3 + 6 * 2 + 5
  /// A sign, three digits and the mark after them.
  static let quickByteCount = 5
}
