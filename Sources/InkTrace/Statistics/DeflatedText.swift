package import InkModel

/// How small ink becomes as deflated text: the measure of how like real ink its numbers are.
///
/// Method. Each stroke is resampled at one rate, because denser samples differ less and cost less, and ink of
/// different tablets could not be compared otherwise. It becomes one flat list of x, y, time and pressure,
/// the first sample as it is and all others as differences, and a line break. The text of all strokes is
/// deflated as one gzip member at zlib's default level, 6.
package struct DeflatedText: ~Copyable {
  /// The rate at which the documented value of real ink was measured.
  package static let standardRateHertz = 240

  package private(set) var pointCount = 0
  package private(set) var textByteCount = 0
  private let rateHertz: Int
  private var deflater = Deflater()
  private var text = ByteBuffer()
  private var deflatedByteCount = 0

  package init(rateHertz: Int = DeflatedText.standardRateHertz) { self.rateHertz = rateHertz }

  /// Adds a stroke with times.
  package mutating func add(_ points: Span<SamplePoint>) {
    guard points.count > 0 else { return }
    let start = points[0].t
    // Times that run back count as standing still.
    let duration = max(points[points.count - 1].t, start) - start
    let sampleCount = min(Int(duration) * rateHertz / 1_000 + 1, Self.sampleCountMax)
    text.append(UInt8(ascii: "["))
    var last = Sample()
    var index = 0
    for number in 0..<sampleCount {
      let milliseconds = Double(number) * 1_000 / Double(rateHertz)
      while index + 2 < points.count, Double(points[index + 1].t) - Double(start) <= milliseconds {
        index += 1
      }
      let sample = Sample(
        between: points[index], and: points[min(index + 1, points.count - 1)],
        at: Double(start) + milliseconds, time: Int(milliseconds.rounded()))
      if number > 0 { text.append(UInt8(ascii: ",")) }
      append(sample, after: last)
      last = sample
    }
    text.append("]\n")
    pointCount += sampleCount
    if text.count >= Self.stepByteCount { deflate(isLast: false) }
  }

  /// Deflated bytes a sample; nil without samples.
  package consuming func bytesPerPoint() -> Double? {
    deflate(isLast: true)
    return pointCount > 0 ? Double(deflatedByteCount) / Double(pointCount) : nil
  }

  private mutating func append(_ sample: Sample, after last: Sample) {
    text.append(decimal: sample.x - last.x)
    text.append(UInt8(ascii: ","))
    text.append(decimal: sample.y - last.y)
    text.append(UInt8(ascii: ","))
    text.append(decimal: sample.time - last.time)
    text.append(UInt8(ascii: ","))
    text.append(decimal: sample.pressure - last.pressure)
  }

  private mutating func deflate(isLast: Bool) {
    deflatedByteCount += Self.deflatedByteCount(of: text, isLast: isLast, by: &deflater)
    textByteCount += text.count
    text.removeAll()
  }

  private static func deflatedByteCount(
    of text: borrowing ByteBuffer, isLast: Bool, by deflater: inout Deflater
  ) -> Int {
    var output = ByteBuffer()
    deflater.step(text.bytes, isLast: isLast, into: &output)
    return output.count
  }

  /// Text is deflated in steps of about this, so that memory does not grow with the ink.
  private static let stepByteCount = 1 << 20
  /// Longer strokes are cut: an hour at 240 Hz.
  private static let sampleCountMax = 864_000

  private struct Sample {
    var x = 0
    var y = 0
    var time = 0
    var pressure = 0

    init() {}

    /// The sample at a time between two others.
    init(between left: SamplePoint, and right: SamplePoint, at now: Double, time: Int) {
      let span = Double(right.t) - Double(left.t)
      let share = span > 0 ? max(0, min(1, (now - Double(left.t)) / span)) : 0
      func mixed(_ from: Int, _ to: Int) -> Int {
        Int((Double(from) + Double(to - from) * share).rounded())
      }
      x = mixed(Int(left.x), Int(right.x))
      y = mixed(Int(left.y), Int(right.y))
      pressure = mixed(Int(left.pressure), Int(right.pressure))
      self.time = time
    }
  }
}
