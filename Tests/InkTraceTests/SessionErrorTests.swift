import InkModel
import InkTestFixtures
import InkTrace
import Testing

/// One way to damage the golden session file, and the sentence that follows.
struct Damage: Sendable, CustomTestStringConvertible {
  var name: String
  var change: @Sendable (inout [String]) -> Void
  var line: Int?
  var message: String
  var testDescription: String { name }

  init(
    _ name: String, line: Int?, _ message: String, _ change: @escaping @Sendable (inout [String]) -> Void
  ) {
    self.name = name
    self.line = line
    self.message = message
    self.change = change
  }

  private static let hint = "; correct the line or write the session again"

  /// Replaces a text in a line counted from 1.
  static func replacing(
    _ text: String, _ other: String, inLine number: Int, _ message: String
  ) -> Self {
    Self("\(text) → \(other)", line: number, message + hint) { lines in
      lines[number - 1] = lines[number - 1].replacing(text, with: other)
    }
  }

  static let all: [Self] = [
    .replacing(
      "inkbench-session/1", "inkbench-session/3", inLine: 1,
      "'inkbench-session/3' is a version this program can't read: it reads 'inkbench-session/1' and 'inkbench-session/2'"
    ),
    .replacing(
      "inkbench-session/1", "other/1", inLine: 1,
      "'other/1' is no session file; one begins with 'inkbench-session/1' or 'inkbench-session/2'"),
    .replacing(
      "{\"schema\"", "{\"name\":\"x\",\"schema\"", inLine: 1, "the header must begin with the key 'schema'"),
    .replacing("\"times\":\"recorded\",", "", inLine: 1, "the key 'times' is missing"),
    .replacing(
      "\"times\":\"recorded\"", "\"times\":\"record\"", inLine: 1,
      "'record' is unknown: did you mean 'recorded'?"),
    .replacing("\"policy\"", "\"polizy\"", inLine: 1, "unknown key 'polizy': did you mean 'policy'?"),
    .replacing(
      "\"name\":\"golden\"", "\"name\":\"a\",\"name\":\"b\"", inLine: 1, "the key 'name' stands twice"),
    .replacing(
      "\"18446744073709551615\"", "\"18446744073709551616\"", inLine: 1,
      "'18446744073709551616' is no seed: decimal digits in quotes were expected"),
    .replacing("\"18446744073709551615\"", "7", inLine: 1, "expected '\"'"),
    .replacing(
      "\"0000000000000d0c\"", "\"D0C\"", inLine: 1,
      "'D0C' is no identifier: sixteen hexadecimal digits were expected"),
    .replacing("\"inline\":true", "\"inline\":false", inLine: 1, "expected 't'"),
    .replacing(
      "\"inline\":true", "\"outline\":true", inLine: 1,
      "the base must have the key 'workload' or the key 'inline'"),
    .replacing(
      "\"app\":\"none\"", "\"file\":\"none\"", inLine: 1,
      "the origin must be 'simulated' with 'workload', 'imported' with 'format' and 'file', or 'recorded' with 'app'"
    ),
    .replacing(
      "\"eventCount\":18", "\"eventCount\":99999999", inLine: 1, "99999999 is not between 0 and 16777216"),
    .replacing(
      "\"page\":\"0000000000000001\"", "\"page\":\"0000000000000009\"", inLine: 2,
      "page 0000000000000009 stands where page 0000000000000001 was expected"),
    .replacing("\"stroke\"", "\"strike\"", inLine: 2, "unknown key 'strike': known: stroke, image"),
    .replacing(
      "open-document", "open-docment", inLine: 3, "'open-docment' is unknown: did you mean 'open-document'?"),
    .replacing(
      "\"action\":\"open-document\"", "\"dx\":1,\"action\":\"open-document\"", inLine: 3,
      "the key 'dx' does not belong to 'open-document'"),
    .replacing(
      "0000000000000001", "0000000000000003", inLine: 4, "the document has no page 0000000000000003"),
    .replacing("\"start\":0", "\"start\":-1", inLine: 4, "-1 is out of range"),
    .replacing("\"start\":0", "\"start\":0.5", inLine: 4, "expected an integer, found a fraction"),
    .replacing(
      "\"start\":0", "\"start\":9007199254740992", inLine: 4, "the time 9007199254740992 is too large"),
    .replacing(",10,1]}", ",10]}", inLine: 2, "expected ',': a sample has five numbers"),
    .replacing(
      "[1000,2000,0", "[1000,2147483648,0", inLine: 5,
      "a sample is out of range: 1000, 2147483648, 0, 300, 10"),
    .replacing(",-20,", ",-311,", inLine: 5, "a sample is out of range: 1003, 1998, 8, -1, 10"),
    .replacing(",-20,", ",-020,", inLine: 5, "a number starts with 0"),
    .replacing(",-20,", ",x,", inLine: 5, "expected an integer"),
    .replacing("\"YXBw\"", "\"YXB\"", inLine: 5, "opaque bytes are no base64"),
    .replacing(
      "1a1a1aff", "1A1A1AFF", inLine: 5, "'1A1A1AFF' is no colour: eight hexadecimal digits were expected"),
    .replacing("\"pen\"", "\"pan\"", inLine: 5, "unknown tool 'pan': did you mean 'pen'?"),
    .replacing("\"index\":1,", "", inLine: 5, "the key 'index' is missing"),
    .replacing("250000", "1073741825", inLine: 6, "1073741825 is not between 0 and 1073741824"),
    .replacing("\"dy\":7}", "\"dy\":7}}", inLine: 9, "something follows the end of the value"),
    .replacing(
      "\"start\":700", "\"start\":599", inLine: 8, "it begins before the event above it"),
    Damage(
      "the same page twice", line: 1, "page 0000000000000001 stands twice in the document" + hint
    ) { lines in
      let page = lines[0].firstRange(of: /{"id":"0000000000000001"[^}]*}/).map { String(lines[0][$0]) } ?? ""
      lines[0] = lines[0].replacing(page, with: page + "," + page)
    },
    Damage(
      "the document left open", line: 20, "a session ends by closing its document" + hint
    ) {
      $0[19] = $0[18]
    },
    Damage(
      "a changed number", line: nil,
      "the content has digest b16b87b466604592f23ff3999433caf1 where the header says '36d5984bbd816f129c4f9ca27aa1b3b3': the file was changed or damaged; write it again"
    ) {
      $0[4] = $0[4].replacing("[1000,", with: "[1001,")
    },
    Damage(
      "a missing event", line: nil,
      "the file ends after 17 of 18 events: it is incomplete; write or copy it again"
    ) {
      $0.remove(at: 18)
    },
    Damage(
      "missing pages", line: nil, "the file ends after 0 of 1 pages: it is incomplete; write or copy it again"
    ) {
      $0 = [$0[0], ""]
    },
    Damage(
      "a line too many", line: 21,
      "the line follows the last of 18 events; remove it or write the session again"
    ) {
      $0.insert("{}", at: 20)
    },
    Damage("an empty line", line: 4, "expected '{'" + hint) { $0.insert("", at: 3) },
    Damage(
      "a cut last line", line: 20,
      "the last line is cut short (a string is not closed): the file is incomplete; write or copy it again"
    ) {
      $0 = Array($0[..<19]) + ["{\"start\":3200,\"action\":\"clo"]
    },
  ]
}

