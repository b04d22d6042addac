/// A fixed computation that tells how fast a processor encodes ink, the same on every machine.
///
/// Method: made-up points of 16 bytes (five numbers: x, y, time, pressure, radius) come from a linear
/// congruential generator and move by small steps. Each number's difference to the last point's is written as
/// a zigzag varint into a buffer that is reused. That is what a compact page codec does, and nothing of it
/// touches a file. Speed is stated in bytes of points, 16 each, a second.
package enum EncodeKernel {
  /// How many points one pass encodes: about a page.
  package static let pointCount = 65_536
  /// What one pass stands for.
  package static let bytesPerPass = pointCount * 16

  /// Encodes the points once; returns a sum over the encoding, so that no compiler can leave it out.
  package static func pass(into buffer: inout [UInt8]) -> UInt64 {
    if buffer.count < capacity { buffer = [UInt8](repeating: 0, count: capacity) }
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var place = 0
    for _ in 0..<pointCount {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // Steps of a pen: x and y within ±32 tenths of a point, 4 ms, small changes of pressure and radius.
      put(Int32(truncatingIfNeeded: state >> 58) - 32, into: &buffer, &place)
      put(Int32(truncatingIfNeeded: (state >> 52) & 63) - 32, into: &buffer, &place)
      put(4, into: &buffer, &place)
      put(Int32(truncatingIfNeeded: (state >> 44) & 255) - 128, into: &buffer, &place)
      put(Int32(truncatingIfNeeded: (state >> 42) & 3) - 1, into: &buffer, &place)
    }
    var sum: UInt64 = UInt64(place)
    for index in stride(from: 0, to: place, by: 64) { sum = sum &* 31 &+ UInt64(buffer[index]) }
    return sum
  }

  /// Five numbers a point, five bytes a number at most.
  private static let capacity = pointCount * 25

  @inline(__always)
  private static func put(_ difference: Int32, into buffer: inout [UInt8], _ place: inout Int) {
    var rest = UInt32(bitPattern: (difference << 1) ^ (difference >> 31))
    while rest >= 0x80 {
      buffer[place] = UInt8(truncatingIfNeeded: rest) | 0x80
      place += 1
      rest >>= 7
    }
    buffer[place] = UInt8(truncatingIfNeeded: rest)
    place += 1
  }
}
