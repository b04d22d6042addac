import FoundationEssentials
import InkCommand
import InkModel
import InkTestFixtures
import InkTrace
import Testing

/// `render` on session files and workloads: which page it draws, and what it refuses.
@Suite("Rendering") struct RenderTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try SessionFile.write(Self.session, to: directory.path + "/notes.inksession")
  }

  private func run(_ line: String) throws -> Session {
    try Session(words: line.split(separator: " ").map(String.init), directory: directory.path)
  }

  private func picture(_ name: String) throws -> String {
    String(decoding: try directory.read(name), as: UTF8.self)
  }

  private static let colours: [UInt32] = [0x1111_11FF, 0x2222_22FF, 0x3333_33FF]

  /// Two strokes on page 1, of which the first is erased; page 2 is added before it and gets the third; page
  /// 3 comes and goes.
  private static let session: InkModel.Session = {
    let ids = (1...3).map { PageID(rawValue: UInt64($0)) }
    let document = DocumentInfo(
      id: DocumentID(rawValue: 0xD0C), title: "Fixture", pages: [PageInfo(id: ids[0])])
    var arena = InkArena()
    func stroke(_ number: Int) -> Edit {
      let points = Fixtures.points(count: 12, seed: UInt64(number + 1))
      let range = ArenaRange(start: arena.points.count, count: points.count)
      arena.points += points
      let id = ElementID(rawValue: UInt64(number + 1))
      return .put(.stroke(Stroke(id: id, ink: Ink(colour: colours[number]), points: range)), index: 0)
    }
    let actions: [Action] = [
      .openDocument, .turnTo(ids[0]), .edit(ids[0], stroke(0), cause: .write),
      .edit(ids[0], stroke(1), cause: .write), .edit(ids[0], .remove(ElementID(rawValue: 1)), cause: .erase),
      .addPage(PageInfo(id: ids[1], canvas: Canvas(width: 3_000, height: 2_000)), index: 1),
      .addPage(PageInfo(id: ids[2]), index: 2), .movePage(ids[1], to: 0), .turnTo(ids[1]),
      .edit(ids[1], stroke(2), cause: .write), .deletePage(ids[2]), .closeDocument,
    ]
    return InkModel.Session(
      name: "fixture", origin: .recorded(app: "an app"), times: .recorded, seed: 1,
      base: .inline(document, pages: [Page(id: ids[0])]),
      events: actions.enumerated().map { Event(startMilliseconds: UInt64($0) * 1_000, action: $1) },
      arena: arena)
  }()

  @Test("Pages are counted and drawn as the session leaves them")
  func pages() throws {
    let first = try run("render notes.inksession --page 1 --output 1.svg")
    #expect(first.code == .success)
    #expect(first.output.hasPrefix("1.svg: page 1 of 2, "))
    let added = try picture("1.svg")
    #expect(added.contains("#333333") && !added.contains("#222222"))
    #expect(added.contains("viewBox=\"0 0 300 200\""))
    #expect(try run("render notes.inksession --page 2 --output 2.svg").code == .success)
    let edited = try picture("2.svg")
    #expect(edited.contains("#222222") && !edited.contains("#111111"))
    #expect(edited.contains("<title>notes, page 2 of 2</title>"))
    #expect(edited.contains("<desc>Session notes, recorded by an app, as page 0000000000000001 is when"))
  }

  @Test("The timeline shows the saves that the session's policy brings about")
  func timeline() throws {
    let timeline = try run("render notes.inksession --timeline --output t.svg")
    #expect(timeline.code == .success)
    #expect(timeline.output.hasPrefix("t.svg: events: 12, saves: 4, "))
    #expect(
      try picture("t.svg").contains(
        "Save policy: debounce 500 ms  ·  4 saves  ·  0.750 strokes per save  ·  loss window 500 ms"))
  }

  @Test("A workload's page follows its seed, repeats, and takes few bytes a sample")
  func workload() throws {
    for (name, options) in [("a", ""), ("b", ""), ("c", " --seed 5")] {
      #expect(try run("render lecture --page 2 --output \(name).svg\(options)").code == .success)
    }
    let text = try picture("a.svg")
    #expect(try text == picture("b.svg"))
    #expect(try text != picture("c.svg"))
    let words = try #require(text.firstMatch(of: /seed \d+,.*points: (\d+)/)).output
    let points = try #require(Int(words.1))
    #expect(points > 10_000)
    #expect(text.utf8.count < 8 * points)
  }

  static let refusals: [(line: String, code: ExitCode, sentence: String)] = [
    (
      "notes.inksession --page 3 --output old.svg", .usage,
      "'--page 3' is out of range: 'notes' has 2 pages when the session ends"
    ),
    ("notes.inksession --output old.svg", .usage, "give either '--page N' or '--timeline'"),
    (
      "notes.inksession --page 1 --timeline --output old.svg", .usage,
      "give either '--page N' or '--timeline', not both"
    ),
    (
      "notes.inksession --page 1 --output notes.inksession", .usage,
      "'--output' takes a name that ends in '.svg', not 'notes.inksession'"
    ),
    (
      "notes.inksession --page 0 --output old.svg", .usage,
      "'--page' takes a number from 1 to 1000000, not '0'"
    ),
    (
      "notes.inksession --page 1 --seed 3 --output old.svg", .usage,
      "'--seed' has no meaning for the session file 'notes.inksession', which is fixed"
    ),
    ("none.inksession --page 1 --output old.svg", .unreadableInput, "none.inksession: can't be opened"),
    ("notes.inksession --page 1 --output none/x.svg", .diskFailed, "none/x.svg"),
  ]

  @Test("What can't be drawn is refused in a sentence, and an earlier picture stays", arguments: refusals)
  func refusal(line: String, code: ExitCode, sentence: String) throws {
    #expect(try run("render notes.inksession --page 2 --output old.svg").code == .success)
    let old = try picture("old.svg")
    let refused = try run("render " + line)
    #expect(refused.code == code)
    #expect(refused.output.isEmpty)
    #expect(refused.errors.contains(sentence))
    #expect(try picture("old.svg") == old)
  }
}
