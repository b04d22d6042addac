import InkModel
@testable import InkReport
import Testing

@Suite("The scale of time") struct TimelineScaleTests {
  private static func scale(_ spans: [ClosedRange<UInt64>]) -> TimelineScale {
    TimelineScale(busy: spans, from: 1_000, to: 11_000)
  }

  private static func cuts(_ spans: [ClosedRange<UInt64>]) -> [ClosedRange<UInt64>] {
    scale(spans).segments.filter(\.isCut).map(\.time)
  }

  @Test(
    "Later is never further left, and everything lies between the ends", arguments: 0..<50 as Range<UInt64>)
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var now: UInt64 = 0
    let spans = (0..<random.below(60)).map { _ in
      now += UInt64(random.below(random.chance(0.2) ? 40_000_000 : 5_000))
      return now...(now + UInt64(random.below(3_000)))
    }
    let scale = Self.scale(spans.reversed())
    let times = (spans.flatMap { [$0.lowerBound, $0.upperBound] } + [0, now / 2, .max]).sorted()
    let places = times.map(scale.place(of:))
    #expect(places == places.sorted())
    #expect(places.allSatisfy { (1_000...11_000).contains($0) })
    for (left, right) in zip(scale.segments, scale.segments.dropFirst()) {
      #expect(left.time.upperBound == right.time.lowerBound)
      #expect(left.place.upperBound == right.place.lowerBound)
    }
  }

  @Test("Where nothing is cut, time runs evenly from end to end")
  func even() {
    let scale = Self.scale([0...10, 500...500, 1_000...1_000])
    #expect([0, 250, 500, 1_000].map(scale.place(of:)) == [1_000, 3_500, 6_000, 11_000])
  }

  @Test("A night between two sittings is cut to a band, and a pause for thought is not")
  func cuts() {
    let minute: UInt64 = 60_000
    let evening = 0...(40 * minute)
    let morning = (520 * minute)...(560 * minute)
    #expect(Self.cuts([evening, morning]) == [(40 * minute)...(520 * minute)])
    let scale = Self.scale([evening, morning])
    // 18 pixels, and three on each side, where a save on background would otherwise be covered.
    #expect(scale.place(of: 520 * minute) - scale.place(of: 40 * minute) == 180 + 2 * 30)
    #expect(scale.segments[1].place.lowerBound - scale.place(of: 40 * minute) == 30)
    // Half of a short session, yet a pause of writing.
    #expect(Self.cuts([0...15_000, 44_000...60_000]).isEmpty)
    // Two minutes in five are cut; in an hour they are not.
    #expect(Self.cuts([0...minute, (3 * minute)...(5 * minute)]).count == 1)
    #expect(Self.cuts([0...(30 * minute), (32 * minute)...(60 * minute)]).isEmpty)
  }

  @Test("However many sittings, they keep most of the room")
  func manyCuts() {
    let spans = (0..<200 as Range<UInt64>).map { ($0 * 90_000_000)...($0 * 90_000_000 + 60_000) }
    let scale = Self.scale(spans)
    let uncut = scale.segments.filter { !$0.isCut }.reduce(0) { $0 + $1.place.count - 1 }
    #expect(scale.segments.count { $0.isCut } == 199)
    #expect(uncut >= 7_000)
  }

  @Test(
    "Ticks are round times that leave room for each other",
    arguments: [
      (8_000, "0:00", "0:01"), (60_000, "0:00", "0:05"), (1_500_000, "0:00", "2:00"),
      (3_000_000, "0:00", "5:00"), (7_200_000, "0:00", "0:10"), (400, "0.0", "0.1"),
      (2_000_000_000, "0:00", "48:00"),
    ] as [(UInt64, String, String)])
  func ticks(length: UInt64, first: String, second: String) {
    let ticks = TimelineTicks(Self.scale([0...0, 1...length])).ticks
    #expect(ticks.prefix(2).map(\.label) == [first, second])
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1.place - $0.place >= 480 })
  }

  @Test("A sitting after a cut says when it begins")
  func tickAfterCut() {
    let scale = Self.scale([0...600_000, 36_125_000...36_700_000])
    #expect(TimelineTicks(scale).ticks.contains { $0.label == "10:02" })
  }

  @Test(
    "A length of time has at most two units",
    arguments: [
      (0, "0 ms"), (999, "999 ms"), (1_000, "1.00 s"), (1_344, "1.34 s"), (12_345, "12 s"), (60_000, "1 min"),
      (1_569_000, "26 min 9 s"), (3_600_000, "1 h"), (14_520_000, "4 h 2 min"), (180_000_000, "2 d 2 h"),
    ] as [(UInt64, String)])
  func durations(milliseconds: UInt64, text: String) {
    #expect(TimelineText.duration(milliseconds) == text)
  }
}
