import Foundation
@testable import InkCommand
import InkModel
import InkRun
import InkTestFixtures
import InkTrace
import Testing

/// What a file could hold past the examination: times of day, names in gzip headers, text in numbers.
@Suite("Holes in privacy") struct PrivacyHoleTests {
  private let directory: TemporaryDirectory
  private var place: String { directory.path }

  init() throws {
    directory = try TemporaryDirectory()
    try SessionFile.write(Self.session(startingAt: 0), to: place + "/notes.inksession")
    #expect(try run("redact notes.inksession --output safe.inksession").code == .success)
    #expect(try run("redact notes.inksession --privacy summary --output notes.json").code == .success)
  }

  private static func session(startingAt start: UInt64) -> InkModel.Session {
    var session = Fixtures.writingSession(strokes: 40)
    for index in session.events.indices { session.events[index].startMilliseconds += start }
    session.origin = .recorded(app: "app")
    session.recordedSaves = [
      RecordedSave(
        startMilliseconds: start + 333, durationMicroseconds: 15_300, byteCount: 61_007, reason: .autosave,
        error: nil)
    ]
    return session
  }

  private func run(_ line: String) throws -> (code: ExitCode, output: String, errors: String) {
    let session = try Session(words: line.split(separator: " ").map(String.init), directory: place)
    return (session.code, session.output, session.errors.replacing(place + "/", with: ""))
  }

