import Foundation
import InkModel
import InkTestFixtures
import InkTrace
import Testing

/// What the reader says to lines that came with version 2.
@Suite("Session files: damage of version 2") struct RecordedDamageTests {
  private static let hint = "; correct the line or write the session again"

  private static let recorded = PackageResources.golden_recorded_inksession
  private static let dropped = PackageResources.golden_dropped_inksession

  private func message(
    _ golden: [UInt8], line number: Int, _ text: String, _ other: String
  ) throws -> (line: Int?, message: String) {
    let directory = try TemporaryDirectory()
    var lines = String(decoding: golden, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let changed = lines[number - 1].replacing(text, with: other)
    try #require(changed != lines[number - 1])
    lines[number - 1] = changed
    let path = try directory.write(Array(lines.joined(separator: "\n").utf8), to: "damaged.inksession")
    let error = try #require(throws: TraceError.self) { try readInline(path) }
    #expect(error.kind == .malformed)
    return (error.line, error.message)
  }

  static let saves: [(line: Int, text: String, other: String, message: String)] = [
    (6, "\"autosave\"", "\"autosav\"", "'autosav' is unknown: did you mean 'autosave'?"),
    (6, "\"microseconds\":15300,", "", "the key 'microseconds' is missing"),
    (6, ",\"error\":null", "", "the key 'error' is missing"),
    (6, "\"error\":null", "\"error\":nil", "expected 'u'"),
    (6, "\"error\":null", "\"error\":0", "expected '\"'"),
    (6, "{", "{\"duration\":1,", "the key 'duration' does not belong to a save"),
    (6, "\"save\"", "\"saved\"", "unknown key 'saved': did you mean 'save'?"),
    (6, "61000", "-1", "-1 is not between 0 and 68719476736"),
    (6, "61000", "68719476737", "68719476737 is not between 0 and 68719476736"),
    (6, "15300", "15300.5", "expected an integer, found a fraction"),
    (6, "15300", "NaN", "expected an integer"),
    (6, "15300", "9007199254740992", "the time 9007199254740992 is too large"),
    (
      6, "550", "4398046511105", "the save begins more than 4398046511104 ms after the session did"
    ),
    (6, "550", "400", "the save begins before the line above it"),
    (7, "600", "540", "it begins before the save above it"),
    (1, "\"saveCount\":3", "\"saveCount\":-3", "-3 is not between 0 and 16777216"),
    (1, "\"saveCount\":3,", "", "the key 'saveCount' is missing"),
    (1, "session/2", "session/1", "unknown key 'shapes'"),
    (1, "\"original\"", "\"origins\"", "'origins' is unknown: did you mean 'original'?"),
    (5, "\"points\"", "\"samples\":3,\"points\"", "unknown key 'samples'"),
  ]

  @Test("A damaged save ends in one sentence that says where it is", arguments: saves)
  func save(line: Int, text: String, other: String, sentence: String) throws {
    let found = try message(Self.recorded, line: line, text, other)
    #expect(found.line == line)
    #expect(found.message.hasPrefix(sentence), "\(found.message)")
    #expect(found.message.hasSuffix(Self.hint))
  }

  @Test("Missing and surplus saves are told from missing and surplus events")
  func counts() throws {
    #expect(
      try message(Self.recorded, line: 1, "\"saveCount\":3", "\"saveCount\":4").message
        == "the file ends after 3 of 4 saves: it is incomplete; write or copy it again")
    #expect(
      try message(Self.recorded, line: 1, "\"saveCount\":3", "\"saveCount\":2").message
        == "the line follows the last of 18 events; remove it or write the session again")
    #expect(
      try message(Self.recorded, line: 1, "\"eventCount\":18", "\"eventCount\":19").message
        == "the file ends after 18 of 19 events: it is incomplete; write or copy it again")
    let changed = try message(Self.recorded, line: 6, "15300", "15301")
    #expect(changed.message.contains("the file was changed or damaged; write it again"))
    #expect(
      try message(Self.recorded, line: 1, "\"droppedEventCount\":3", "\"droppedEventCount\":0").message
        .contains("the file was changed or damaged"))
  }

  static let strokes: [(text: String, other: String, message: String)] = [
    ("\"samples\":3", "\"samples\":-3", "-3 is not between 0 and 33554432"),
    ("\"samples\":3", "\"samples\":10000000000", "10000000000 is not between 0 and 33554432"),
    ("\"samples\":3", "\"samples\":1e3", "expected an integer, found a fraction"),
    ("3,\"box\":[0,0]", "1,\"box\":[5,0]", "a stroke of 1 samples has neither size nor duration"),
    ("\"samples\":3", "\"points\":[1,2,3,4,5],\"samples\":3", "unknown key 'points'"),
    ("\"box\":[0,0]", "\"box\":[0,-1]", "-1 is not between 0 and 10000000"),
    ("\"box\":[0,0]", "\"box\":[0]", "expected ','"),
    ("\"box\":[0,0]", "\"box\":[0,0,0]", "expected ']'"),
    ("\"box\":[0,0]", "\"box\":[10000001,0]", "10000001 is not between 0 and 10000000"),
    ("\"milliseconds\":0", "\"milliseconds\":4294967296", "4294967296 is out of range"),
    ("\"opaqueByteCount\":3", "\"opaqueByteCount\":67108865", "67108865 is not between 0 and 67108864"),
    ("\"opaqueByteCount\":3", "\"opaque\":\"YXBw\"", "unknown key 'opaque'"),
  ]

  @Test("A damaged stroke without shape ends in one sentence", arguments: strokes)
  func stroke(text: String, other: String, sentence: String) throws {
    let found = try message(Self.dropped, line: 5, text, other)
    #expect(found.line == 5)
    #expect(found.message.hasPrefix(sentence), "\(found.message)")
  }

  @Test("A few letters can't ask for more samples than fit the memory")
  func manySamples() throws {
    let directory = try TemporaryDirectory()
    let text = String(decoding: Self.dropped, as: UTF8.self)
      .replacing("\"samples\":3", with: "\"samples\":33554432")
      .replacing("\"samples\":1,", with: "\"samples\":33554432,")
    let path = try directory.write(Array(text.utf8), to: "bomb.inksession")
    // Nothing is drawn here, so that only the bound is tested and not the memory.
    var asked = 0
    let error = try #require(throws: TraceError.self) {
      try SessionFile.read(path) { _ in
        { extent, _, arena in
          asked += extent.sampleCount
          arena.points.append(
            contentsOf: repeatElement(SamplePoint(x: 0, y: 0, t: 0, pressure: 0, radius: 0), count: 8))
          return ArenaRange(start: arena.points.count - 8, count: 8)
        }
      } resolvingBase: { (_, _) throws(PageSourceError) in
        InlinePages([])
      }
    }
    #expect(asked == 33_554_434)
    #expect(
      error.message.hasPrefix(
        "the strokes without shapes have more than 33554432 samples or 67108864 opaque bytes")
    )
  }
}
