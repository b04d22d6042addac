import InkCommand
import InkModel
import InkReport
import InkTestFixtures
import InkTrace
import Testing

/// What the program says to files that it can't use: one sentence, and the code that a script reads.
@Suite("Bad input") struct BadInputTests {
  private let directory: TemporaryDirectory
  private var place: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory()
    try SessionFile.write(Fixtures.writingSession(strokes: 3), to: place + "/good.inksession")
    try SessionFile.write(Fixtures.writingSession(strokes: 3), to: place + "/good.inksession.gz")
    _ = try directory.write([], to: "empty.inksession")
    _ = try directory.write([0x00, 0xFF, 0x80, 0x0A], to: "binary.inksession")
    _ = try directory.write(Array("plain".utf8), to: "plain")
    _ = try directory.write(Array("<xournal/>".utf8), to: "notes.xopp")
    _ = try directory.write(Array("{\"schema\":\"inkbench-workload/2\"}".utf8), to: "next.json")
    _ = try directory.write(Array("{\"a\":".utf8), to: "cut.json")
    _ = try directory.write(try directory.read("good.inksession").dropLast(40), to: "cut.inksession")
    _ = try directory.write(try directory.read("good.inksession.gz").dropLast(40), to: "cut.inksession.gz")
  }

  /// Runs a command line in the directory; what it says comes back with the directory cut from paths.
  private func run(_ line: String) throws -> (code: ExitCode, errors: String) {
    let words = line.split(separator: " ").map(String.init)
    let session = try Session(words: words, directory: place)
    #expect(session.output.isEmpty)
    return (session.code, session.errors.replacing(place + "/", with: ""))
  }

  static let refusals: [(line: String, code: ExitCode, sentence: String)] = [
    ("run empty.inksession", .malformedInput, "empty.inksession: is empty; write the session again"),
    (
      "run binary.inksession", .malformedInput,
      "binary.inksession:1:1: expected '{'; correct the line or write the session again"
    ),
    (
      "run cut.inksession.gz", .malformedInput,
      "cut.inksession.gz: the compressed data ends too early: the file was cut short; take another copy of it"
    ),
    ("run none.inksession", .unreadableInput, "none.inksession: can't be opened: No such file or directory"),
    ("run ./", .unreadableInput, "'./' is a directory; name a workload or a session file"),
    (
      "run /dev/null", .unreadableInput,
      "'/dev/null' is no regular file; each round reads it again, so save it to one first"
    ),
    (
      "run plain", .malformedInput,
      "'plain' is neither a session file nor the name of a workload; a workload ends in '.json'"
    ),
    (
      "run notes.xopp", .usage,
      "'notes.xopp' is recorded ink and no session yet; 'import' makes a session file of it"
    ),
    ("run meting", .unreadableInput, "no workload is called 'meting'; did you mean 'meeting'?"),
    (
      "run cut.json", .malformedInput, "cut.json: not valid JSON: the text ends too early (line 1, column 6)"
    ),
    (
      "run next.json", .malformedInput,
      "next.json: the schema 'inkbench-workload/2' is unknown; this program reads 'inkbench-workload/1' "
        + "(line 1, column 11)"
    ),
    (
      "run good.inksession --seed 4", .usage,
      "'--seed' has no meaning for the session file 'good.inksession', which is fixed"
    ),
    (
      "run good.inksession ./good.inksession.gz", .usage,
      "two sessions are called 'good': name it once, or give one of the files another name"
    ),
    ("run good.inksession --output plain/x", .usage, "'plain' is a file; give --output a directory"),
    ("run good.inksession --store plain", .usage, "'plain' is a file; give --store a directory"),
    (
      "simulate meeting --output none/x.inksession", .diskFailed,
      "'none/x.inksession' can't be written: make its directory first"
    ),
    (
      "import plain --output x", .malformedInput,
      "plain: is in no known format; supported: Xournal++ (.xopp, .xoj) and InkML"
    ),
    ("compare cut.json cut.json", .malformedInput, "cut.json is no readable report: it is no JSON"),
    ("compare none none", .unreadableInput, "none can't be read: No such file or directory"),
  ]

  @Test("A file that can't be used is refused in one sentence", arguments: refusals)
  func refusal(line: String, code: ExitCode, sentence: String) throws {
    let refused = try run(line)
    #expect(refused.errors == "inkbench: \(sentence)\n")
    #expect(refused.code == code)
  }

  @Test("A refused run leaves nothing where its report would have been")
  func nothingLeft() throws {
    _ = try directory.write([1], to: "foreign")
    let refused = try run("run good.inksession --output report --store .")
    #expect(refused.code == .usage)
    #expect(refused.errors.contains("is not empty and was not made by inkbench; nothing was touched"))
    #expect(throws: (any Error).self) { try directory.read("report/results.jsonl") }
    #expect(try directory.read("foreign") == [1])
  }

  private static let page = PageID(rawValue: 1)

  /// Edits that no page of the fixture's session takes, as its sixth event.
  static let misfits: [(edit: Edit, sentence: String)] = [
    (.remove(ElementID(rawValue: 99)), "no element 99 is on the page"),
    (
      .put(.stroke(Stroke(id: ElementID(rawValue: 99), ink: Ink(), points: .empty)), index: 4),
      "element 99 can't be put at position 4 of the page"
    ),
    (
      .put(.stroke(Stroke(id: ElementID(rawValue: 1), ink: Ink(), points: .empty)), index: 0),
      "element 1 is there already"
    ),
  ]

  @Test("A session file whose edits don't fit its pages is refused with its event", arguments: misfits)
  func misfit(edit: Edit, sentence: String) throws {
    var session = Fixtures.writingSession(strokes: 3)
    let now = session.events[4].startMilliseconds
    session.events.insert(
      Event(startMilliseconds: now, action: .edit(Self.page, edit, cause: .write)), at: 5)
    try SessionFile.write(session, to: place + "/odd.inksession")
    let refused = try run("run odd.inksession --dry-run")
    #expect(
      refused.errors
        == "inkbench: odd.inksession: event 6: \(sentence); correct it or write the session again\n")
    #expect(refused.code == .malformedInput)
  }
}
