internal import InkModel

/// Reads integers of variable length out of memory, never behind its end.
@safe struct VarintReader {
  private var place: UnsafeRawPointer
  private let end: UnsafeRawPointer

  /// Starts at the first of some bytes, which must stay where they are.
  @unsafe init(_ memory: UnsafeRawBufferPointer) {
    // No bytes may have no address; then nothing is ever read, whatever the place.
    let start = unsafe memory.baseAddress ?? UnsafeRawPointer(bitPattern: 8)
    guard let start = unsafe start else { preconditionFailure("eight is an address") }
    unsafe place = start
    unsafe end = start + memory.count
  }

  /// Bytes left to be read.
  var remaining: Int { unsafe end - place }

  mutating func byte() throws(CodecError) -> UInt8 {
    guard remaining > 0 else { throw CodecError("the page ends too early") }
    let byte = unsafe place.load(as: UInt8.self)
    unsafe place += 1
    return byte
  }

  mutating func uint32() throws(CodecError) -> UInt32 {
    guard remaining >= 4 else { throw CodecError("the page ends too early") }
    let value = unsafe UInt32(littleEndian: place.loadUnaligned(as: UInt32.self))
    unsafe place += 4
    return value
  }

  /// Takes a number of at most 32 bits.
  mutating func varint() throws(CodecError) -> UInt32 {
    let value = try longVarint()
    guard let value = UInt32(exactly: value) else { throw CodecError("a number has more than 32 bits") }
    return value
  }

  /// Takes a number of at most 64 bits.
  mutating func longVarint() throws(CodecError) -> UInt64 {
    let first = try byte()
    guard first >= 0x80 else { return UInt64(first) }
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      let next = try byte()
      // The tenth byte has room for one bit.
      guard shift < 63 || next <= 1 else { throw CodecError("a number has more than 64 bits") }
      value |= UInt64(next & 0x7F) << shift
      guard next >= 0x80 else {
        guard next > 0 else { throw CodecError("a number ends with a needless zero") }
        return value
      }
      shift += 7
    }
  }

  /// Appends the next bytes as they are.
  mutating func bytes(_ count: Int, into bytes: inout [UInt8]) throws(CodecError) {
    guard count <= remaining else {
      throw CodecError("\(count) opaque bytes are promised and \(remaining) are left")
    }
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: place, count: count))
    unsafe place += count
  }

  /// Fills a column with so many numbers.
  mutating func column(_ numbers: UnsafeMutablePointer<UInt32>, count: Int) throws(CodecError) {
    var index = 0
    while index < count {
      // Eight numbers of one byte each, as nearly all are, are widened at once.
      if index &+ 8 <= count, remaining >= 8 {
        let eight = unsafe place.loadUnaligned(as: UInt64.self)
        if eight & 0x8080_8080_8080_8080 == 0 {
          let wide = SIMD8<UInt32>(truncatingIfNeeded: unsafe unsafeBitCast(eight, to: SIMD8<UInt8>.self))
          unsafe UnsafeMutableRawPointer(numbers + index).storeBytes(of: wide, as: SIMD8<UInt32>.self)
          unsafe place += 8
          index &+= 8
          continue
        }
      }
      unsafe numbers[index] = try varint()
      index &+= 1
    }
  }

  /// Fills a column that begins with the byte of its form.
  mutating func formedColumn(
    _ numbers: UnsafeMutablePointer<UInt32>, count: Int
  ) throws(CodecError) {
    let mark = try byte()
    switch VarintForm(rawValue: mark) {
    case .plain: try unsafe column(numbers, count: count)
    case .runs:
      var index = 0
      while index < count {
        let run = Int(try varint())
        guard run <= count - index else { throw CodecError("a run is longer than its block") }
        for kept in index..<index + run { unsafe numbers[kept] = 0 }
        index += run
        guard index < count else { break }
        unsafe numbers[index] = try varint()
        index += 1
      }
    case nil: throw CodecError("a column has the unknown form \(mark)")
    }
  }
}
