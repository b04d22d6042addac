import Foundation
@testable import InkCommand
import InkModel
import InkRun
import InkSimulation
import InkTestFixtures
import InkTrace
import Testing

/// Redaction and what proves it, through the command line and by content.
@Suite("Privacy") struct PrivacyTests {
  private let directory: TemporaryDirectory
  private var place: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory()
    try SessionFile.write(Self.recorded, to: place + "/notes.inksession")
  }

  /// A session of odd numbers and telling texts.
  private static let recorded: InkModel.Session = {
    var session = Fixtures.writingSession(strokes: 40)
    session.name = "secret name"
    session.base.document.title = "secret title"
    session.base.document.id = DocumentID(rawValue: 0x1234_5678)
    session.origin = .recorded(app: "secret app")
    session.recordedSaves = [
      RecordedSave(
        startMilliseconds: 333, durationMicroseconds: 15_300, byteCount: 61_007, reason: .autosave,
        error: "secret path")
    ]
    return session
  }()

  private func run(_ line: String) throws -> (code: ExitCode, output: String, errors: String) {
    let session = try Session(words: line.split(separator: " ").map(String.init), directory: place)
    return (session.code, session.output, session.errors.replacing(place + "/", with: ""))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try directory.read(name), as: UTF8.self)
  }

  @Test("What is redacted holds no shape, text, time or identifier of the original, and replays")
  func redacted() throws {
    let done = try run("redact notes.inksession --output safe.inksession")
    #expect(done.code == .success, "\(done.errors)")
    #expect(done.output == "safe.inksession: The content is 'shapes-dropped', as the file says.\n")
    let safe = try text("safe.inksession")
    #expect(!safe.contains("secret") && !safe.contains("points") && !safe.contains("12345678"))
    let original = Self.recorded
    let back = try SessionFile.load(place + "/safe.inksession")
    try back.validate()
    #expect(back.shapes == .dropped)
    #expect(back.events.count == original.events.count)
    var shapesKept = 0
    for (mine, theirs) in zip(original.events, back.events) {
      #expect(theirs.startMilliseconds % 50 == 0)
      #expect(abs(Int(theirs.startMilliseconds) - Int(mine.startMilliseconds)) <= 25)
      guard case .edit(_, .put(.stroke(let old), _), _) = mine.action,
        case .edit(_, .put(.stroke(let new), _), _) = theirs.action
      else { continue }
      let (was, now) = (original.arena.points[old.points.indices], back.arena.points[new.points.indices])
      #expect(was.count == now.count)
      let (wasExtent, nowExtent) = (
        StrokeExtent(original.arena.points(of: old)), StrokeExtent(back.arena.points(of: new))
      )
      #expect(abs(wasExtent.width - nowExtent.width) <= 5 && abs(wasExtent.height - nowExtent.height) <= 5)
      #expect(nowExtent.durationMilliseconds % 50 == 0)
      if was.map(\.x) == now.map(\.x) { shapesKept += 1 }
    }
    #expect(shapesKept == 0)
  }

  @Test("Drawn shapes cost a store as many bytes as the writer's own, plain and deflated")
  func sameCost() throws {
    let workload = try Workload(
      json: "{\"schema\":\"inkbench-workload/1\",\"name\":\"w\",\"session\":{\"strokes\":300}}")
    let original = try Simulator.session(of: workload, seed: 11)
    let drawn = try ShapeDropping.session(of: original) { ShapeArtist(seed: $0).draw }
    func byteCount(_ session: InkModel.Session, _ ending: String) throws -> Double {
      var plain = session
      plain.shapes = .original
      let pages = session.base.document.pages.map { Page(id: $0.id) }
      plain.base = .inline(session.base.document, pages: pages, assets: session.base.assets)
      try SessionFile.write(plain, to: place + "/size.inksession" + ending)
      return Double(try directory.read("size.inksession" + ending).count)
    }
    for ending in ["", ".gz"] {
      let ratio = try byteCount(drawn, ending) / byteCount(original, ending)
      #expect(0.9...1.1 ~= ratio, "\(ending): \(ratio)")
    }
  }

  @Test("Reading a file without shapes twice gives the same ink, drawn and not straight")
  func deterministic() throws {
    #expect(try run("redact notes.inksession --output safe.inksession").code == .success)
    let (first, second) = (
      try SessionFile.load(place + "/safe.inksession"), try SessionFile.load(place + "/safe.inksession")
    )
    #expect(first.digest() == second.digest())
    let points = first.arena.points
    #expect(Set(points.map(\.pressure)).count > 50)
    #expect(points.map(\.x).max() ?? 0 > 1_000)
    try SessionFile.write(first, to: place + "/again.inksession")
    #expect(try directory.read("again.inksession") == directory.read("safe.inksession"))
    #expect(try run("redact safe.inksession --output twice.inksession").code == .success)
    #expect(try PrivacyExamination(path: place + "/twice.inksession").mode == .shapesDropped)
  }

  @Test("An examination says what a file holds, field by field")
  func examined() throws {
    let full = try PrivacyExamination(path: place + "/notes.inksession")
    #expect(full.mode == .full && full.claim == .full && !full.isFalse)
    #expect(full.verdict == "The content is 'full', as the file says.")
    let lines = full.text.split(separator: "\n").map(String.init)
    #expect(
      lines.contains {
        $0.hasPrefix("samples: x, y, time, pressure, radius") && $0.hasSuffix("  800, first in line 5")
      })
    #expect(
      lines.contains {
        $0.hasPrefix("title of the document") && $0.hasSuffix("1, first in line 1: 'secret title'")
      })
    #expect(lines.contains { $0.hasPrefix("error of a save") && $0.contains("1, first in line") })
    #expect(try run("redact notes.inksession --output safe.inksession.gz").code == .success)
    let safe = try PrivacyExamination(path: place + "/safe.inksession.gz")
    #expect(safe.mode == .shapesDropped && safe.claim == .shapesDropped)
    let found = safe.text.split(separator: "\n").map(String.init)
    #expect(
      found.contains { $0.hasPrefix("samples: x, y, time, pressure, radius") && $0.hasSuffix("  none") })
    #expect(
      found.contains { $0.hasPrefix("number of samples ") && $0.hasSuffix("40, whole numbers (checked)") })
    #expect(
      found.contains { $0.contains("start and duration") && $0.hasSuffix("(ms), multiples of 50 (checked)") })
    #expect(found.contains { $0.hasPrefix("unknown keys") && $0.hasSuffix("  none") })
  }

  /// Ways in which a file can hold more than its header says.
  static let smuggles: [(what: String, text: String, other: String)] = [
    ("a stroke with its samples", "\"samples\":20", "\"points\":[1,2,3,4,5],\"samples\":20"),
    ("an escaped key", "\"samples\":20", "\"poi\\u006ets\":[1,2,3,4,5],\"samples\":20"),
    ("an unknown key", "\"samples\":20", "\"note\":\"x\",\"samples\":20"),
    ("an unknown key with nothing in it", "\"samples\":20", "\"dear diary\":{},\"samples\":20"),
    ("a key that looks like a path", "\"samples\":20", "\"document.title\":\"\",\"samples\":20"),
    ("a title", "\"title\":\"\"", "\"title\":\"mine\""),
    ("a name", "\"name\":\"\"", "\"name\":\"mine\""),
    ("an app", "\"app\":\"\"", "\"app\":\"mine\""),
    ("the app's bytes", "\"samples\":20", "\"opaque\":\"YXBw\",\"samples\":20"),
    ("a fine time", "\"start\":0", "\"start\":1"),
    ("a time that is no number", "\"start\":0", "\"start\":\"noon\""),
    ("a fraction of a time", "\"start\":0", "\"start\":0.25"),
    ("text in place of a word", "\"tool\":\"pen\"", "\"tool\":\"Anna's pen\""),
    ("text in place of a number", "\"samples\":20", "\"samples\":\"twenty\""),
    ("a colour", "000000ff", "1a1a1aff"),
    ("an identifier", "\"id\":\"0000000000000028\"", "\"id\":\"00000000deadbeef\""),
    ("an error", "withheld", "no space for Anna"),
    ("when a page was made", "\"createdMilliseconds\":0", "\"createdMilliseconds\":7"),
    ("a seed that is text", "\"seed\":\"", "\"seed\":\"Anna"),
    ("a fine box", "\"box\":[", "\"box\":[3,"),
    (
      "a second claim", "\"shapes\":\"dropped\"",
      "\"shapes\":\"original\",\"title\":\"Anna\",\"shapes\":\"dropped\""
    ),
  ]

  @Test("A file that holds more than it says is found out", arguments: smuggles)
  func smuggled(what: String, text: String, other: String) throws {
    #expect(try run("redact notes.inksession --output safe.inksession").code == .success)
    let safe = try self.text("safe.inksession")
    try #require(safe.contains(text))
    let changed = safe.replacing(text, with: other, maxReplacements: 1)
    _ = try directory.write(Array(changed.utf8), to: "false.inksession")
    let examination = try PrivacyExamination(path: place + "/false.inksession")
    #expect(examination.claim == .shapesDropped && examination.mode == .full && examination.isFalse)
    #expect(examination.verdict.hasSuffix("it holds more than it says."))
  }

  @Test("The inspection prints what was found, and a file that says less than it holds ends with 65")
  func inspection() throws {
    func inspect(_ name: String) throws -> (code: ExitCode, output: String) {
      let context = Context(
        registry: try Session.registry(), standardOutput: .memory(), standardError: .memory(),
        environment: ProcessEnvironment(currentDirectory: place))
      let code = try PrivacyInspection.run(name, in: context)
      return (code, context.standardOutput.text)
    }
    #expect(try run("redact notes.inksession --output safe.inksession").code == .success)
    let changed = try text("safe.inksession").replacing("\"title\":\"\"", with: "\"title\":\"Anna\"")
    _ = try directory.write(Array(changed.utf8), to: "false.inksession")
    #expect(try inspect("notes.inksession").code == .success)
    #expect(try inspect("safe.inksession").code == .success)
    let found = try inspect("false.inksession")
    #expect(found.code == .malformedInput)
    #expect(found.output.contains("'Anna'") && found.output.hasSuffix("it holds more than it says.\n"))
    #expect(throws: CommandFailure.self) { try inspect("none") }
  }

  @Test("A file that holds less than it says is no lie, and is named")
  func less() throws {
    #expect(try run("redact notes.inksession --output safe.inksession").code == .success)
    let plain = try text("safe.inksession").replacing(
      "\"shapes\":\"dropped\"", with: "\"shapes\":\"original\"")
    _ = try directory.write(Array(plain.utf8), to: "plain.inksession")
    let examination = try PrivacyExamination(path: place + "/plain.inksession")
    #expect(examination.claim == .full && examination.mode == .shapesDropped && !examination.isFalse)
  }

  @Test("A session is summarised in about two kilobytes, which an examination accepts")
  func summarised() throws {
    let done = try run("redact notes.inksession --privacy summary --output notes.json")
    #expect(done.code == .success, "\(done.errors)")
    let bytes = try directory.read("notes.json")
    #expect(bytes.count < 4_096)
    #expect(try InkSummary(json: bytes)[.strokes] == 40)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    let found = try PrivacyExamination(path: place + "/notes.json")
    #expect(found.mode == .summary && found.claim == .summary)
    #expect(try run("redact notes.inksession --output safe.inksession").code == .success)
    let refused = try run("redact safe.inksession --privacy summary --output no.json")
    #expect(refused.code == .malformedInput)
    #expect(refused.errors.contains("summarise the recording"))
  }

  @Test("A summary holds numbers under names and nothing else")
  func summary() throws {
    func examine(_ text: String) throws -> PrivacyExamination {
      try PrivacyExamination(path: directory.write(Array(text.utf8), to: "s.json"))
    }
    let good =
      "{\"schema\":\"inkbench-summary/1\",\"counts\":{\"sessions\":1},\"tallies\":{\"start\":{\"last\":40}},"
      + "\"histograms\":{\"length\":[1,7,-3,1,2]}}\n"
    let sound = try examine(good)
    #expect(sound.mode == .summary && sound.claim == .summary && sound.summaryNumberCount == 7)
    #expect(sound.text.contains("'last'"))
    for (text, other) in [
      ("\"sessions\":1", "\"sessions\":\"Anna\""), ("\"sessions\":1", "\"sessions\":1,\"Anna wrote\":2"),
      ("[1,7,-3,1,2]", "{\"points\":[1,2]}"),
      ("\"counts\"", "\"stroke\":{\"points\":[1]},\"counts\""),
      ("summary/1", "summary/1 of Anna"), ("-3,1", "\"x\",1"),
    ] {
      let changed = good.replacing(text, with: other)
      #expect(changed != good)
      let found = try examine(changed)
      #expect(found.mode == .full && found.isFalse, "\(other)")
    }
  }

  @Test("What is neither a session nor a summary can't be vouched for")
  func strangers() throws {
    for (text, sentence) in [
      ("", "is empty; nothing to examine"), ("{}", "is neither a session file nor a summary"),
      ("{\"schema\":\"inkbench-report/1\"}", "is neither a session file nor a summary"),
      ("{\"schema\":\"inkbench-session/2\"}\nxyz\n", "what is no JSON can't be vouched for"),
    ] {
      let path = try directory.write(Array(text.utf8), to: "odd")
      let error = try #require(throws: TraceError.self) { try PrivacyExamination(path: path) }
      #expect(error.message.hasSuffix(sentence), "\(error)")
    }
  }

  @Test("No damage of a file makes the examination trap")
  func fuzz() throws {
    #expect(try run("redact notes.inksession --output safe.inksession").code == .success)
    let whole = try directory.read("safe.inksession")
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let path = try directory.write(whole.damaged(by: &random), to: "f")
      guard let found = try? PrivacyExamination(path: path) else { continue }
      #expect(found.lineCount > 0)
    }
  }

  @Test("Every key of the session format has its row in the table of privacy, once")
  func complete() throws {
    let paths = PrivacyField.all.flatMap(\.paths)
    #expect(Set(paths).count == paths.count)
    // Whatever the schema lets a line have, an examination must know.
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(SessionFile.schema.utf8)) as? [String: Any])
    let defined = try #require(schema["$defs"] as? [String: [String: Any]])
    let known = Set(paths.flatMap { $0.replacing("save:", with: "").split(separator: ".").map(String.init) })
    for (name, definition) in defined {
      for key in Self.keys(of: definition) { #expect(known.contains(key), "\(name): \(key)") }
    }
  }

  /// The keys that a schema names, at any depth.
  private static func keys(of schema: Any) -> Set<String> {
    if let list = schema as? [Any] { return list.reduce(into: []) { $0.formUnion(keys(of: $1)) } }
    guard let object = schema as? [String: Any] else { return [] }
    var found: Set<String> = []
    if let properties = object["properties"] as? [String: Any] { found.formUnion(properties.keys) }
    for (key, value) in object where key == "properties" {
      for inner in (value as? [String: Any] ?? [:]).values { found.formUnion(keys(of: inner)) }
    }
    for (key, value) in object where key != "properties" { found.formUnion(keys(of: value)) }
    return found
  }

  @Test("The article has the table as the program has it")
  func article() throws {
    var table = "| field | full | shapes-dropped | summary |\n|---|---|---|---|\n"
    for field in PrivacyField.all {
      table += "| \(field.name) | kept | \(field.whenShapesDropped) | \(field.inSummary) |\n"
    }
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/InkCommand/InkBench.docc/Privacy.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let start = try #require(text.range(of: "## Field by field\n\n")).upperBound
    if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" {
      try (text[..<start] + table).write(to: path, atomically: true, encoding: .utf8)
      return
    }
    #expect(text[start...] == table)
  }

  @Test("Help prints the same table")
  func help() throws {
    let help = try run("help privacy").output
    for field in PrivacyField.all { #expect(help.contains("\n  \(field.name.prefix(60))")) }
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
