import InkModel
import InkTestFixtures
import Testing

@testable import InkSimulation

/// Sessions written out by hand, so that every number is known.
@Suite("Statistics of sessions") struct SessionStatisticsTests {
  /// Builds a session event by event.
  struct Script {
    var events: [Event] = []
    var arena = InkArena()
    var now: UInt64 = 0
    var strokes: UInt64 = 0

    mutating func add(_ action: Action, after gap: UInt64 = 0, lasting duration: UInt32 = 0) {
      now += gap
      events.append(Event(startMilliseconds: now, durationMilliseconds: duration, action: action))
      now += UInt64(duration)
    }

    /// A straight stroke of 100 ms, 28 units high, from a place.
    mutating func stroke(on page: UInt64, at x: Int32, _ y: Int32, after gap: UInt64, index: Int) {
      let start = arena.points.count
      for step in 0..<25 as Range<Int32> {
        arena.points.append(
          SamplePoint(
            x: x, y: y + step * 28 / 24, t: UInt32(step) * 4, pressure: UInt16(400 + step), radius: 10))
      }
      strokes += 1
      let stroke = Stroke(
        id: ElementID(rawValue: strokes), ink: Ink(), points: ArenaRange(start: start, count: 25))
      add(
        .edit(PageID(rawValue: page), .put(.stroke(stroke), index: index), cause: .write), after: gap,
        lasting: 96)
    }

    func session(pages: Int = 2, times: TimeOrigin = .recorded) -> Session {
      let document = Fixtures.document(pages: pages)
      return Session(
        name: "script", origin: .recorded(app: "test"), times: times, seed: 1,
        base: .inline(document, pages: document.pages.map { Page(id: $0.id) }), events: events, arena: arena)
    }
  }

  static let page = PageID(rawValue: 1)

  /// Opens, writes five strokes, does something, and closes.
  static func script(_ body: (inout Script) -> Void) -> Script {
    var script = Script()
    script.add(.openDocument)
    script.add(.turnTo(page))
    for index in 0..<5 { script.stroke(on: 1, at: Int32(100 + index * 40), 100, after: 150, index: index) }
    body(&script)
    script.add(.closeDocument, after: 400)
    return script
  }

  @Test("Strokes, samples and pauses by their jump")
  func pauses() throws {
    let session = Self.script { script in
      // Each stroke ends 28 units below its start; four, ten and then a new line of it.
      script.stroke(on: 1, at: 260, 140, after: 90, index: 5)
      script.stroke(on: 1, at: 700, 168, after: 700, index: 6)
      script.stroke(on: 1, at: 100, 250, after: 2_000, index: 7)
      script.stroke(on: 1, at: 140, 250, after: 90_000, index: 8)
    }.session()
    let statistics = try SessionStatistics(of: session)
    #expect(statistics[.strokes] == 9)
    #expect(statistics[.points] == 225)
    #expect(statistics[.pauseUnderHalfHeightSeconds] == [0.09])
    #expect(statistics[.pauseBeyondFourHeightsSeconds] == [0.7])
    #expect(statistics[.pauseLineBreakSeconds] == [2])
    #expect(statistics[.breakSeconds] == [90])
    #expect(statistics[.pauseUnderTwoHeightsSeconds] == [0.15, 0.15, 0.15, 0.15])
    #expect(statistics[.penDownMilliseconds] == 9 * 96)
  }

