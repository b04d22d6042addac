import InkModel
import InkSimulation
import Testing

@Suite("Strokes of a given length, and clocks") struct PointsPerStrokeTests {
  static func page(_ style: HandStyle, _ law: Distribution, rate: Int = 240, defects: Bool = true) throws
    -> Page
  {
    var workload = GeneratedPageTests.workload(style, strokes: 12, pages: 1, rate: rate)
    workload.hand.pointsPerStroke = Quantity(law, within: 2...100_000)
    workload.document.basePagesWithImageShare = 0
    if defects {
      workload.hand.lostReportShare = 0.05
      workload.hand.repeatedTimeShare = 0.02
    } else {
      workload.hand.lostReportShare = 0
      workload.hand.repeatedTimeShare = 0
    }
    return try GeneratedPageTests.page(GeneratedPages(workload, seed: 9), 0)
  }

  static func counts(_ page: Page) -> [Int] {
    page.elements.compactMap { if case .stroke(let stroke) = $0 { Int(stroke.points.count) } else { nil } }
  }

  @Test(
    "A constant number of samples is met exactly, whatever reports are lost", arguments: HandStyle.allCases,
    [2, 162, 3_400])
  func constant(style: HandStyle, count: Int) throws {
    let page = try Self.page(style, .constant(Double(count)))
    #expect(Self.counts(page) == [Int](repeating: count, count: 12))
    // The pen goes on moving: no stroke of a second or more rests for half of it.
    guard count > 200 else { return }
    var ink = InkStatistics()
    for case .stroke(let stroke) in page.elements where stroke.ink.tool == .pen {
      ink.add(stroke, in: page.arena, hasTimes: true, hasPressure: true)
    }
    #expect((ink.restingShare ?? 1) < 0.3)
    for point in page.arena.points { #expect(-600...6_600 ~= point.x && -600...9_100 ~= point.y) }
  }

  @Test("A varying number keeps its law")
  func varying() throws {
    let counts = Self.counts(try Self.page(.sketch, .uniform(low: 1_000, high: 3_000)))
    #expect(counts.allSatisfy { 1_000...3_000 ~= $0 } && Set(counts).count > 10)
  }

  @Test("A clock without defects keeps the step pattern of its rate", arguments: [60, 120, 240])
  func stepPattern(rate: Int) throws {
    let page = try Self.page(.cursive, .constant(240), rate: rate, defects: false)
    let pattern: [UInt32] =
      switch rate {
      case 240: [4, 4, 4, 4, 4, 5]
      case 120: [8, 8, 9]
      default: [16, 17, 17]
      }
    for case .stroke(let stroke) in page.elements {
      let points = page.arena.points[stroke.points.indices]
      for (index, pair) in zip(points, points.dropFirst()).enumerated() {
        #expect(pair.1.t - pair.0.t == pattern[index % pattern.count])
      }
    }
  }
}