  private func inspect(_ name: String) throws -> (code: ExitCode, output: String) {
    let context = Context(
      registry: try Session.registry(), standardOutput: .memory(), standardError: .memory(),
      environment: ProcessEnvironment(currentDirectory: place))
    let code = try PrivacyInspection.run(name, in: context)
    return (code, context.standardOutput.text)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try directory.read(name), as: UTF8.self)
  }

  @Test("Times of day don't survive: the first of events and saves starts at 0")
  func absoluteTimes() throws {
    try SessionFile.write(Self.session(startingAt: 1_700_000_000_000), to: place + "/epoch.inksession")
    #expect(try run("redact epoch.inksession --output less.inksession").code == .success)
    #expect(try !text("less.inksession").contains("\"start\":17000"))
    let (near, far) = (
      try SessionFile.load(place + "/safe.inksession"), try SessionFile.load(place + "/less.inksession")
    )
    #expect(near.events.map(\.startMilliseconds) == far.events.map(\.startMilliseconds))
    #expect(near.recordedSaves.map(\.startMilliseconds) == far.recordedSaves.map(\.startMilliseconds))
    #expect(far.events.first?.startMilliseconds == 0)
  }

  @Test("A save before the first event is the start")
  func saveFirst() throws {
    var session = Self.session(startingAt: 1_700_000_000_000)
    session.recordedSaves[0].startMilliseconds = 1_699_999_999_000
    try SessionFile.write(session, to: place + "/epoch.inksession")
    #expect(try run("redact epoch.inksession --output less.inksession").code == .success)
    let less = try SessionFile.load(place + "/less.inksession")
    #expect(less.recordedSaves[0].startMilliseconds == 0)
    #expect(less.events.first?.startMilliseconds == 1_000)
  }

  @Test("A file without shapes whose times count from elsewhere is found out")
  func shiftedTimes() throws {
    let shifted = try text("safe.inksession").replacing(/"start":(\d+)/) { match in
      "\"start\":\((Int(match.output.1) ?? 0) + 1_700_000_000_000)"
    }
    _ = try directory.write(Array(shifted.utf8), to: "false.inksession")
    let found = try inspect("false.inksession")
    #expect(found.code == .malformedInput)
    #expect(found.output.contains("1 of 84 (ms), first in line 3"), "\(found.output)")
  }

  /// Headers of gzip members: flags, the time's first byte, and what follows the ten bytes.
  static let headers: [(flags: UInt8, time: UInt8, rest: [UInt8])] = [
    (0x08, 0, Array("Anna's diary".utf8) + [0]), (0x10, 0, Array("of Anna".utf8) + [0]),
    (0x04, 0, [4, 0, 65, 110, 110, 97]), (0, 1, []),
  ]

  @Test("What a gzip header tells is found out, in every member", arguments: headers)
  func gzipHeader(flags: UInt8, time: UInt8, rest: [UInt8]) throws {
    #expect(try run("redact notes.inksession --output safe.inksession.gz").code == .success)
    let safe = try directory.read("safe.inksession.gz")
    #expect(safe[3] == 0 && safe[4..<8].allSatisfy { $0 == 0 })
    #expect(try inspect("safe.inksession.gz").code == .success)
    let telling: [UInt8] = [0x1F, 0x8B, 8, flags, time, 0, 0, 0, 0, 3] + rest
    _ = try directory.write(telling + safe[10...], to: "one.gz")
    // A second member, of nothing.
    let nothing: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    _ = try directory.write(safe + telling + nothing, to: "two.gz")
    for name in ["one.gz", "two.gz"] {
      let found = try inspect(name)
      #expect(found.code == .malformedInput)
      #expect(found.output.contains("name, comment or time in the gzip header"))
    }
  }

  /// Texts and numbers that no field has, in place of what a file without shapes has.
  static let smuggles: [(text: String, other: String)] = [
    ("\"delayMilliseconds\":500", "\"delayMilliseconds\":[65,108,105,99,101]"),
    ("\"delayMilliseconds\":500", "\"delayMilliseconds\":500.65"),
    ("\"delayMilliseconds\":500", "\"delayMilliseconds\":65108105099101"),
    ("\"delayMilliseconds\":500", "\"delayMilliseconds\":-1"),
    ("\"digest\":\"", "\"digest\":3.14159,\"digest\":\""),
    ("\"inline\":true", "\"inline\":65"), ("\"samples\":20", "\"samples\":[20]"),
    ("\"samples\":20", "\"samples\":65,\"samples\":20"), ("\"samples\":20", "\"samples\":true"),
    ("\"samples\":20", "\"samples\":65108105099101"), ("\"samples\":20", "\"samples\":{}"),
    ("\"box\":[", "\"box\":[650,1080,"), ("\"start\":0", "\"start\":[0,650]"),
    ("\"start\":0", "\"start\":0,\"start\":650"), ("\"microseconds\":15300", "\"microseconds\":15300.5"),
    ("\"seed\":\"", "\"seed\":\"000"),
  ]

  @Test("Lists, fractions and numbers out of bounds are no counts", arguments: smuggles)
  func smuggled(text: String, other: String) throws {
    let safe = try self.text("safe.inksession")
    try #require(safe.contains(text))
    let changed = safe.replacing(text, with: other, maxReplacements: 1)
    _ = try directory.write(Array(changed.utf8), to: "false.inksession")
    #expect(try inspect("safe.inksession").code == .success)
    #expect(try inspect("false.inksession").code == .malformedInput)
  }

  @Test("A summary is vouched for only if its reader takes it and its values have their forms")
  func summaries() throws {
    #expect(try inspect("notes.json").code == .success)
    let good = try text("notes.json")
    for (text, other) in [
      ("\"counts\":{", "\"counts\":{\"Anna\":1,"), ("\"counts\":{", "\"counts\":{\"sessions\":65,"),
      ("\"histograms\":{", "\"histograms\":{\"Anna\":[1,7,3,1],"),
      ("\"tallies\":{", "\"tallies\":{\"tool\":{\"pen\":1},"),
      ("\"tallies\":{", "\"tallies\":{\"Anna\":{\"last\":1},"),
      ("\"canvas\":{", "\"canvas\":{\"Anna\":1,"), ("\"canvas\":{", "\"canvas\":{\"1x2x3\":1,"),
      ("\"canvas\":{", "\"canvas\":{\"0065x2\":1,"), ("\"pen\":{", "\"pen\":{\"Anna's\":1,"),
      ("summary/1", "summary/2"), ("summary/1", "summary/001"), ("\"saving\":{", "\"saving\":{\"Anna 5\":1,"),
    ] where good.contains(text) {
      let changed = good.replacing(text, with: other, maxReplacements: 1)
      _ = try directory.write(Array(changed.utf8), to: "false.json")
      let found = try inspect("false.json")
      #expect(found.code == .malformedInput, "\(other): \(found.output)")
    }
  }

  @Test("A pipe is refused, and not waited for", .timeLimit(.minutes(1)))
  func pipe() throws {
    let status = unsafe mkfifo(place + "/ff", 0o600)
    #expect(status == 0)
    let failure = try #require(throws: CommandFailure.self) { try inspect("ff") }
    #expect(failure.exitCode == .unreadableInput)
    #expect(failure.sentence.contains("'ff' is no regular file"))
    let error = try #require(throws: TraceError.self) { try PrivacyExamination(path: place + "/ff") }
    #expect(error.message.contains("is no regular file"))
    let imported = try run("import ff --output i.inksession")
    #expect(imported.code == .unreadableInput)
    #expect(imported.errors.contains("is no regular file"), "\(imported.errors)")
  }
}