@Suite("Session files: what is wrong with them") struct SessionErrorTests {
  @Test("Damage ends in one sentence that says where it is", arguments: Damage.all)
  func damage(_ damage: Damage) throws {
    let directory = try TemporaryDirectory()
    var lines = String(decoding: PackageResources.golden_inksession, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let before = lines
    damage.change(&lines)
    try #require(lines != before)
    let path = try directory.write(Array(lines.joined(separator: "\n").utf8), to: "damaged.inksession")
    let error = try #require(throws: TraceError.self) { try readInline(path) }
    #expect(error.message == damage.message)
    #expect(error.line == damage.line)
    #expect(error.kind == .malformed)
    #expect(error.description.hasPrefix(path + ":"))
  }

  @Test("A file that can't be opened or read is unreadable, not malformed")
  func unreadable() throws {
    let directory = try TemporaryDirectory()
    let missing = try #require(throws: TraceError.self) { try readInline(directory.path + "/none") }
    #expect(missing.kind == .unreadable)
    #expect(missing.message == "can't be opened: No such file or directory")
    let folder = try #require(throws: TraceError.self) { try readInline(directory.path) }
    #expect(folder.kind == .unreadable)
    #expect(folder.message == "can't be read: Is a directory")
  }

  @Test("Damage of compressed files has sentences of its own")
  func compressed() throws {
    let directory = try TemporaryDirectory()
    try SessionFile.write(GoldenSession.session, to: directory.path + "/a.inksession.gz")
    let whole = try directory.read("a.inksession.gz")
    func message(_ bytes: [UInt8]) throws -> String {
      let path = try directory.write(bytes, to: "b")
      return try #require(throws: TraceError.self) { try readInline(path) }.message
    }
    #expect(
      try message(Array(whole.dropLast(9)))
        == "the compressed data ends too early: the file was cut short; take another copy of it")
    #expect(
      try message(whole + [0])
        == "something follows the compressed data; remove it or take another copy of the file")
    var wrong = whole
    wrong[whole.count - 6] ^= 1
    #expect(
      try message(wrong)
        == "the compressed data is damaged (incorrect data check); take another copy of the file")
    #expect(try message([]) == "is empty; write the session again")
  }

  @Test("A base that can't be made is told in the words of whoever makes it")
  func unresolvedBase() throws {
    let directory = try TemporaryDirectory()
    var session = Fixtures.writingSession(strokes: 1)
    session.base.origin = .workload(json: "{}")
    let path = directory.path + "/a.inksession"
    try SessionFile.write(session, to: path)
    let error = try #require(throws: TraceError.self) {
      try SessionFile.read(path) { (_, _) throws(PageSourceError) in throw PageSourceError("no pages") }
    }
    #expect(error.message == "the base can't be made from its workload: no pages")
    #expect(error.line == 1)
  }

  @Test("A line without end is refused before it fills the memory")
  func endlessLine() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/bomb.gz"
    let zeros = [UInt8](repeating: 0x20, count: 1 << 20)
    var output = ByteBuffer()
    var deflater = Deflater()
    for round in 0...65 { unsafe deflater.step(zeros.span.bytes, isLast: round == 65, into: &output) }
    let packed = unsafe output.bytes.withUnsafeBytes { unsafe Array($0) }
    _ = try directory.write(packed, to: "bomb.gz")
    let error = try #require(throws: TraceError.self) { try readInline(path) }
    #expect(error.message == "the line is longer than 64 MiB; divide the session")
  }

  @Test(
    "No change of a byte crashes the reader or passes for the original", arguments: 0..<12 as Range<UInt64>)
  func fuzz(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    var random = SplitMix64(seed: seed)
    let session =
      switch seed % 4 {
      case 0: GoldenSession.session
      case 1: RandomSession.make(seed: seed)
      case 2: RandomSession.recorded(seed: seed)
      default: try RandomSession.dropped(seed: seed)
      }
    let name = seed % 8 < 4 ? "a.inksession" : "a.inksession.gz"
    try SessionFile.write(session, to: directory.path + "/" + name)
    let whole = try directory.read(name)
    for _ in 0..<250 {
      let path = try directory.write(whole.damaged(by: &random), to: "mutated")
      guard let back = try? readInline(path) else { continue }
      // What the digest leaves out may have changed; the work may not.
      #expect(back.digest() == session.digest())
      #expect(back.fileDigest() == session.fileDigest())
      #expect(back.recordedSaves == session.recordedSaves)
    }
  }
}
