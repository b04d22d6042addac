import InkModel
import InkSimulation
import Testing

/// Compares generated ink with the documented medians, within a quarter; over ten writers.
@Suite("Handwriting statistics") struct HandwritingTests {
  struct Measured {
    var counts: [Int] = []
    var seconds: [Double] = []
    var millimetresPerSecond: [Double] = []
    var heights: [Double] = []
    var pressures: [Double] = []
  }

  static func measure(_ style: HandStyle) throws -> Measured {
    var ink = Measured()
    for seed in 1...10 {
      let source = GeneratedPages(
        GeneratedPageTests.workload(style, strokes: 120, pages: 1), seed: UInt64(seed))
      let page = try GeneratedPageTests.page(source, 0)
      for case .stroke(let stroke) in page.elements where stroke.ink.tool == .pen {
        let points = Array(page.arena.points[stroke.points.indices])
        ink.counts.append(points.count)
        let seconds = Double(points[points.count - 1].t) / 1_000
        ink.seconds.append(seconds)
        ink.pressures.append(Double(points[points.count / 2].pressure) / 1_000)
        guard seconds > 0.1 else { continue }
        var length = 0.0
        for (left, right) in zip(points, points.dropFirst()) {
          let (dx, dy) = (Double(right.x - left.x), Double(right.y - left.y))
          length += (dx * dx + dy * dy).squareRoot()
        }
        ink.millimetresPerSecond.append(length / 28.35 / seconds)
        let ys = points.map(\.y)
        ink.heights.append(Double((ys.max() ?? 0) - (ys.min() ?? 0)) / 28.35)
      }
    }
    return ink
  }

  static func median<Value: Comparable>(_ values: [Value]) -> Value { values.sorted()[values.count / 2] }

  static func isNear(_ value: Double, _ documented: Double) -> Bool {
    abs(value / documented - 1) <= 0.25
  }

  @Test("Printed strokes have the documented samples, duration, height, speed and pressure")
  func print() throws {
    let ink = try Self.measure(.print)
    #expect(Self.isNear(Double(Self.median(ink.counts)), 76))
    #expect(Self.isNear(Double(ink.counts.reduce(0, +)) / Double(ink.counts.count), 85))
    #expect(Self.isNear(Self.median(ink.seconds), 0.31))
    #expect(Self.isNear(Self.median(ink.heights), 3.0))
    #expect(Self.isNear(Self.median(ink.millimetresPerSecond), 26))
    #expect(Self.isNear(Self.median(ink.pressures), 0.45))
  }

  @Test("Joined strokes have the documented samples and duration")
  func cursive() throws {
    let ink = try Self.measure(.cursive)
    #expect(Self.isNear(Double(Self.median(ink.counts)), 122))
    #expect(Self.isNear(Double(ink.counts.reduce(0, +)) / Double(ink.counts.count), 153))
    #expect(Self.isNear(Self.median(ink.seconds), 0.51))
    #expect(Self.isNear(Self.median(ink.millimetresPerSecond), 26))
  }

  @Test("Typical pages have the documented number of strokes")
  func strokesPerPage() throws {
    var workload = Workload()
    workload.document.basePages = 60
    let source = GeneratedPages(workload, seed: 4)
    let counts = try (0..<60).map { try GeneratedPageTests.page(source, $0).elements.count }
    #expect(Self.isNear(Double(Self.median(counts)), 150))
    #expect(counts.max() ?? 0 <= 2_500)
  }
}
