import InkModel
@testable import InkReport
import InkTestFixtures
import Testing

@Suite("The picture of a session's course") struct TimelineTests {
  private static func timeline(
    _ events: [Event], saves: [SessionTimeline.Save] = [], name: String = "fixture"
  ) -> SessionTimeline {
    SessionTimeline(
      name: name, origin: "Session fixture", policy: "debounce 500 ms", lossWindowMilliseconds: 1_234,
      pages: [PageID(rawValue: 1), PageID(rawValue: 2)], events: events, saves: saves)
  }

  /// So many strokes, each 300 ms long.
  private static func strokes(_ count: Int, from start: UInt64, every pitch: UInt64 = 500) -> [Event] {
    (0..<count).map { index in
      let stroke = Stroke(id: ElementID(rawValue: start + UInt64(index)), ink: Ink(), points: .empty)
      return Event(
        startMilliseconds: start + UInt64(index) * pitch, durationMilliseconds: 300,
        action: .edit(PageID(rawValue: 1), .put(.stroke(stroke), index: 0), cause: .write))
    }
  }

  private static func at(_ time: UInt64, _ action: Action) -> Event {
    Event(startMilliseconds: time, action: action)
  }

  private static let (first, second) = (PageID(rawValue: 1), PageID(rawValue: 2))

  /// Two sittings of everything, four hours apart.
  private static let everything: [Event] = {
    let edits: [(EditCause, Edit)] = [
      (.erase, .remove(ElementID(rawValue: 1))),
      (.partialErase, .replace(ElementID(rawValue: 2), pieces: [])),
      (.lasso, .move([ElementID(rawValue: 3)], dx: 1, dy: 1)), (.insert, .remove(ElementID(rawValue: 4))),
      (.undo, .remove(ElementID(rawValue: 5))), (.redo, .remove(ElementID(rawValue: 6))),
    ]
    return [at(0, .openDocument), at(0, .turnTo(first))] + strokes(20, from: 1_000)
      + edits.enumerated().map { index, edit in
        at(13_000 + UInt64(index) * 900, .edit(first, edit.1, cause: edit.0))
      }
      + [at(40_000, .turnTo(second))] + strokes(5, from: 41_000)
      + [
        at(90_000, .background), at(14_490_000, .terminateAndRelaunch), at(14_490_000, .turnTo(second)),
        at(14_491_000, .addPage(PageInfo(id: PageID(rawValue: 3)), index: 2)),
        at(14_492_000, .turnTo(PageID(rawValue: 3))), at(14_493_000, .movePage(first, to: 1)),
        at(14_494_000, .deletePage(second)), at(14_495_000, .listLibrary), at(14_496_000, .export),
      ] + strokes(10, from: 14_500_000) + [at(14_520_000, .closeDocument)]
  }()

  private static let saves: [SessionTimeline.Save] = [
    .init(startMilliseconds: 5_000, reason: .autosave, strokeCount: 8),
    .init(startMilliseconds: 12_000, reason: .autosave, strokeCount: 12),
    .init(startMilliseconds: 40_000, reason: .pageClose, strokeCount: 0),
    .init(startMilliseconds: 90_000, reason: .background, strokeCount: 5),
    .init(startMilliseconds: 14_520_000, reason: .documentClose, strokeCount: 10),
  ]

  @Test("A session of every kind of event is this file")
  func golden() throws {
    let svg = Self.timeline(Self.everything, saves: Self.saves).svg()
    try expectGolden(
      String(decoding: svg, as: UTF8.self), "timeline.svg", embedded: PackageResources.timeline_svg)
  }

  @Test("The picture says what was written, how it was saved and what could be lost")
  func heading() throws {
    let texts = try SVGReading(Self.timeline(Self.everything, saves: Self.saves).svg()).texts
    #expect(texts.contains("Session fixture  ·  35 strokes written and 6 other changes in 4 h 2 min"))
    #expect(
      texts.contains(
        "Save policy: debounce 500 ms  ·  5 saves  ·  7.00 strokes per save  ·  loss window 1.23 s"))
    #expect(texts.contains("4 h without events"))
    let one = try SVGReading(Self.timeline(Self.strokes(1, from: 0), saves: [Self.saves[0]]).svg()).texts
    #expect(one.contains("Session fixture  ·  1 stroke written and 0 other changes in 300 ms"))
    #expect(one.contains { $0.contains("  1 save  ") })
    let names = ["write", "erase", "partial erase", "lasso", "insert", "undo", "redo", "page in view", "app"]
    for name in names { #expect(texts.contains(name)) }
  }

  @Test("Names are escaped")
  func escaping() throws {
    let name = "<a> & \"b\""
    let picture = try SVGReading(Self.timeline([Self.at(0, .openDocument)], name: name).svg())
    #expect(picture.texts.first == name)
    #expect(picture.named("title").map(\.text) == ["\(name): the course of the session"])
  }