  @Test("Erasures in bursts, partial ones, undo of several at once, redo and moves")
  func edits() throws {
    let session = Self.script { script in
      script.add(.edit(Self.page, .remove(ElementID(rawValue: 5)), cause: .erase), after: 900)
      script.add(.edit(Self.page, .remove(ElementID(rawValue: 4)), cause: .erase), after: 200)
      var lost: [Stroke] = []
      for number in 3...4 {
        lost.append(
          Stroke(
            id: ElementID(rawValue: UInt64(number + 1)), ink: Ink(),
            points: ArenaRange(start: number * 25, count: 25)))
      }
      for (offset, stroke) in lost.enumerated() {
        script.add(
          .edit(Self.page, .put(.stroke(stroke), index: 3 + offset), cause: .undo),
          after: offset == 0 ? 1_000 : 0)
      }
      script.add(.edit(Self.page, .remove(ElementID(rawValue: 5)), cause: .redo), after: 500)
      let ids = [1, 2, 3].map { ElementID(rawValue: $0) }
      script.add(.edit(Self.page, .move(ids, dx: 5, dy: 0), cause: .lasso), after: 900, lasting: 500)
      script.add(
        .edit(Self.page, .replace(ElementID(rawValue: 1), pieces: []), cause: .partialErase), after: 900)
    }.session()
    let statistics = try SessionStatistics(of: session)
    #expect(statistics[.strokesErased] == 2)
    #expect(statistics[.eraseBurstStrokes] == [2])
    #expect(statistics[.undos] == 1)
    #expect(statistics[.redos] == 1)
    #expect(statistics[.strokesMoved] == 3)
    #expect(statistics[.dragSteps] == [60])
    #expect(statistics[.strokesCut] == 1)
    #expect(statistics[.toolChangeSeconds] == [0.9])
    #expect(statistics[.strokesPerPageAtEnd] == [3])
  }

  @Test("Revisits, leafing, the background, relaunches and sittings")
  func turning() throws {
    let other = PageID(rawValue: 2)
    let session = Self.script { script in
      script.add(.turnTo(other), after: 400)
      script.stroke(on: 2, at: 10, 10, after: 500, index: 0)
      script.stroke(on: 2, at: 10, 60, after: 100, index: 1)
      script.add(.turnTo(Self.page), after: 300)
      script.stroke(on: 1, at: 300, 100, after: 500, index: 5)
      script.add(.turnTo(other), after: 700)
      script.add(.turnTo(PageID(rawValue: 3)), after: 800)
      script.add(.turnTo(Self.page), after: 900)
      script.stroke(on: 1, at: 340, 100, after: 500, index: 6)
      script.add(.background, after: 400)
      script.add(.foreground, after: 30_000)
      script.add(.background, after: 100)
      script.add(.terminateAndRelaunch, after: 60_000)
      script.add(.turnTo(Self.page))
      script.add(.background, after: 100)
      script.add(.terminateAndRelaunch, after: 4 * 3_600_000)
    }.session(pages: 3)
    let statistics = try SessionStatistics(of: session)
    #expect(statistics[.revisits] == 1)
    #expect(statistics[.revisitStrokes] == [2])
    #expect(statistics[.revisitDistancePages] == [0])
    #expect(statistics[.browsingRuns] == 1)
    #expect(statistics[.browsingFlips] == [2])
    #expect(statistics[.flipSeconds].sorted() == [0.7, 0.8, 0.9])
    #expect(statistics[.backgrounds] == 1)
    #expect(statistics[.relaunches] == 1)
    #expect(statistics[.sittings] == 2)
    #expect(statistics[.sittingGapHours] == [4])
    #expect(statistics[.awaySeconds] == [30, 60])
  }

  @Test("Times that were made up are not measured")
  func synthetic() throws {
    let script = Self.script { _ in }
    let statistics = try SessionStatistics(of: script.session(times: .synthetic))
    #expect(statistics[.strokes] == 5)
    #expect(statistics.ink[.pointsPerStroke].count == 5)
    for measure in Measure.pausesByJump + [.strokeSeconds, .subStrokeMilliseconds, .toolChangeSeconds] {
      #expect(statistics[measure].isEmpty, "\(measure)")
    }
    #expect(statistics[.sessionsWithTimes] == 0)
    #expect(statistics[.writingMilliseconds] == 0)
    let pauses = try SessionStatistics(of: script.session(times: .syntheticPauses))
    #expect(pauses[.strokeSeconds] == [Double](repeating: 0.096, count: 5))
    #expect(pauses[.pauseUnderTwoHeightsSeconds].isEmpty)
  }
}
