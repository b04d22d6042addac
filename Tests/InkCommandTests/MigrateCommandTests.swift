import FoundationEssentials
import InkModel
import InkStorage
import InkTestFixtures
import Testing

@testable import InkCommand

@Suite("migrate") struct MigrateCommandTests {
  /// A store `notes` of one document: three pages, forty strokes and four images.
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory.inMemory()
    try FileManager.default.createDirectory(
      atPath: directory.path + "/notes", withIntermediateDirectories: false)
    let type = try #require(BuiltInBackends.named("snapshot"))
    let codec = try #require(BuiltInCodecs.named("json"))
    let backend = try type.init(
      StoreEnvironment(directory: directory.path + "/notes", durability: .processCrash, codec: codec))
    try backend.createDocument(Fixtures.document(pages: 3))
    let page = Fixtures.page(strokes: 40, images: true)
    for case .image(let image) in page.elements {
      // Unsafe to the compiler only: any bytes may be looked at as bytes.
      try unsafe backend.insertAsset(image.asset, bytes: Array("an image".utf8).span.bytes)
    }
    try backend.loadPage(page)
    try backend.finishLoading()
    try backend.closeDocument()
    return directory
  }

  private func run(_ line: String, in directory: TemporaryDirectory) throws -> Session {
    try Session(
      words: line.split(separator: " ").map(String.init), directory: directory.path,
      registry: Registry.standard())
  }

  private func names(_ directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test("A store is moved, and the last line says from what to what and what it holds")
  func moved() throws {
    let directory = try directory()
    let ran = try run("migrate notes --to sqlite", in: directory)
    #expect(ran.code == .success, "\(ran.errors)")
    let lines = ran.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("Verified: counts and digests of all pages and images are equal; content "))
    #expect(lines[1] == "Recovery: 1 document opened with every save after the end of the process.")
    #expect(lines[2].hasPrefix("Background: 3 pages at once in "))
    #expect(lines[3].hasPrefix("Log: at most "))
    #expect(lines[3].hasSuffix(" over 80 saves, and gone when closed."))
    #expect(
      lines[4].hasPrefix(
        "Moved '\(directory.path)/notes' from snapshot (json) to sqlite, power-durable: 1 document, 3 pages, "
          + "44 elements, 4 images; "))
    #expect(lines[4].hasSuffix("; the old store was removed."))
    #expect(try names(directory) == ["notes"])
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/notes")
    #expect(files.contains("0000000000000d0c.sqlite"))
    #expect(!files.contains("0000000000000d0c.lnote"))
    let digest = lines[0].split(separator: " ").last
    let back = try run(
      "migrate notes/ --to snapshot --codec varint --durability process-crash", in: directory)
    #expect(back.output.split(separator: "\n").first?.split(separator: " ").last == digest)
    #expect(back.output.contains("from sqlite to snapshot (varint), process-crash: "))
    #expect(back.output.contains("\nLog: 'snapshot' keeps none, or states no bound for it.\n"))
  }

  @Test("A store that is there already is left alone")
  func already() throws {
    let directory = try directory()
    let ran = try run("migrate notes --to snapshot", in: directory)
    #expect(ran.code == .success)
    #expect(
      ran.output
        == "'\(directory.path)/notes' is snapshot (json) already: 1 document, 3 pages, 44 elements, 4 images, "
        + "all of it readable. Its content was not changed.\n")
  }

  @Test("A dry run says what is there and what is needed, and changes nothing")
  func dryRun() throws {
    let directory = try directory()
    let ran = try run("migrate notes --to journal --codec packed --dry-run", in: directory)
    #expect(ran.code == .success)
    let lines = ran.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "Would move '\(directory.path)/notes' from snapshot (json) to journal (packed), power-durable.")
    #expect(lines[1].hasPrefix("It holds 1 document, 3 pages, 44 elements, 4 images in "))
    #expect(lines[2].hasPrefix("At most ") && lines[2].hasSuffix(" are free."))
    #expect(lines.last == "Its content was not changed.")
    #expect(
      try run("migrate notes --to snapshot", in: directory).output.contains("is snapshot (json) already"))
  }

  @Test("What is left out is said before the old store is kept")
  func leftOut() throws {
    let directory = try directory()
    let pages = "\(directory.path)/notes/0000000000000d0c.lnote/pages"
    for name in ["0000000000000001.journal", "00000000000000ab.content"] {
      let bytes =
        name.hasSuffix("content")
        ? try directory.read("notes/0000000000000d0c.lnote/pages/0000000000000001.content")
        : [UInt8](repeating: 7, count: 168)
      _ = try directory.write(bytes, to: "notes/0000000000000d0c.lnote/pages/" + name)
    }
    let refused = try run("migrate notes --to sqlite --dry-run", in: directory)
    #expect(refused.code == .usage)
    #expect(refused.errors.contains("page 1 of 'Fixture': 168 bytes at the end of '\(pages)/"))
    let notes = """
      Note: page 1 of 'Fixture': 168 bytes at the end of '\(pages)/0000000000000001.journal' are no whole save \
      and are left out.
      Note: 1 page with files that no document's list names, the first of them '\(pages)/00000000000000ab.content', \
      may go, as when a document is closed.

      """
    for ending in [" --dry-run", ""] {
      let ran = try run("migrate notes --to sqlite --keep-old notes.old\(ending)", in: directory)
      #expect(ran.code == .success, "\(ran.errors)")
      #expect(ran.output.contains(notes), "\(ran.output)")
    }
  }

  @Test("The old store goes where it is wanted")
  func keepOld() throws {
    let directory = try directory()
    let ran = try run("migrate notes --to sqlite --keep-old notes.old", in: directory)
    #expect(ran.output.hasSuffix("; the old store was kept at '\(directory.path)/notes.old'.\n"))
    #expect(try names(directory) == ["notes", "notes.old"])
  }

  @Test(
    "A request that can't be met is a usage error",
    arguments: [
      ("--to null", "'null' keeps nothing"), ("--to all", "is moved to one backend"),
      ("--to squlite", "did you mean 'sqlite'?"), ("--to sqlite --codec json", "pages pass through none"),
      ("--to journal --codec all", "is written with one codec"),
      ("--to snapshot-foundation --durability power-durable", "does not claim power-durable"),
      ("--to sqlite --from all", "is moved to one backend"), ("--codec json", "'--to'"),
    ])
  func usage(words: String, sentence: String) throws {
    let ran = try run("migrate notes \(words)", in: directory())
    #expect(ran.code == .usage)
    #expect(ran.errors.contains(sentence), "\(ran.errors)")
  }

  @Test("A store that is damaged, missing or foreign ends with its own code and one sentence")
  func failures() throws {
    let directory = try directory()
    let page = "notes/0000000000000d0c.lnote/pages/0000000000000001.content"
    var bytes = try directory.read(page)
    bytes[bytes.count / 2] ^= 1
    _ = try directory.write(bytes, to: page)
    let damaged = try run("migrate notes --to sqlite", in: directory)
    #expect(damaged.code == .malformedInput)
    // Lines of progress may stand before it on a busy machine.
    let sentence = damaged.errors.split(separator: "\n").last ?? ""
    #expect(
      sentence.hasPrefix("inkbench: page 1 of 'Fixture': '\(directory.path)/\(page)' is damaged: "))
    let missing = try run("migrate none --to sqlite", in: directory)
    #expect(missing.code == .unreadableInput)
    _ = try directory.write([1], to: "notes/thesis.txt")
    let foreign = try run("migrate notes --to sqlite", in: directory)
    #expect(foreign.code == .usage)
    #expect(foreign.errors.contains("thesis.txt' is not the store's own"))
    let other = try run("migrate notes --to journal --from sqlite", in: directory)
    #expect(other.code == .usage)
    #expect(other.errors == "inkbench: '\(directory.path)/notes' holds no document of sqlite\n")
    #expect(try names(directory) == ["notes"])
  }
}
