import InkModel
import InkTestFixtures
import InkTrace
import Testing

@Suite("Import: files of every kind") struct ImportTests {
  @Test("A file is read with its repairs counted, or refused in one sentence", arguments: ImportCase.own)
  func ownFiles(_ example: ImportCase) throws {
    let directory = try TemporaryDirectory()
    // The name says nothing: the content decides.
    example.check(try directory.write(example.bytes, to: "ink"))
  }

  @Test("Several files become one document, page after page")
  func severalFiles() throws {
    let directory = try TemporaryDirectory()
    let first = try directory.write(PackageResources.sound_xopp, to: "first.xopp")
    let second = try directory.write(PackageResources.timed_inkml, to: "second.inkml")
    let (session, report) = try InkImporter.importFiles([first, second, first])
    #expect(report.pages == 3)
    #expect(report.strokes == 4)
    #expect(report.points == 3 + 5 + 3)
    #expect(session.origin == .imported(format: "xopp, inkml", file: "first.xopp and 2 more"))
    #expect(session.times == .synthetic)
    #expect(session.name == "first")
    #expect(session.base.document.pages.map(\.id.rawValue) == [1, 2, 3])
    let turns = session.events.compactMap { event in
      if case .turnTo(let page) = event.action { page.rawValue } else { nil }
    }
    #expect(turns == [1, 2, 3])
    let ids = session.events.compactMap { event in
      if case .edit(_, .put(let element, _), _) = event.action { element.id.rawValue } else { nil }
    }
    #expect(ids == [1, 2, 3, 4])
  }

  @Test("An imported session opens, turns, writes in order and closes, and survives a session file")
  func sessionShape() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(PackageResources.images_xopp, to: "images.xopp")
    let (session, report) = try InkImporter.importFiles([path])
    #expect(report.images == 2)
    #expect(report.count(of: .skippedImage) == 2)
    let page = PageID(rawValue: 1)
    #expect(session.events[0].action == .openDocument)
    #expect(session.events[1].action == .turnTo(page))
    guard case .insertAsset(let asset, 7) = session.events[2].action else {
      Issue.record("the first image's seven bytes do not arrive: \(session.events[2])")
      return
    }
    let image = PlacedImage(
      id: ElementID(rawValue: 1), frame: Frame(x: 100, y: 200, width: 1_000, height: 505), asset: asset)
    #expect(session.events[3].action == .edit(page, .put(.image(image), index: 0), cause: .insert))
    guard case .edit(page, .put(.stroke(let stroke), index: 1), cause: .write) = session.events[4].action
    else {
      Issue.record("the stroke does not follow the image: \(session.events[4])")
      return
    }
    #expect(stroke.id == ElementID(rawValue: 2))
    guard case .insertAsset(let formula, 2) = session.events[5].action else {
      Issue.record("the formula's two bytes do not arrive: \(session.events[5])")
      return
    }
    #expect(formula != asset)
    #expect(session.events.last?.action == .closeDocument)
    #expect(session.events.map(\.startMilliseconds) == session.events.map(\.startMilliseconds).sorted())

    try session.validate()
    try SessionFile.write(session, to: directory.path + "/a.inksession")
    #expect(try readInline(directory.path + "/a.inksession").digest() == session.digest())
    #expect(try InkImporter.importFiles([path]).session.digest() == session.digest())
  }

  @Test("Each page is turned to before it is written on", arguments: [1, 2, 5])
  func manyPages(count: Int) throws {
    let page = "<page width=\"600\" height=\"800\"><layer><stroke width=\"1\">1 1 2 2</stroke></layer></page>"
    let directory = try TemporaryDirectory()
    let text = "<xournal fileversion=\"4\">" + String(repeating: page, count: count) + "</xournal>"
    let (session, report) = try InkImporter.importFiles([try directory.write(Array(text.utf8), to: "a")])
    #expect(report.pages == count)
    #expect(session.events.count == 2 + 2 * count)
    for (before, after) in zip(session.events.dropFirst(2), session.events.dropFirst(3)) {
      #expect(after.startMilliseconds > before.endMilliseconds, "no pause before \(after.action)")
    }
    try session.validate()
  }

  @Test("Text of more than ten megabytes in one element is read")
  func longText() throws {
    let directory = try TemporaryDirectory()
    let pair = "100.0000000000001 200.0000000000002\n"
    let count = 11_000_000 / pair.utf8.count
    let text =
      "<xournal fileversion=\"4\"><page width=\"600\" height=\"800\"><layer><stroke width=\"1\">"
      + String(repeating: pair, count: count) + "</stroke></layer></page></xournal>"
    let report = try InkImporter.importFiles([try directory.write(Array(text.utf8), to: "long.xopp")]).report
    #expect(report.points == count)
    #expect(report.strokes == 1)
    #expect(report.repairs.isEmpty)
  }

  @Test("A stroke longer than anyone can draw is refused before it fills the memory")
  func endlessStroke() throws {
    let directory = try TemporaryDirectory()
    let text =
      "<xournal fileversion=\"4\"><page width=\"600\" height=\"800\"><layer><stroke width=\"1\">"
      + String(repeating: "1 2 ", count: TraceLimits.strokePointCountMax + 1)
      + "</stroke></layer></page></xournal>"
    let path = try directory.write(Array(text.utf8), to: "endless.xopp")
    let error = try #require(throws: TraceError.self) { try InkImporter.importFiles([path]) }
    #expect(error.message == "a stroke has more than 1048576 samples; divide it")
  }

  @Test("An attribute of more than ten megabytes is refused in one sentence")
  func longAttribute() throws {
    let directory = try TemporaryDirectory()
    let text =
      "<xournal fileversion=\"4\"><page width=\"600\" height=\"800\"><layer><stroke width=\""
      + String(repeating: "1.41 ", count: 2_200_000) + "\">1 1 2 2</stroke></layer></page></xournal>"
    let path = try directory.write(Array(text.utf8), to: "long.xopp")
    let error = try #require(throws: TraceError.self) { try InkImporter.importFiles([path]) }
    #expect(
      error.message
        == "an attribute has more than 10 MB, which the XML parser does not take; divide the stroke")
  }

  @Test("Files that are not there or no files at all are unreadable")
  func unreadable() throws {
    let directory = try TemporaryDirectory()
    let missing = try #require(throws: TraceError.self) {
      try InkImporter.importFiles([directory.path + "/none.xopp"])
    }
    #expect(missing.kind == .unreadable)
    #expect(missing.message == "can't be opened: No such file or directory")
    let none = try #require(throws: TraceError.self) { try InkImporter.importFiles([]) }
    #expect(none.kind == .unreadable)
  }

  @Test(
    "No damage crashes an importer, and what it imports keeps the rules", arguments: 0..<8 as Range<UInt64>)
  func fuzz(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    var random = SplitMix64(seed: seed)
    let sound = ImportCase.own.filter { if case .read = $0.outcome { true } else { false } }
    for _ in 0..<100 {
      let example = sound[random.below(sound.count)]
      let path = try directory.write(example.bytes.damaged(by: &random), to: "mutated")
      do throws(TraceError) {
        let (session, report) = try InkImporter.importFiles([path])
        #expect(report.points == session.arena.points.count)
        #expect(throws: Never.self, "\(example.name), seed \(seed)") { try session.validate() }
        if random.chance(0.1) { try SessionFile.write(session, to: directory.path + "/a.inksession") }
      } catch {
        #expect(error.kind == .malformed)
        #expect(error.file == path, "\(error) of \(example.name), seed \(seed)")
      }
    }
  }
}
