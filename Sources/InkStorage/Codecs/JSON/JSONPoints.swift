internal import InkModel

/// Where the numbers of samples stand in a page's text.
enum JSONLayout: Sendable {
  /// An array a sample, pressure and radius absolute.
  case points
  /// One flat array a stroke, all numbers differences from the sample before.
  case differences
}

/// The samples of a stroke as text.
///
/// Most of the time of a JSON save is spent here, so the text is written through a raw pointer into memory
/// that was reserved for the longest possible spelling, a piece of the stroke at a time.
extension ByteBuffer {
  /// Appends samples as arrays of five integers, with commas between them.
  mutating func append(jsonPoints points: Span<SamplePoint>) {
    guard !points.isEmpty else { return }
    append(UInt8(ascii: "["))
    let text = JSONNumberText.comma
    let lastText = JSONNumberText.nextSample
    unsafe append(points) { (point, previous, start) in
      var place = unsafe text.write(Int(point.x) - Int(previous.x), at: start)
      unsafe place = text.write(Int(point.y) - Int(previous.y), at: place)
      unsafe place = text.write(Int(point.t) - Int(previous.t), at: place)
      unsafe place = text.write(Int(point.pressure), at: place)
      return unsafe lastText.write(Int(point.radius), at: place)
    }
    // The last sample is followed by ',[', which is too much.
    truncate(to: count - 2)
  }

  /// Appends samples as five differences each, with commas between them.
  mutating func append(jsonDifferences points: Span<SamplePoint>) {
    guard !points.isEmpty else { return }
    let text = JSONNumberText.comma
    unsafe append(points) { (point, previous, start) in
      var place = unsafe text.write(Int(point.x) - Int(previous.x), at: start)
      unsafe place = text.write(Int(point.y) - Int(previous.y), at: place)
      unsafe place = text.write(Int(point.t) - Int(previous.t), at: place)
      unsafe place = text.write(Int(point.pressure) - Int(previous.pressure), at: place)
      return unsafe text.write(Int(point.radius) - Int(previous.radius), at: place)
    }
    truncate(to: count - 1)
  }

  /// Appends each sample as a closure writes it; the closure may write `pointTextMax` bytes and some slack.
  @unsafe @inline(__always)
  private mutating func append(
    _ points: Span<SamplePoint>,
    write: (SamplePoint, _ previous: SamplePoint, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) {
    var previous = SamplePoint(x: 0, y: 0, t: 0, pressure: 0, radius: 0)
    var start = 0
    while start < points.count {
      let end = min(start + pointsPerPiece, points.count)
      unsafe appendUnsafely(upTo: (end - start) * pointTextMax + JSONNumberText.slack) { memory in
        var place = unsafe memory
        for index in start..<end {
          let point = points[index]
          unsafe place = write(point, previous, place)
          previous = point
        }
        return unsafe place - memory
      }
      start = end
    }
  }
}

/// The longest spelling of a sample: brackets, five commas, three differences of eleven characters and two
/// of six.
private let pointTextMax = 2 + 5 + 3 * 11 + 2 * 6

/// Bounds how much memory is reserved ahead of a long stroke.
private let pointsPerPiece = 4_096
