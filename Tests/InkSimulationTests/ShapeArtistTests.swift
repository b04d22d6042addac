import InkModel
import InkSimulation
import InkTestFixtures
import Testing

/// Strokes drawn in place of those whose samples were dropped.
@Suite struct ShapeArtistTests {
  private func draw(
    _ extent: StrokeExtent, id: UInt64 = 1, seed: UInt64 = 7
  ) -> [SamplePoint] {
    var arena = InkArena()
    arena.points = [SamplePoint(x: 1, y: 2, t: 3, pressure: 4, radius: 5)]
    let range = ShapeArtist(seed: seed).draw(extent, id: ElementID(rawValue: id), into: &arena)
    #expect(range.indices == 1..<1 + extent.sampleCount)
    #expect(arena.points.count == 1 + extent.sampleCount)
    return Array(arena.points.dropFirst())
  }

  @Test(
    "A stroke has exactly the samples, box and duration that were asked for",
    arguments: 0..<40 as Range<UInt64>)
  func exact(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for count in [0, 1, 2, 3, 7, 33, 84, 162, 700, 3_400] {
      let isSized = count > 1
      let extent = StrokeExtent(
        sampleCount: count, width: isSized ? Int32(random.below(seed % 3 == 0 ? 3 : 4_000)) : 0,
        height: isSized && seed % 5 > 0 ? Int32(random.below(3_000)) : 0,
        durationMilliseconds: isSized ? UInt32(random.below(10_000)) : 0)
      let points = draw(extent, id: seed + 1, seed: seed)
      #expect(StrokeExtent(points.span) == extent)
      #expect(points.map(\.t) == points.map(\.t).sorted())
      #expect(points.first?.t ?? 0 == 0)
    }
  }

  @Test("The largest box, and the longest time, are no more than numbers")
  func enormous() {
    let extent = StrokeExtent(
      sampleCount: 50, width: 10_000_000, height: 10_000_000, durationMilliseconds: .max)
    #expect(StrokeExtent(draw(extent).span) == extent)
  }

  @Test("The same id and seed give the same stroke, another id or seed another")
  func deterministic() {
    let extent = StrokeExtent(sampleCount: 90, width: 60, height: 90, durationMilliseconds: 350)
    #expect(draw(extent) == draw(extent))
    #expect(draw(extent, id: 2) != draw(extent, id: 1))
    #expect(draw(extent, seed: 8) != draw(extent, seed: 7))
  }

  @Test("Strokes bend, press and stay within a page, as ink does and lines don't")
  func likeInk() {
    let extent = StrokeExtent(sampleCount: 84, width: 110, height: 120, durationMilliseconds: 350)
    var turns = 0
    for id in 1...40 as ClosedRange<UInt64> {
      let points = draw(extent, id: id)
      let steps = zip(points, points.dropFirst()).map { $1.y - $0.y }.filter { $0 != 0 }
      turns += zip(steps, steps.dropFirst()).count { $0 < 0 && $1 > 0 || $0 > 0 && $1 < 0 }
      #expect(Set(points.map(\.pressure)).count > 10)
      for point in points {
        #expect(0...5_953 ~= point.x && 0...8_419 ~= point.y)
        #expect(0...1_000 ~= point.pressure)
      }
    }
    #expect(turns > 40)
  }
}
