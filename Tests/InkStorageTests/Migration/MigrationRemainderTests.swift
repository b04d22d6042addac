import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// What the files of a store hold beyond its content is said, and not removed in silence.
@Suite("Migration: what is left out") struct MigrationRemainderTests {
  private func journals(_ library: Library) throws -> [String] {
    try library.files().keys.filter { $0.hasSuffix(PackagePaths.journalSuffix) }.sorted()
  }

  private func change(_ library: Library, _ path: String, _ body: (inout [UInt8]) -> Void) throws {
    var bytes = try Files.read(library.store + path) ?? []
    body(&bytes)
    _ = try library.directory.write(bytes, to: "store" + path)
  }

  /// Expects a refusal, for dry runs too, and that all goes well when the old store is kept.
  private func expectTail(_ library: Library, _ count: Int, of path: String, at place: String) throws {
    let before = try library.files()
    for isDryRun in [false, true] {
      let error = #expect(throws: MigrationError.self) {
        try library.migrate(to: "sqlite") { $0.isDryRun = isDryRun }
      }
      #expect(error?.kind == .refused)
      let words = "\(place): \(count) bytes at the end of '\(library.store)\(path)' are no whole save: "
      #expect(error?.description.hasPrefix(words) ?? false, "\(String(describing: error))")
      #expect(error?.description.contains("keep that with --keep-old") ?? false)
      #expect(try library.files() == before)
      #expect(try library.neighbours == [])
    }
    let kept = library.directory.path + "/kept"
    let outcome = try library.migrate(to: "sqlite") { $0.keepOld = kept }
    #expect(
      outcome.remainders.tails == [
        JournalTail(place: place, path: library.store + path, byteCount: count)
      ])
    #expect(try library.files(at: kept) == before)
  }

  private func place(_ library: Library, _ path: String) throws -> String {
    for document in library.documents {
      for (index, page) in document.info.pages.enumerated() where path.contains(page.id.name + ".journal") {
        return "page \(index + 1) of '\(document.info.title)'"
      }
      if path.contains(document.info.id.name + ".lnote/document") {
        return "the list of pages of '\(document.info.title)'"
      }
    }
    throw StorageError.missing(path)
  }

  @Test("Bytes behind the last whole save of a page's journal, or of a list's, are named")
  func garbage() throws {
    for part in ["/pages/", "/document.journal"] {
      let library = try Library("journal")
      let path = try #require(try journals(library).first { $0.contains(part) })
      try change(library, path) { $0 += [UInt8](repeating: 0xAB, count: 168) }
      try expectTail(library, 168, of: path, at: place(library, path))
      try library.check("moved")
    }
  }

  @Test("A save that was cut short is named, and a journal whose header is not whole")
  func torn() throws {
    let library = try Library("journal")
    let path = try #require(try journals(library).first { $0.contains("/pages/") })
    // Its one save loses its last byte: all behind the header is left out.
    let count = try #require(SystemCalls.size(ofFileAt: library.store + path))
    try change(library, path) { $0.removeLast() }
    try expectTail(library, count - 1 - JournalFormat.headerByteCount, of: path, at: place(library, path))
    let other = try Library("journal")
    try change(other, path) { $0 = [UInt8](repeating: 0x11, count: 90) }
    try expectTail(other, 90, of: path, at: place(other, path))
  }

  @Test("The journal that a crash left beside the snapshot that holds its edits is no loss")
  func stale() throws {
    let library = try Library("journal")
    let path = try #require(try journals(library).first { $0.contains("/pages/") })
    let journal = try #require(try Files.read(library.store + path))
    for document in library.documents {
      let backend = try JournalBackend<JournalStandard>(library.environment())
      _ = try backend.openDocument(document.info.id)
      try backend.closeDocument()
    }
    #expect(try journals(library) == [])
    try change(library, path) { $0 = journal }
    let outcome = try library.migrate(to: "sqlite")
    #expect(outcome.isMigrated)
    #expect(outcome.remainders.tails == [])
    try library.check("moved")
  }

  @Test("Behind a journal that its snapshot holds, garbage is named")
  func garbageBehindStale() throws {
    let library = try Library("journal")
    let path = try #require(try journals(library).first { $0.contains("/pages/") })
    let journal = try #require(try Files.read(library.store + path))
    for document in library.documents {
      let backend = try JournalBackend<JournalStandard>(library.environment())
      _ = try backend.openDocument(document.info.id)
      try backend.closeDocument()
    }
    try change(library, path) { $0 = journal + [1, 2, 3] }
    try expectTail(library, 3, of: path, at: place(library, path))
  }

  @Test("Pages that the list does not name are noted")
  func unlistedPages() throws {
    let library = try Library("snapshot", leavesOpen: false)
    let pages = PackagePaths(store: library.store, document: library.documents[0].info.id)
    let (page, other) = (PageID(rawValue: 0xAB), PageID(rawValue: 0xAC))
    try Files.copy(
      pages.page(library.documents[0].info.pages[0].id), to: pages.page(page), syncing: false)
    try Files.copy(pages.page(page), to: pages.page(other), syncing: false)
    let outcome = try library.migrate(to: "sqlite")
    #expect(outcome.isMigrated)
    #expect(outcome.remainders.unlistedPages == [page, other].map(pages.page))
    try library.check("moved")
  }

  @Test("An image that no page shows is counted, also one that can't be read")
  func unshownImages() throws {
    let library = try Library("snapshot", leavesOpen: false)
    let count = try library.migrate(to: "sqlite") { $0.isDryRun = true }.inventory.unshownAssetCount
    let paths = PackagePaths(store: library.store, document: library.documents[0].info.id)
    let stranger: [UInt8] = [1, 2, 3]
    try Files.replace(
      paths.asset(AssetID(rawValue: 0xAB)), with: stranger.rawSpan, syncing: false)
    let outcome = try library.migrate(to: "sqlite")
    #expect(outcome.isMigrated)
    #expect(outcome.inventory.unshownAssetCount == count + 1)
  }
}
