import Foundation
import InkModel
import InkTestFixtures
import Testing

@testable import InkTrace

@Suite("Import: numbers, times and scales") struct InkValueTests {
  @Test("Decimal text gives the same doubles as the standard library")
  func decimals() {
    var random = SplitMix64(seed: 1)
    var texts = [
      "0", "-0", "1", "8.", ".5", "+2.5", "1e2", "2.5E+1", "-1.5e-05", "9007199254740993",
      "1.7976931348623157e308",
      "5e-324", "123456789012345678901234567890", "0.1000000000000000055511151231257827021181583404541015625",
      "1e22", "1e23", "8.5e-23",
    ]
    for _ in 0..<5_000 {
      let digits = String(random.next()).prefix(1 + random.below(20))
      let place = random.below(digits.count + 1)
      let number = digits.prefix(place) + "." + digits.dropFirst(place)
      texts.append(
        (random.chance(0.5) ? "-" : "") + number + (random.chance(0.3) ? "e\(random.below(60) - 30)" : ""))
    }
    for text in texts {
      let mine = DecimalText.value(of: text.utf8Span.span)
      let expected = unsafe strtod(text, nil)
      #expect(mine.bitPattern == expected.bitPattern, "\(text)")
    }
  }

  @Test(
    "What is no finite decimal number is not a number",
    arguments: [
      "", "-", ".", "e5", "1e", "1e+", "nan", "-nan", "inf", "0x10", "1,5", "1e999", "--1", "1.2.3", "1 ",
    ])
  func noNumbers(text: String) { #expect(DecimalText.value(of: text.utf8Span.span).isNaN) }

  @Test("Text gives the same parts however it is cut into pieces", arguments: 1...12)
  func pieces(size: Int) {
    let text = Array(" 1.5 -22\n\t333 4444444444 5 ".utf8)
    var splitter = TextSplitter(at: .space)
    var parts: [String] = []
    func collect(_ part: Span<UInt8>) {
      parts.append(String(decoding: part.indices.map { part[$0] }, as: UTF8.self))
    }
    var start = 0
    while start < text.count {
      let piece = Array(text[start..<min(start + size, text.count)])
      splitter.feed(piece.span, collect)
      start += size
    }
    splitter.finish(collect)
    #expect(parts == ["1.5", "-22", "333", "4444444444", "5"])
  }

  @Test("Pauses have the quantiles of the two lognormals they are drawn from")
  func pauseQuantiles() {
    for (table, median, sigma) in [
      (MadeUpTimes.shortPauses, 162.0, 0.59), (MadeUpTimes.longPauses, 1_590, 0.61),
    ] {
      for (index, quantile) in table.enumerated() {
        let z = (log(Double(quantile)) - log(median)) / sigma
        let probability = 0.5 * erfc(-z / 2.0.squareRoot())
        let expected = index == 0 ? 0.004 : index == table.count - 1 ? 0.996 : Double(index) / 32
        #expect(abs(probability - expected) < 0.004)
      }
    }
  }

  @Test("The same seed gives the same pauses, mostly short, some long")
  func pauses() {
    var times = MadeUpTimes(seed: 7)
    var again = MadeUpTimes(seed: 7)
    let drawn = (0..<20_000).map { _ in times.pause() }
    #expect(drawn == (0..<20_000).map { _ in again.pause() })
    let median = drawn.sorted()[10_000]
    #expect((175...200).contains(median))  // of the mixture
    let long = drawn.count { $0 > 800 }
    #expect((2_200...2_900).contains(long))
  }

  @Test("Strokes without times move at 39 mm/s and never sample faster than 240 Hz")
  func strokeTimes() {
    // 1,105.5 tenths of a point are 39 mm, a second.
    var points = [0, 1_106, 1_106, 1_107].map { SamplePoint(x: $0, y: 0, t: 9, pressure: 1, radius: 1) }
    MadeUpTimes.fill(&points, 0..<4)
    #expect(points.map(\.t) == [0, 1_000, 1_005, 1_009])
  }

  @Test("Units and values of InkML come to tenths of a point, pressures and milliseconds")
  func inkMLValues() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(PackageResources.forms_inkml, to: "forms.inkml")
    let session = try InkImporter.importFiles([path]).session
    // The standard's example of differences: 100, then +23, then a change of +7, of +3, and on as before.
    #expect(points(session, 0).map(\.x) == [1_000, 1_230, 1_530, 1_860, 2_220])
    #expect(points(session, 0).map(\.y) == [2_000, 2_430, 2_780, 3_080, 3_330])
    #expect(points(session, 0).map(\.pressure) == [10, 12, 14, 17, 17])
    #expect(points(session, 0).map(\.t) == [0, 8, 16, 32, 56])
    // Hexadecimal digits, an unknown force, and a brush of a tenth of an inch.
    #expect(points(session, 1).map(\.x) == [1_000, 1_100])
    #expect(points(session, 1).map(\.y) == [2_000, 2_101])
    #expect(points(session, 1).map(\.pressure) == [500, 500])
    #expect(points(session, 1).map(\.radius) == [36, 36])
    // A trace that goes on after another one.
    #expect(points(session, 2).map(\.x) == [10, 50])
    #expect(points(session, 3).map(\.x) == [500])
    // A clock that runs backwards is held.
    #expect(points(session, 4).map(\.t) == [0, 0, 10])
    #expect(session.times == .recorded)
  }

