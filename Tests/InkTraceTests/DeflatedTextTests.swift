import InkModel
import InkTestFixtures
import InkTrace
import Testing

@Suite("Deflated text of ink") struct DeflatedTextTests {
  static func measure(
    _ strokes: [[SamplePoint]], rate: Int = 240
  ) -> (points: Int, bytes: Int, bytesPerPoint: Double?) {
    var text = DeflatedText(rateHertz: rate)
    for stroke in strokes { text.add(stroke.span) }
    let points = text.pointCount
    let bytesPerPoint = text.bytesPerPoint()
    return (points, Int((bytesPerPoint ?? 0) * Double(points) + 0.5), bytesPerPoint)
  }

  /// A steady line sampled at a rate.
  static func line(rate: Double, seconds: Double = 1) -> [SamplePoint] {
    (0...Int(rate * seconds)).map {
      let time = Double($0) / rate
      return SamplePoint(
        x: Int32(240 * time), y: Int32(480 * time), t: UInt32((1_000 * time).rounded()), pressure: 500,
        radius: 10)
    }
  }

  @Test("A stroke is resampled to the rate that is asked for, whatever its own", arguments: [60.0, 133, 500])
  func rates(rate: Double) {
    #expect(Self.measure([Self.line(rate: rate)], rate: 240).points == 241)
    #expect(Self.measure([Self.line(rate: rate)], rate: 60).points == 61)
  }

  @Test("A steady line costs next to nothing, and a scribble of the same length far more")
  func compressibility() throws {
    let line = try #require(Self.measure([Self.line(rate: 240, seconds: 10)]).bytesPerPoint)
    let scribble = try #require(Self.measure([Fixtures.points(count: 2_401)]).bytesPerPoint)
    #expect(line < 0.4)
    #expect(scribble > 2.5)
  }

  @Test("Ink of more than one step of text is measured whole")
  func manySteps() throws {
    let strokes = (0..<60).map { Fixtures.points(count: 5_000, seed: UInt64($0 + 1)) }
    let all = Self.measure(strokes)
    let each = strokes.map { Self.measure([$0]) }
    #expect(all.points == each.reduce(0) { $0 + $1.points })
    #expect(abs(Double(all.bytes) / Double(each.reduce(0) { $0 + $1.bytes }) - 1) < 0.1)
  }

  @Test("No ink has no measure, and times that stand still or run back do no harm")
  func oddTimes() {
    #expect(Self.measure([]).bytesPerPoint == nil)
    #expect(Self.measure([[]]).bytesPerPoint == nil)
    let backwards = (0..<50).map {
      SamplePoint(x: Int32.min, y: Int32.max, t: UInt32(1_000 - 20 * $0), pressure: 65_535, radius: 0)
    }
    #expect(Self.measure([backwards, backwards]).points == 2)
  }
}
