/// Integers of variable length, and signed numbers as unsigned ones.
enum Varint {
  /// A signed number with its sign in the lowest bit, so that small numbers of both signs stay small.
  @inline(__always)
  static func zigzag(_ value: Int32) -> UInt32 { UInt32(bitPattern: (value &<< 1) ^ (value &>> 31)) }

  @inline(__always)
  static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value &<< 1) ^ (value &>> 63)) }

  @inline(__always)
  static func unzigzag(_ value: UInt32) -> Int32 { Int32(bitPattern: (value &>> 1) ^ (0 &- (value & 1))) }

  @inline(__always)
  static func unzigzag(_ value: UInt64) -> Int64 { Int64(bitPattern: (value &>> 1) ^ (0 &- (value & 1))) }

  /// The most bytes of a 32-bit number.
  static let byteCountMax = 5

  /// Writes a number of at most ten bytes and returns the place after it.
  @unsafe @inline(__always)
  static func write<Value: FixedWidthInteger & UnsignedInteger>(
    _ value: Value, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var place = unsafe place
    var rest = value
    while rest >= 0x80 {
      unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
      unsafe place += 1
      rest &>>= 7
    }
    unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    return unsafe place + 1
  }
}