  @Test("Nothing is drawn or written outside the picture", arguments: [0, 1, 50, 20_000])
  func bounds(count: Int) throws {
    let events =
      [Self.at(0, .openDocument)] + Self.strokes(count, from: 10, every: 700)
      + [Self.at(UInt64(count) * 700 + 20, .closeDocument)]
    let saves = (0..<count).map {
      SessionTimeline.Save(startMilliseconds: UInt64($0) * 700 + 500, reason: .autosave, strokeCount: $0 % 3)
    }
    var timeline = Self.timeline(events, saves: saves)
    timeline.recordedSaves = saves.map {
      RecordedSave(
        startMilliseconds: $0.startMilliseconds,
        durationMicroseconds: 123_456 * (1 + $0.startMilliseconds % 7),
        byteCount: 9, reason: .other, error: $0.startMilliseconds % 5 == 0 ? "disk full" : nil)
    }
    let svg = timeline.svg()
    let picture = try SVGReading(svg)
    let height = try #require(picture.named("svg").first?.attributes["height"].flatMap(Double.init))
    for text in picture.named("text") {
      let x = try #require(text.attributes["x"].flatMap(Double.init))
      let y = try #require(text.attributes["y"].flatMap(Double.init))
      // Letters of these fonts are about six tenths of their size wide.
      let size = try #require(text.attributes["font-size"].flatMap(Double.init))
      let length = Double(text.text.count) * size * 0.6
      #expect(y > 0 && y < height)
      guard text.attributes["transform"] == nil else { continue }
      switch text.attributes["text-anchor"] {
      case "end": #expect(x - length > -1)
      case "middle": #expect(x + length / 2 < 1_200)
      default: #expect(x + length < 1_200)
      }
    }
    // However long the session, the picture stays small enough to be looked at.
    #expect(svg.count < 120_000)
    #expect(picture.texts.contains { $0.hasPrefix("up to ") } == (count > TimelineColumns.sparseMax))
  }

  @Test("A save is as high as its strokes")
  func saveHeights() throws {
    let saves = [2, 4, 8].enumerated().map {
      SessionTimeline.Save(
        startMilliseconds: UInt64($0) * 5_000, reason: .autosave, strokeCount: $1)
    }
    let picture = try SVGReading(Self.timeline(Self.strokes(30, from: 0), saves: saves).svg())
    let paths = picture.named("path").filter { $0.attributes["fill"] == "#1f8a99" }
    let heights = try #require(paths.first?.attributes["d"]).split(separator: "v").dropFirst().compactMap {
      Double($0.prefix { $0 != "h" })
    }
    #expect(heights == [19, 38, 76])
  }

  @Test("Saves of the app's own are as high as they lasted, and failed ones stand out")
  func recordedSaves() throws {
    func timeline(_ saves: [RecordedSave]) throws -> SVGReading {
      var timeline = Self.timeline(Self.strokes(30, from: 0))
      timeline.recordedSaves = saves
      return try SVGReading(timeline.svg())
    }
    func save(_ second: UInt64, _ microseconds: UInt64, error: String? = nil) -> RecordedSave {
      RecordedSave(
        startMilliseconds: second * 1_000, durationMicroseconds: microseconds, byteCount: 1,
        reason: .autosave,
        error: error)
    }
    let picture = try timeline([save(2, 10_000), save(6, 40_000), save(10, 1_000, error: "disk full")])
    func heights(_ colour: String) throws -> [Double] {
      let path = try #require(picture.named("path").first { $0.attributes["fill"] == colour })
      return try #require(path.attributes["d"]).split(separator: "v").dropFirst().compactMap {
        Double($0.prefix { $0 != "h" })
      }
    }
    #expect(try heights("#56718c") == [11, 44])
    #expect(try heights("#d11f2f") == [44])
    #expect(picture.texts.contains("Recorded on the device: 3 saves of the app, of which 1 failed"))
    #expect(picture.texts.contains("mean 25.0 ms") && picture.texts.contains("at most 40.0 ms"))
    let none = try timeline([])
    #expect(!none.texts.contains("recorded saves"))
    // The lane of the policy's saves is not theirs.
    #expect(!picture.texts.contains("strokes in a save"))
  }

  @Test("The page in view is numbered as the document then is")
  func pageNumbers() throws {
    let third = PageInfo(id: PageID(rawValue: 3))
    let events = [
      Self.at(0, .openDocument), Self.at(0, .turnTo(Self.first)),
      Self.at(10_000, .movePage(Self.first, to: 1)),
      Self.at(20_000, .turnTo(Self.second)), Self.at(30_000, .addPage(third, index: 0)),
      Self.at(40_000, .turnTo(Self.first)), Self.at(60_000, .closeDocument),
    ]
    let numbers = try SVGReading(Self.timeline(events).svg()).named("text").filter {
      $0.attributes["fill"] == "#ffffff"
    }
    // The second page has become the first; then both give way to the third.
    #expect(numbers.map(\.text) == ["1", "1", "3"])
  }
}
