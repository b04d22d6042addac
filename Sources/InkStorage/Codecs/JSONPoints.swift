internal import InkModel

extension ByteBuffer {
  /// Appends samples as arrays of five integers, with commas between them.
  ///
  /// Most of the time of a JSON save is spent here, so the text is written through a raw pointer into memory
  /// that was reserved for the longest possible spelling.
  mutating func append(jsonPoints points: Span<SamplePoint>) {
    var previous = SamplePoint(x: 0, y: 0, t: 0, pressure: 0, radius: 0)
    var start = 0
    while start < points.count {
      let end = min(start + pointsPerPiece, points.count)
      unsafe appendUnsafely(upTo: (end - start) * pointTextMax + IntegerText.longestWrite) { memory in
        var place = unsafe memory
        for index in start..<end {
          let point = points[index]
          unsafe place = write(point, after: previous, at: place)
          previous = point
        }
        return unsafe place - memory
      }
      start = end
    }
    // Each sample is followed by a comma, which is one too many.
    if !points.isEmpty { truncate(to: count - 1) }
  }
}

/// The longest spelling of a sample: brackets, five commas, three differences of eleven characters and two
/// numbers of five.
private let pointTextMax = 2 + 5 + 3 * 11 + 2 * 5

/// Bounds how much memory is reserved ahead of a long stroke.
private let pointsPerPiece = 4_096

@inline(__always)
private func write(
  _ point: SamplePoint, after previous: SamplePoint, at start: UnsafeMutableRawPointer
) -> UnsafeMutableRawPointer {
  let text = IntegerText.shared
  var place = unsafe start
  func mark(_ character: Unicode.Scalar) {
    unsafe place.storeBytes(of: UInt8(ascii: character), as: UInt8.self)
    unsafe place += 1
  }
  mark("[")
  unsafe place = text.write(Int(point.x) - Int(previous.x), at: place)
  mark(",")
  unsafe place = text.write(Int(point.y) - Int(previous.y), at: place)
  mark(",")
  unsafe place = text.write(Int(point.t) - Int(previous.t), at: place)
  mark(",")
  unsafe place = text.write(Int(point.pressure), at: place)
  mark(",")
  unsafe place = text.write(Int(point.radius), at: place)
  mark("]")
  mark(",")
  return unsafe place
}