  @Test("Recorded clocks keep their pauses")
  func recordedTimes() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(PackageResources.timed_inkml, to: "timed.inkml")
    let session = try InkImporter.importFiles([path]).session
    #expect(session.times == .recorded)
    #expect(points(session, 0).map(\.t) == [0, 11, 27])
    #expect(points(session, 1).map(\.t) == [0, 17])
    let strokes = session.events.filter { if case .edit = $0.action { true } else { false } }
    #expect(strokes[1].startMilliseconds - strokes[0].endMilliseconds == 203)
  }

  @Test("Strokes that each begin at zero have recorded samples and made-up pauses")
  func strokeClocks() throws {
    let directory = try TemporaryDirectory()
    let format = "<traceFormat><channel name=\"X\"/><channel name=\"Y\"/><channel name=\"T\"/></traceFormat>"
    let text = "<ink>\(format)<trace>1 1 0, 2 2 9</trace><trace>1 1 0, 2 2 7</trace></ink>"
    let session = try InkImporter.importFiles([try directory.write(Array(text.utf8), to: "a.inkml")]).session
    #expect(session.times == .syntheticPauses)
    #expect(points(session, 0).map(\.t) == [0, 9])
    #expect(points(session, 1).map(\.t) == [0, 7])
    #expect(session.events[3].startMilliseconds > session.events[2].endMilliseconds)
  }

  @Test("A stated resolution holds, and axes that grow upwards are turned")
  func resolution() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(PackageResources.resolution_inkml, to: "resolution.inkml")
    let session = try InkImporter.importFiles([path]).session
    // 2,540 values are an inch either way; y grows upwards, so −1,270 is half an inch down.
    #expect(points(session, 0).map(\.x) == [0, 720, 720])
    #expect(points(session, 0).map(\.y) == [0, 0, 360])
    #expect(points(session, 0).map(\.pressure) == [0, 500, 1_000])
  }

  @Test("Ink of unknown size is written as large as notes are, within the margins of the page")
  func unknownScale() throws {
    let directory = try TemporaryDirectory()
    let text =
      "<ink><trace>-7 1000, -7 1100</trace><trace>93 1000, 193 1050</trace><trace>0 1200</trace></ink>"
    let path = try directory.write(Array(text.utf8), to: "a.inkml")
    let session = try InkImporter.importFiles([path]).session
    // Both strokes reach over 100 units, which become 3.2 mm or 90.7 tenths of a point; the margin is 18 mm.
    #expect(points(session, 0).map(\.x) == [510, 510])
    #expect(points(session, 0).map(\.y) == [510, 601])
    #expect(points(session, 1).map(\.x) == [601, 691])
    #expect(points(session, 2).map(\.y) == [691])
    #expect(session.base.document.pages[0].canvas == .a4)
  }

  @Test("Ink of known size that lies off the page is moved to the margins, and the page grows to hold it")
  func offPage() throws {
    let directory = try TemporaryDirectory()
    let format =
      "<traceFormat><channel name=\"X\" units=\"pt\"/><channel name=\"Y\" units=\"pt\"/></traceFormat>"
    let text = "<ink>\(format)<trace>-10 20, 900 30</trace></ink>"
    let path = try directory.write(Array(text.utf8), to: "a.inkml")
    let session = try InkImporter.importFiles([path]).session
    #expect(points(session, 0).map(\.x) == [510, 9_610])
    #expect(points(session, 0).map(\.y) == [510, 610])
    #expect(session.base.document.pages[0].canvas == Canvas(width: 10_120, height: 8_419))
  }

  @Test("Xournal++ widths become pressures and radii, segment by segment")
  func xournalValues() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(PackageResources.bad_pressures_xopp, to: "a.xopp")
    let session = try InkImporter.importFiles([path]).session
    #expect(points(session, 0).map(\.x) == [0, 100, 200])
    #expect(points(session, 0).map(\.pressure) == [500, 250, 250])
    #expect(points(session, 0).map(\.radius) == [5, 3, 3])
    #expect(points(session, 1).map(\.x) == [300, 400])
    #expect(points(session, 1).map(\.pressure) == [750, 750])
    #expect(points(session, 2).map(\.x) == [600, 700])
    #expect(points(session, 2).map(\.pressure) == [1_000, 1_000])
    let sound = try InkImporter.importFiles([
      try directory.write(PackageResources.sound_xopp, to: "b.xopp")
    ]).session
    #expect(points(sound, 0).map(\.x) == [100, 300, 501])
    #expect(points(sound, 0).map(\.y) == [200, 400, 600])
    #expect(points(sound, 0).map(\.radius) == [10, 10, 10])
    guard case .edit(_, .put(.stroke(let stroke), _), _) = sound.events[2].action else {
      Issue.record("no stroke: \(sound.events)")
      return
    }
    #expect(stroke.ink == Ink(tool: .pen, colour: 0x1040_FFFF, width: 20))
    #expect(sound.base.document.pages[0].canvas == Canvas(width: 6_000, height: 8_000))
  }

  /// The samples of a session's stroke, counted from 0.
  private func points(_ session: Session, _ index: Int) -> [SamplePoint] {
    let strokes = session.events.compactMap { event -> Stroke? in
      if case .edit(_, .put(.stroke(let stroke), _), _) = event.action { stroke } else { nil }
    }
    return Array(session.arena.points[strokes[index].points.indices])
  }
}
