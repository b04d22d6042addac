import Foundation
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// What the articles on store formats show, against the program.
///
/// `INKBENCH_UPDATE_GOLDEN=1 swift test --filter FormatArticleTests` writes the example anew.
@Suite("The articles on store formats") struct FormatArticleTests {
  @Test("The page file that is shown byte by byte is the one that is written")
  func examplePage() throws {
    let directory = try TemporaryDirectory.inMemory()
    let codec = try #require(BuiltInCodecs.named("packed"))
    var writer = PageFileWriter(
      StoreEnvironment(directory: directory.path, durability: .processCrash, codec: codec))
    var page = Page(id: PageID(rawValue: 1))
    let samples = [SamplePoint(x: 100, y: 200, t: 0, pressure: 500, radius: 10)]
    let none: [UInt8] = []
    page.appendStroke(id: ElementID(rawValue: 0x2A), ink: Ink(), points: samples.span, opaque: none.span)
    page.append(
      .image(
        PlacedImage(
          id: ElementID(rawValue: 0x2B), frame: Frame(x: 0, y: 0, width: 2_000, height: 1_500),
          asset: AssetID(rawValue: 0x1F4))), from: InkArena())
    _ = try writer.write(page, to: directory.path + "/page", after: [], syncing: false)
    try expect("```text\n000  ", Self.dump(try directory.read("page")), in: "PackageFormat.md")
  }

  @Test("The texts that are shown as examples are read by the program")
  func exampleTexts() throws {
    let blocks = try Self.article("PackageFormat.md").matches(of: /```text\n(\{[\s\S]*?\n)```/).map(
      \.output.1)
    let list = try DocumentFile.decode(Array(try #require(blocks.first).utf8).rawSpan, path: "example").info
    #expect(list.title == "Notes" && list.pages.map(\.createdMilliseconds) == [0, 81_000])
    let directory = try TemporaryDirectory.inMemory()
    let manifest = ManifestFile.read(
      try directory.write(Array(try #require(blocks.last).utf8), to: "manifest.json"))
    #expect(manifest?.pageCount == 12)

    let json = try #require(try Self.article("CodecFormats.md").firstMatch(of: /```text\n(\{[\s\S]*?\n)```/))
    var input = PageInput(copying: Array(json.output.1.utf8).rawSpan)
    var page = Page(id: PageID(rawValue: 1))
    try JSONCodec(layout: .points).decode(&input, into: &page)
    #expect(page.elements.count == 3 && page.arena.opaque == [0, 255, 10])
    #expect(page.arena.points.last == SamplePoint(x: 103, y: 198, t: 4, pressure: 510, radius: 10))
  }

  @Test("The definitions of tables are those that databases are made with")
  func definitions() throws {
    let block = try #require(try Self.article("DatabaseFormat.md").firstMatch(of: /```sql\n([\s\S]*?)```/))
    #expect(block.output.1 == SQLiteSchema.definitions.joined(separator: ";\n") + ";\n")
  }

  @Test("The table of versions is the program's")
  func versions() throws {
    let text = try Self.article("StoreFormats.md")
    for (name, version, place) in [
      ("`document.json`", DocumentFile.version, "member `version`"),
      ("`manifest.json`", ManifestFile.version, "member `version`"),
      ("page file", PageFileHeader.version, "byte 8"),
      ("asset file", AssetFile.version, "byte 8 of the seal"),
      ("journal", JournalFormat.version, "byte 8"),
      ("database", SQLiteSchema.version, "`PRAGMA user_version`"),
      ("notebook", NotebookFile.version, "byte 8"),
      ("codecs `json`, `json-delta`", JSONCodec.version, "member `version`"),
      ("codec `packed`", Int(PackedCodec.version), "byte 0"),
      ("codec `varint`", Int(VarintCodec.version), "byte 0"),
      ("codecs `….z`", Int(DeflatedCodec.version), "byte 0"),
      ("note of a migration", MigrationNote.version, "first line"),
    ] { #expect(text.contains("\n| \(name) | \(version) | \(place) |\n"), "\(name)") }
  }

  @Test("Every codec is described, and every backend is assigned to a form")
  func names() throws {
    let codecs = try Self.article("CodecFormats.md")
    for codec in BuiltInCodecs.all { #expect(codecs.contains("`\(codec.name)`"), "\(codec.name)") }
    let forms = try Self.article("StoreFormats.md")
    for backend in BuiltInBackends.all where backend.traits.retainsContent {
      let family = backend.traits.name.split(separator: "-")[0]
      #expect(forms.contains("`\(family)`"), "\(backend.traits.name)")
    }
  }

  /// Compares a block of an article, which begins with an opening, with what it should be.
  private func expect(_ opening: String, _ block: String, in name: String) throws {
    var text = try Self.article(name)
    let start = try #require(text.range(of: opening)).lowerBound
    let end = try #require(text.range(of: "\n```\n", range: start..<text.endIndex)).lowerBound
    if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" {
      text.replaceSubrange(start..<end, with: "```text\n" + block)
      try Data(text.utf8).write(to: Self.folder.appending(path: name))
    } else {
      #expect(text[start..<end] == "```text\n" + block)
    }
  }

  private static func dump(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 16).map { start in
      let row = bytes[start..<min(start + 16, bytes.count)]
      let digits = row.map { hexadecimal(UInt64($0)).suffix(2) }.joined(separator: " ")
      let characters = row.map { (33...126).contains($0) ? String(UnicodeScalar($0)) : "." }.joined()
      return "\(hexadecimal(UInt64(start)).suffix(3))  \(digits)  \(characters)"
    }.joined(separator: "\n")
  }

  private static func article(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/InkCommand/InkBench.docc")
}
