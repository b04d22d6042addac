import FoundationEssentials
import InkModel
import InkStorage
import InkTestFixtures
import InkTrace
import Testing

@testable import InkCommand

@Suite("codecs") struct CodecsCommandTests {
  /// A session file of forty strokes of twenty samples, in a directory of its own.
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try SessionFile.write(
      Fixtures.writingSession(strokes: 40), to: directory.path + "/notes.inksession")
    return directory
  }

  private func run(
    _ line: String, codecs: [any PageCodec] = [], in directory: TemporaryDirectory
  ) throws -> (code: ExitCode, output: String, errors: String) {
    let context = Context(
      registry: try Registry.standard(codecs: codecs), standardOutput: .memory(), standardError: .memory(),
      environment: ProcessEnvironment(currentDirectory: directory.path))
    let code = Harness.exitCode(for: line.split(separator: " ").map(String.init), context: context)
    return (code, context.standardOutput.text, context.standardError.text)
  }

  @Test("All codecs, registered ones too, are held side by side on the same points")
  func everything() throws {
    let ran = try run(
      "codecs notes.inksession --json --rounds 3", codecs: [Hollow(keeps: true)], in: directory())
    #expect(ran.code == .success, "\(ran.errors)")
    let comparison = try JSONDecoder().decode(CodecComparison.self, from: Data(ran.output.utf8))
    #expect(comparison.schema == "inkbench-codecs/1")
    #expect(comparison.codecs.map(\.name) == BuiltInCodecs.all.map(\.name) + ["hollow"])
    #expect((comparison.session, comparison.rounds) == ("notes", 3))
    #expect((comparison.pages, comparison.strokes, comparison.points) == (1, 40, 800))
    let packed = try #require(comparison.codecs.first { $0.name == "packed" })
    #expect(packed.bytes == 16 + 40 * 40 + 800 * 16)
    #expect(packed.bytesPerPoint == Double(packed.bytes) / 800)
    for row in comparison.codecs {
      #expect(row.encodeGigabytesPerSecond > 0 && row.decodeGigabytesPerSecond > 0)
      // Both are the same time to the same copy.
      let speed = row.encodeGigabytesPerSecond * row.encodeToMemcpy
      #expect(abs(speed / comparison.memcpyGigabytesPerSecond - 1) < 1e-9)
    }
  }

  @Test("The table has a line for each codec asked for, and one for copying")
  func table() throws {
    let ran = try run("codecs notes.inksession --codec varint,json --rounds 3", in: directory())
    #expect(ran.code == .success, "\(ran.errors)")
    let lines = ran.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "notes: 1 page, 40 strokes, 800 points; 3 rounds")
    #expect(lines[2].split(separator: " ").prefix(2) == ["codec", "bytes/point"])
    #expect(lines[3...5].map { $0.split(separator: " ").first } == ["varint", "json", "memcpy"])
  }

  @Test("A codec that loses ink is named with what it lost, and no table is printed")
  func losses() throws {
    let ran = try run("codecs notes.inksession", codecs: [Hollow(keeps: false)], in: directory())
    #expect(ran.code == .dataLost)
    #expect(ran.output.isEmpty)
    #expect(
      ran.errors.hasPrefix(
        "inkbench: the codec 'hollow' does not give back page 0000000000000001: 0 elements where 40 were "
          + "expected\n"), "\(ran.errors)")
  }

  @Test("What can't be compared is refused in a sentence")
  func refusals() throws {
    let directory = try directory()
    try SessionFile.write(Fixtures.writingSession(strokes: 0), to: directory.path + "/blank.inksession")
    let blank = try run("codecs blank.inksession", in: directory)
    #expect(blank.code == .malformedInput)
    #expect(
      blank.errors
        == "inkbench: 'blank' has no ink on its pages when it ends, so there is nothing to encode; "
        + "name another\n")
    let codec = try run("codecs notes.inksession --codec varnit", in: directory)
    #expect(codec.code == .usage)
    #expect(codec.errors.hasPrefix("inkbench: unknown codec 'varnit': did you mean 'varint'?\n"))
    #expect(try run("codecs none.inksession", in: directory).code == .unreadableInput)
    #expect(try run("codecs notes.inksession --rounds 2", in: directory).code == .usage)
    #expect(try run("codecs", in: directory).code == .usage)
  }

  @Test("Every beginning of the order of pages is spread, and every page comes once")
  func order() {
    #expect(CodecPages.spreadOrder(8) == [0, 4, 2, 6, 1, 5, 3, 7])
    #expect(CodecPages.spreadOrder(5) == [0, 4, 2, 1, 3])
    for count in [0, 1, 2, 3, 2_000] { #expect(CodecPages.spreadOrder(count).sorted() == Array(0..<count)) }
  }
}

/// A codec that keeps everything, through another, or nothing.
private struct Hollow: PageCodec {
  let name = "hollow"
  let summary = "keeps what it is told to"
  let keeps: Bool
  private var packed: (any PageCodec)? { BuiltInCodecs.named("packed") }

  init(keeps: Bool) { self.keeps = keeps }

  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {
    if keeps { packed?.encode(page, into: &buffer) }
  }

  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    if keeps { try packed?.decode(&input, into: &page) }
  }
}
