import Foundation
import InkModel
import InkTestFixtures
import InkTrace
import Testing

/// The second version of session files: the app's own saves, and strokes without shapes.
@Suite("Session files: recorded saves and dropped shapes") struct RecordedSessionTests {
  @Test("Recorded saves come back as they were written", arguments: 0..<30 as Range<UInt64>)
  func saves(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let session = RandomSession.recorded(seed: seed)
    let back = try roundTrip(session, in: directory)
    #expect(back.recordedSaves == session.recordedSaves)
    #expect(back.droppedEventCount == session.droppedEventCount)
    #expect(back.events.count == session.events.count)
    #expect(back.digest() == session.digest())
    #expect(try directory.read("again.inksession") == directory.read("a.inksession"))
  }

  @Test("Recorded saves change neither the digest of a replay nor its events")
  func ignored() {
    let session = RandomSession.recorded(seed: 3)
    var bare = session
    bare.recordedSaves = []
    bare.droppedEventCount = 0
    #expect(bare.digest() == session.digest())
    #expect(bare.fileDigest() == bare.digest())
    #expect(bare.fileDigest() != session.fileDigest())
  }

  @Test("A file has the lowest version that can hold its session")
  func version() throws {
    let directory = try TemporaryDirectory()
    func schema(_ session: Session) throws -> String {
      try SessionFile.write(session, to: directory.path + "/a.inksession")
      return String(decoding: try directory.read("a.inksession").prefix(32), as: UTF8.self)
    }
    var session = Fixtures.writingSession(strokes: 2)
    #expect(try schema(session).hasPrefix("{\"schema\":\"inkbench-session/1\""))
    session.droppedEventCount = 1
    #expect(try schema(session).hasPrefix("{\"schema\":\"inkbench-session/2\""))
    session.droppedEventCount = 0
    session.recordedSaves = [Self.save(0)]
    #expect(try schema(session).hasPrefix("{\"schema\":\"inkbench-session/2\""))
    #expect(
      try schema(ShapeDropping.session(of: Fixtures.writingSession(strokes: 2), drawing: Self.lines))
        .hasPrefix("{\"schema\":\"inkbench-session/2\""))
  }

  @Test(
    "A session without shapes keeps each stroke's samples, box and duration",
    arguments: 0..<30 as Range<UInt64>)
  func dropped(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let session = try RandomSession.dropped(seed: seed)
    let back = try roundTrip(session, in: directory)
    #expect(back.shapes == .dropped)
    #expect(back.digest() == session.digest())
    #expect(back.fileDigest() == session.fileDigest())
    #expect(back.fileDigest() != back.digest())
    #expect(extents(of: back) == extents(of: session))
    #expect(try directory.read("again.inksession") == directory.read("a.inksession"))
  }

  @Test(
    "What was dropped of any session, however odd, is found to be dropped", arguments: 0..<40 as Range<UInt64>
  )
  func examined(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    try SessionFile.write(RandomSession.recorded(seed: seed), to: directory.path + "/full.inksession")
    try SessionFile.write(try RandomSession.dropped(seed: seed), to: directory.path + "/safe.inksession")
    let safe = try PrivacyExamination(path: directory.path + "/safe.inksession")
    #expect(safe.unknownCount == 0)
    for finding in safe.findings {
      #expect(finding.violations == 0, "\(finding.field.name), line \(finding.firstLine ?? 0)")
    }
    let full = try PrivacyExamination(path: directory.path + "/full.inksession")
    #expect(full.mode == .full && full.claim == .full && full.unknownCount == 0, "\(full.text)")
  }

  @Test("Another way of drawing reads the same file, as another replay")
  func otherDrawing() throws {
    let directory = try TemporaryDirectory()
    let session = try ShapeDropping.session(
      of: Fixtures.writingSession(strokes: 20), drawing: Self.lines)
    try SessionFile.write(session, to: directory.path + "/a.inksession")
    let other = try SessionFile.read(directory.path + "/a.inksession") { seed in
      let draw = Self.lines(seed)
      return { extent, id, arena in
        let range = draw(extent, id, &arena)
        for index in range.indices { arena.points[index].pressure = 100 }
        return range
      }
    } resolvingBase: { (_, _) throws(PageSourceError) in
      InlinePages([])
    }
    #expect(other.fileDigest() == session.fileDigest())
    #expect(other.digest() != session.digest())
  }

  @Test("Without somebody to draw, a file without shapes is refused rather than read as something else")
  func noDrawing() throws {
    let directory = try TemporaryDirectory()
    try SessionFile.write(try RandomSession.dropped(seed: 1), to: directory.path + "/a.inksession")
    let error = try #require(throws: TraceError.self) {
      try SessionFile.read(directory.path + "/a.inksession") { (_, _) throws(PageSourceError) in
        InlinePages([])
      }
    }
    #expect(error.message == "its strokes have no shapes, and nothing here draws them")
  }

  @Test("What a recorder leaves out of the header, the digest, may be left out in version 2 alone")
  func withoutDigest() throws {
    let directory = try TemporaryDirectory()
    func withoutDigest(_ session: Session) throws -> String {
      try SessionFile.write(session, to: directory.path + "/a.inksession")
      let text = String(decoding: try directory.read("a.inksession"), as: UTF8.self)
      let changed = text.replacing("\"digest\":\"\(session.fileDigest())\"", with: "\"digest\":null")
      #expect(changed != text)
      return try directory.write(Array(changed.utf8), to: "b.inksession")
    }
    var session = Fixtures.writingSession(strokes: 2)
    let refused = try withoutDigest(session)
    #expect(throws: TraceError.self) { try readInline(refused) }
    session.recordedSaves = [Self.save(0)]
    #expect(try readInline(withoutDigest(session)).digest() == session.digest())
  }

  @Test("Small sessions of version 2 stay as they are written today")
  func golden() throws {
    let directory = try TemporaryDirectory()
    var session = GoldenSession.session
    session.recordedSaves = [
      RecordedSave(
        startMilliseconds: 550, durationMicroseconds: 15_300, byteCount: 61_000, reason: .autosave),
      RecordedSave(
        startMilliseconds: 1_000, durationMicroseconds: 900, byteCount: 0, reason: .background,
        error: "no space \"left\""),
      RecordedSave(
        startMilliseconds: 3_200, durationMicroseconds: 4_000_000, byteCount: 7, reason: .documentClose),
    ]
    session.droppedEventCount = 3
    try SessionFile.write(session, to: directory.path + "/golden-recorded.inksession")
    try SessionFile.write(
      try ShapeDropping.session(of: session, drawing: Self.lines),
      to: directory.path + "/golden-dropped.inksession")
    for name in ["golden-recorded.inksession", "golden-dropped.inksession"] {
      let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Resources/" + name)
      let written = Data(try directory.read(name))
      if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" {
        try written.write(to: golden)
      }
      #expect(try String(decoding: written, as: UTF8.self) == String(contentsOf: golden, encoding: .utf8))
    }
  }

  static let lines = RandomSession.straightLines

  static func save(_ start: UInt64) -> RecordedSave {
    RecordedSave(startMilliseconds: start, durationMicroseconds: 1, byteCount: 1, reason: .autosave)
  }

  /// Writes, reads and writes again.
  private func roundTrip(_ session: Session, in directory: TemporaryDirectory) throws -> Session {
    try SessionFile.write(session, to: directory.path + "/a.inksession")
    let back = try readInline(directory.path + "/a.inksession")
    try SessionFile.write(back, to: directory.path + "/again.inksession")
    return back
  }

  private func extents(of session: Session) -> [StrokeExtent] {
    session.events.flatMap { event -> [StrokeExtent] in
      switch event.action {
      case .edit(_, .put(.stroke(let stroke), _), _): [StrokeExtent(session.arena.points(of: stroke))]
      case .edit(_, .replace(_, let pieces), _):
        pieces.map { StrokeExtent(session.arena.points(of: $0)) }
      default: []
      }
    }
  }
}
