/// Integers as decimal text, fast.
///
/// Differences between samples are small, so the text of −2,048…2,047 is rendered once into a table of
/// 8-byte words: the characters in the low bytes, their number in the highest. Writing such a number is one
/// unaligned 8-byte store. A plain digit loop costs about twice as much over a page of ink.
@safe public struct IntegerText: @unchecked Sendable {
  private let words: UnsafeMutablePointer<UInt64>

  /// The one table of the process, made on first use and never changed.
  public static let shared = IntegerText()

  /// The most bytes `write` touches, counting the slack of its wide store.
  public static let longestWrite = 24

  private static let smallest = -2_048
  private static let wordCount = 4_096

  private init() {
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: Self.wordCount)
    for index in 0..<Self.wordCount {
      let text = Array(String(index + Self.smallest).utf8)
      var word = UInt64(text.count) << 56
      for (place, byte) in text.enumerated() { word |= UInt64(byte) << (8 * UInt64(place)) }
      unsafe table[index] = word
    }
    unsafe words = table
  }

  /// Writes a number at a place that has `longestWrite` bytes of room, and returns the place after it.
  @unsafe @inline(__always)
  public func write(_ value: Int, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let index = UInt(bitPattern: value &- Self.smallest)
    guard index < UInt(Self.wordCount) else { return unsafe writeLong(value, at: place) }
    let word = unsafe words[Int(index)]
    unsafe place.storeBytes(of: word.littleEndian, as: UInt64.self)
    return unsafe place + Int(word >> 56)
  }

  @unsafe private func writeLong(_ value: Int, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    var place = unsafe place
    if value < 0 {
      unsafe place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
      unsafe place += 1
    }
    var magnitude = value.magnitude
    var digits = 1
    var bound: UInt = 10
    while magnitude >= bound {
      digits += 1
      let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
      if overflow { break }
      bound = next
    }
    for offset in stride(from: digits - 1, through: 0, by: -1) {
      let (rest, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
      unsafe place.storeBytes(of: UInt8(ascii: "0") + UInt8(digit), toByteOffset: offset, as: UInt8.self)
      magnitude = rest
    }
    return unsafe place + digits
  }
}

extension ByteBuffer {
  /// Appends a number as decimal text.
  public mutating func append(decimal value: some BinaryInteger) {
    let number = Int(value)
    unsafe appendUnsafely(upTo: IntegerText.longestWrite) { place in
      unsafe IntegerText.shared.write(number, at: place) - place
    }
  }
}
