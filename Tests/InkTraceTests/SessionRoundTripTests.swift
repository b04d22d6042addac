import InkModel
import InkTestFixtures
import InkTrace
import Testing

@Suite("Session files: there and back") struct SessionRoundTripTests {
  @Test("Every session comes back as it was written", arguments: 0..<60 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let session = RandomSession.make(seed: seed)
    let path = directory.path + (seed % 2 == 0 ? "/a.inksession" : "/a.inksession.gz")
    try SessionFile.write(session, to: path)
    let back = try SessionFile.read(path) { (json, found) throws(PageSourceError) in
      #expect(found == session.seed)
      #expect(session.base.origin == .workload(json: json))
      return InlinePages([])
    }
    #expect(back.digest() == session.digest())
    #expect(back.name == session.name)
    #expect(back.origin == session.origin)
    #expect(back.times == session.times)
    #expect(back.seed == session.seed)
    #expect(back.policy == session.policy)
    #expect(back.base.document == session.base.document)
    #expect(back.base.assets == session.base.assets)
    #expect(back.base.origin == session.base.origin)
    #expect(back.events.count == session.events.count)
    for (mine, theirs) in zip(session.events, back.events) {
      #expect(content(of: mine, in: session.arena) == content(of: theirs, in: back.arena))
    }
    let pages = try #require(session.base.source as? InlinePages).pages
    let backPages = try #require(back.base.source as? InlinePages).pages
    #expect(pages.count == backPages.count)
    for (mine, theirs) in zip(pages, backPages) { #expect(mine.firstDifference(from: theirs) == nil) }
  }

  @Test("Writing what was read gives the same bytes, compressed or not")
  func stableBytes() throws {
    let directory = try TemporaryDirectory()
    for name in ["a.inksession", "a.inksession.gz"] {
      try SessionFile.write(RandomSession.make(seed: 6), to: directory.path + "/" + name)
      let back = try readInline(directory.path + "/" + name)
      try SessionFile.write(back, to: directory.path + "/again-" + name)
      #expect(try directory.read(name) == directory.read("again-" + name))
    }
  }

  @Test("A name that ends in .gz asks for compression, and reading goes by content")
  func compression() throws {
    let directory = try TemporaryDirectory()
    let session = Fixtures.writingSession(strokes: 200)
    try SessionFile.write(session, to: directory.path + "/a.inksession")
    try SessionFile.write(session, to: directory.path + "/a.inksession.gz")
    let plain = try directory.read("a.inksession")
    let packed = try directory.read("a.inksession.gz")
    #expect(plain.starts(with: "{\"schema\":\"inkbench-session/1\"".utf8))
    #expect(packed.starts(with: [0x1F, 0x8B]))
    #expect(packed.count < plain.count)
    let disguised = try directory.write(packed, to: "disguised.inksession")
    #expect(try readInline(disguised).digest() == session.digest())
    #expect(SessionFile.isSessionFile(disguised))
  }

  @Test("Sessions longer than every buffer come back", arguments: ["a.inksession", "a.inksession.gz"])
  func longSession(name: String) throws {
    let directory = try TemporaryDirectory()
    var session = Fixtures.writingSession(strokes: 1_000, pointsPerStroke: 100)
    // One line of its own longer than the line buffer.
    session.base = .inline(
      session.base.document,
      pages: [Fixtures.page(strokes: 40, pointsPerStroke: 2_500, opaqueBytesPerStroke: 40)])
    try SessionFile.write(session, to: directory.path + "/" + name)
    #expect(try directory.read(name).count > 256 << 10)
    #expect(try readInline(directory.path + "/" + name).digest() == session.digest())
  }

  @Test("Small sessions stay as they are written today")
  func golden() throws {
    let directory = try TemporaryDirectory()
    try SessionFile.write(GoldenSession.session, to: directory.path + "/golden.inksession")
    let written = String(decoding: try directory.read("golden.inksession"), as: UTF8.self)
    let golden = String(decoding: PackageResources.golden_inksession, as: UTF8.self)
    #expect(written == golden)
    let path = try directory.write(PackageResources.golden_inksession, to: "read.inksession")
    let back = try readInline(path)
    #expect(back.events.count == GoldenSession.session.events.count)
    #expect(back.digest() == GoldenSession.session.digest())
  }

  @Test("A session file is told by its first bytes")
  func sniffing() throws {
    let directory = try TemporaryDirectory()
    func isSession(_ text: String) throws -> Bool {
      SessionFile.isSessionFile(try directory.write(Array(text.utf8), to: "file"))
    }
    #expect(try isSession("{\"schema\":\"inkbench-session/1\",\"name\":"))
    #expect(try isSession(" { \"schema\" : \"inkbench-session/99\" }"))
    #expect(try !isSession("{\"schema\":\"inkbench-report/1\"}"))
    #expect(try !isSession("{\"name\":\"inkbench-session/1\"}"))
    #expect(try !isSession(""))
    #expect(!SessionFile.isSessionFile(directory.path + "/none"))
  }

  /// An event without the places where its data lies, then that data.
  private func content(of event: Event, in arena: InkArena) -> [String] {
    var placeless = event
    var data: [String] = []
    func lift(_ stroke: Stroke) -> Stroke {
      data.append("\(arena.points[stroke.points.indices]) \(arena.opaque[stroke.opaque.indices])")
      return Stroke(id: stroke.id, ink: stroke.ink, points: .empty)
    }
    switch event.action {
    case .edit(let page, .put(.stroke(let stroke), let index), let cause):
      placeless.action = .edit(page, .put(.stroke(lift(stroke)), index: index), cause: cause)
    case .edit(let page, .replace(let id, let pieces), let cause):
      placeless.action = .edit(page, .replace(id, pieces: pieces.map(lift)), cause: cause)
    default: break
    }
    return ["\(placeless)"] + data
  }
}

/// Reads a session whose base is inline or does not matter.
func readInline(_ path: String) throws(TraceError) -> Session {
  try SessionFile.read(path, drawingShapes: RandomSession.straightLines) { (_, _) throws(PageSourceError) in
    InlinePages([])
  }
}

/// The session of the golden file: one of each kind of event, in numbers that a person can follow.
enum GoldenSession {
  static let session: Session = {
    var arena = InkArena()
    arena.points = [
      SamplePoint(x: 1_000, y: 2_000, t: 0, pressure: 300, radius: 10),
      SamplePoint(x: 1_003, y: 1_998, t: 4, pressure: 310, radius: 11),
      SamplePoint(x: 1_003, y: 1_998, t: 8, pressure: 290, radius: 10),
    ]
    arena.opaque = Array("app".utf8)
    let page = PageID(rawValue: 1)
    let added = PageInfo(id: PageID(rawValue: 2), createdMilliseconds: 900)
    let stroke = Stroke(
      id: ElementID(rawValue: 10), ink: Ink(), points: ArenaRange(start: 0, count: 3),
      opaque: ArenaRange(start: 0, count: 3))
    let piece = Stroke(
      id: ElementID(rawValue: 12), ink: Ink(tool: .highlighter, colour: 0xFF00_007F, width: 80),
      points: ArenaRange(start: 1, count: 1))
    let image = PlacedImage(
      id: ElementID(rawValue: 11), frame: Frame(x: 100, y: 200, width: 3_000, height: 2_000),
      asset: AssetID(rawValue: 0xA1))
    var based = Page(id: page)
    based.append(
      .stroke(Stroke(id: ElementID(rawValue: 5), ink: Ink(), points: ArenaRange(start: 0, count: 2))),
      from: arena)
    let actions: [(UInt64, UInt32, Action)] = [
      (0, 0, .openDocument), (0, 0, .turnTo(page)),
      (500, 8, .edit(page, .put(.stroke(stroke), index: 1), cause: .write)),
      (600, 0, .insertAsset(AssetID(rawValue: 0xA1), byteCount: 250_000)),
      (600, 0, .edit(page, .put(.image(image), index: 2), cause: .insert)),
      (700, 30, .edit(page, .replace(ElementID(rawValue: 10), pieces: [piece]), cause: .partialErase)),
      (
        800, 0,
        .edit(page, .move([ElementID(rawValue: 12), ElementID(rawValue: 11)], dx: -5, dy: 7), cause: .lasso)
      ),
      (850, 0, .edit(page, .remove(ElementID(rawValue: 12)), cause: .erase)),
      (900, 0, .addPage(added, index: 1)), (950, 0, .movePage(added.id, to: 0)),
      (960, 0, .deletePage(added.id)),
      (1_000, 0, .background), (1_500, 0, .terminateAndRelaunch), (2_000, 0, .background),
      (2_500, 0, .foreground),
      (3_000, 0, .export), (3_100, 0, .listLibrary), (3_200, 0, .closeDocument),
    ]
    return Session(
      name: "golden", origin: .recorded(app: "none"), times: .recorded, seed: .max,
      policy: SavePolicy(trigger: .idle, delayMilliseconds: 500, maxWaitMilliseconds: 5_000),
      base: .inline(
        DocumentInfo(id: DocumentID(rawValue: 0xD0C), title: "Golden", pages: [PageInfo(id: page)]),
        pages: [based], assets: [BaseAsset(id: AssetID(rawValue: 0xA0), byteCount: 10)]),
      events: actions.map { Event(startMilliseconds: $0.0, durationMilliseconds: $0.1, action: $0.2) },
      arena: arena)
  }()
}
