internal import InkModel

/// Integers as decimal text together with the marks that follow them in a page.
///
/// Method. Nearly all numbers of a sample are small differences, so the text of each small number is rendered
/// once with its marks into an 8-byte word: the characters in the low bytes, their number in the highest.
/// Writing a number with what follows it is one unaligned store of eight bytes, and the place moves on by the
/// highest byte.
@safe struct JSONNumberText: @unchecked Sendable {
  /// A number and a comma.
  static let comma = JSONNumberText(marks: ",", range: -2_048..<2_048)
  /// The last number of a sample, and the opening of the next one.
  static let nextSample = JSONNumberText(marks: "],[", range: 0..<4_096)

  private let words: UnsafeMutablePointer<UInt64>
  private let smallest: Int
  private let count: Int
  private let marks: UInt64
  private let markCount: Int

  /// The most bytes `write` touches beyond the place that it returns.
  static let slack = IntegerText.longestWrite

  private init(marks text: String, range: Range<Int>) {
    smallest = range.lowerBound
    count = range.count
    markCount = text.utf8.count
    marks = Self.word(text)
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: range.count)
    for number in range {
      let characters = String(number) + text
      precondition(characters.utf8.count < 8, "the highest byte is the count's")
      unsafe table[number - range.lowerBound] =
        Self.word(characters) | UInt64(characters.utf8.count) << 56
    }
    unsafe words = table
  }

  private static func word(_ text: String) -> UInt64 {
    var word: UInt64 = 0
    for (place, byte) in text.utf8.enumerated() { word |= UInt64(byte) << (8 * UInt64(place)) }
    return word
  }

  /// Writes a number and its marks at a place with room for both and the slack, and returns the place after
  /// them.
  @unsafe @inline(__always)
  func write(_ value: Int, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let index = UInt(bitPattern: value &- smallest)
    guard index < UInt(count) else { return unsafe writeLong(value, at: place) }
    let word = unsafe words[Int(index)]
    unsafe place.storeBytes(of: word.littleEndian, as: UInt64.self)
    return unsafe place + Int(word >> 56)
  }

  @unsafe @inline(never)
  private func writeLong(_ value: Int, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let end = unsafe IntegerText.shared.write(value, at: place)
    unsafe end.storeBytes(of: marks.littleEndian, as: UInt64.self)
    return unsafe end + markCount
  }
}
