import FoundationEssentials
import InkModel
import InkTestFixtures
import InkTrace
import Testing

@Suite("Session files: writing") struct SessionWriteTests {
  @Test("A file is replaced whole, and nothing is left beside it")
  func replaces() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("before".utf8), to: "a.inksession")
    try SessionFile.write(Fixtures.writingSession(strokes: 3), to: path)
    #expect(try readInline(path).events.count == 6)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.inksession"])
  }

  @Test("A session that no reader would take is refused and the file that was there stays")
  func refusesAndKeeps() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Array("before".utf8), to: "a.inksession")
    var cases: [(Session, String)] = []
    var unsorted = Fixtures.writingSession(strokes: 3)
    unsorted.events.swapAt(2, 4)
    cases.append((unsorted, "event 4 can't be written: it begins before the event above it"))
    var open = Fixtures.writingSession(strokes: 1)
    open.events.removeLast()
    cases.append((open, "event 3 can't be written: a session ends by closing its document"))
    var incomplete = Fixtures.writingSession(strokes: 1)
    incomplete.base.source = InlinePages([])
    cases.append((incomplete, "can't be written: the base has no page 0"))
    var late = Fixtures.writingSession(strokes: 1)
    late.base.document.pages[0].createdMilliseconds = 1 << 53
    cases.append((late, "can't be written: page 0000000000000001 was made later than a session file can say"))
    var huge = Fixtures.writingSession(strokes: 1)
    huge.base.assets = [BaseAsset(id: AssetID(rawValue: 1), byteCount: -1)]
    cases.append((huge, "can't be written: an asset of -1 bytes is out of bounds"))
    var twice = Fixtures.writingSession(strokes: 1)
    twice.base.document.pages.append(twice.base.document.pages[0])
    cases.append((twice, "can't be written: page 0000000000000001 stands twice in the document"))
    for (session, message) in cases {
      let error = try #require(throws: TraceError.self) { try SessionFile.write(session, to: path) }
      #expect(error.kind == .malformed)
      #expect(error.message.hasPrefix(message), "\(error)")
    }
    #expect(try directory.read("a.inksession") == Array("before".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.inksession"])
  }

  @Test("What can't be written is a failure of the disk, and leaves nothing")
  func diskFailure() throws {
    let directory = try TemporaryDirectory()
    let session = Fixtures.writingSession(strokes: 1)
    let missing = try #require(throws: TraceError.self) {
      try SessionFile.write(session, to: directory.path + "/none/a.inksession")
    }
    #expect(missing.kind == .diskFailure)
    #expect(missing.message == "can't be created: No such file or directory")
    let special = try #require(throws: TraceError.self) { try SessionFile.write(session, to: directory.path) }
    #expect(special.kind == .diskFailure)
    #expect(special.message == "is not a regular file; name another output")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test("Through a symbolic link, the file that it names is replaced")
  func symbolicLink() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.write(Array("before".utf8), to: "target.inksession")
    let link = directory.path + "/link.inksession"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.inksession")
    try SessionFile.write(Fixtures.writingSession(strokes: 1), to: link)
    #expect(try readInline(directory.path + "/target.inksession").events.count == 4)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target.inksession")
  }

  @Test("A base whose pages are made on demand is written out if it is inline")
  func inlineFromSource() throws {
    struct Made: PageSource {
      func fill(_ page: inout Page, index: Int) throws(PageSourceError) {
        page = Fixtures.page(id: PageID(rawValue: UInt64(index + 1)), strokes: 3, opaqueBytesPerStroke: 5)
      }
    }
    let directory = try TemporaryDirectory()
    var session = Fixtures.writingSession(strokes: 1)
    session.base.source = Made()
    try SessionFile.write(session, to: directory.path + "/a.inksession")
    let back = try #require(try readInline(directory.path + "/a.inksession").base.source as? InlinePages)
    #expect(back.pages[0].hasSameContent(as: Fixtures.page(strokes: 3, opaqueBytesPerStroke: 5)))
  }
}
