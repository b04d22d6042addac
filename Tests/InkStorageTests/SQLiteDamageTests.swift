import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Whatever happens to a database, opening it gives what was kept, says what was lost, or says why it can't
/// be opened.
@Suite("Damaged databases") struct SQLiteDamageTests {
  /// A closed document of two pages with a moved stroke, opaque bytes and images.
  private func soundStore() throws -> (store: Store, pages: [Page]) {
    let store = try Store("sqlite", pages: 2)
    let first = Fixtures.page(strokes: 12, pointsPerStroke: 9, images: true, opaqueBytesPerStroke: 5)
    try store.backend.loadPage(first)
    var page = try store.open()
    try store.save(
      &page, [.move([ElementID(rawValue: 3)], dx: 70, dy: -7), .remove(ElementID(rawValue: 5))])
    try store.backend.insertAsset(AssetID(rawValue: 509), bytes: Self.image.rawSpan)
    var other = try store.open(2)
    for id in 100...104 as ClosedRange<UInt64> { try store.draw(&other, id: id, points: 12) }
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    return (store, [page, other])
  }

  private static let image = Array("an image, as the app gave it".utf8)

  /// Lets something happen to the closed file, opens the document and reads everything, and returns what was
  /// said to be lost; what isn't must be right.
  private func losses(
    _ store: Store, _ pages: [Page], _ comment: Comment, after accident: () throws -> Void
  ) throws -> [String] {
    var losses: [String] = []
    do {
      try store.restart {
        for suffix in ["-wal", "-shm", "-journal"] {
          try? SystemCalls.remove(store.path(Store.database + suffix))
        }
        try accident()
      }
    } catch let error as StorageError {
      return ["document: \(error)"]
    }
    for wanted in pages {
      var page = Page(id: wanted.id)
      do throws(StorageError) {
        try store.backend.openPage(wanted.id, into: &page)
        #expect(page.hasSameContent(as: wanted), comment)
      } catch {
        losses.append("page \(wanted.id.rawValue): \(error)")
        #expect(page.elements.isEmpty, comment)
      }
    }
    do {
      let image = try store.backend.readAsset(AssetID(rawValue: 509))
      if image == nil { losses.append("asset: none") }
      #expect(image == nil || image == Self.image, comment)
    } catch {
      losses.append("asset: \(error)")
    }
    return losses
  }

  /// Makes database pages small, so that the trees are deep and every byte can be tried; returns the file.
  private func shrinkPages(_ store: Store) throws -> [UInt8] {
    let connection = try store.connection(.readWrite)
    try connection.execute(
      "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM; PRAGMA journal_mode = WAL")
    connection.close()
    return try store.directory.read(Store.database)
  }

  private func put(_ bytes: [UInt8], _ store: Store) throws {
    _ = try store.directory.write(bytes, to: Store.database)
  }

  @Test("No bit of a database can change what is read without a word")
  func flips() throws {
    let (store, pages) = try soundStore()
    let sound = try shrinkPages(store)
    #expect(try losses(store, pages, "sound") {}.isEmpty)
    var noticed = 0
    // Every third byte, and another bit each time; all of them were tried once.
    for offset in stride(from: 0, to: sound.count, by: 3) {
      var bytes = sound
      bytes[offset] ^= 1 << UInt8(offset % 8)
      if try !losses(store, pages, "byte \(offset)", after: { try put(bytes, store) }).isEmpty {
        noticed += 1
      }
    }
    // The others stand where nothing is, or where it does not matter.
    #expect(noticed > sound.count / 3 / 3, "\(noticed) of \(sound.count) were noticed")
    #expect(try losses(store, pages, "at the end") { try put(sound, store) }.isEmpty)
  }

  @Test("A database page that was lost, or that is an older one, is a stated loss")
  func lostPages() throws {
    let (store, pages) = try soundStore()
    let sound = try shrinkPages(store)
    // An older state of the same file: one stroke less on each page, and no page has moved.
    _ = try store.restart()
    for id in [4, 101] as [UInt64] {
      var page = try store.open(id > 100 ? 2 : 1)
      try store.save(&page, [.move([ElementID(rawValue: id)], dx: 1, dy: 1)])
    }
    try store.backend.closeDocument()
    let other = try store.directory.read(Store.database)
    #expect(other.count >= sound.count)
    var changed = 0
    var unnoticed: Set<Int> = []
    for start in stride(from: 0, to: sound.count, by: 512) {
      let place = start..<start + 512
      for piece in [ArraySlice([UInt8](repeating: 0, count: 512)), other[place]] where piece != sound[place] {
        var bytes = sound
        bytes.replaceSubrange(place, with: piece)
        let losses = try losses(store, pages, "page at \(start)") { try put(bytes, store) }
        // What is not noticed harms nothing, nor does closing the document: counters, the cover, the index of
        // images.
        if losses.isEmpty {
          try store.backend.closeDocument()
          #expect(try self.losses(store, pages, "after page at \(start)") {}.isEmpty)
          unnoticed.insert(start)
        }
        changed += 1
      }
    }
    #expect(changed > 10 && unnoticed.count <= 5, "\(unnoticed.sorted())")
  }

  @Test("A database cut short anywhere is a stated loss")
  func truncations() throws {
    let (store, pages) = try soundStore()
    let sound = try shrinkPages(store)
    for percent in 0..<100 {
      let bytes = Array(sound.prefix(sound.count * percent / 100))
      let losses = try losses(store, pages, "\(percent) %") { try put(bytes, store) }
      #expect(!losses.isEmpty, "\(percent) %")
    }
  }

  @Test(
    "A changed or missing row makes its page read-only, and leaves the other as it was",
    arguments: [
      "UPDATE elements SET tool = 1", "UPDATE elements SET colour = colour + 1",
      "UPDATE elements SET width = width + 1", "UPDATE elements SET dx = dx + 1",
      "UPDATE elements SET dy = dy - 1", "UPDATE elements SET content = zeroblob(144)",
      "UPDATE elements SET opaque = NULL", "UPDATE elements SET opaque = x'0102030406'",
      "UPDATE elements SET ordinal = -1 - ordinal", "UPDATE elements SET checksum = checksum + 1",
      "UPDATE elements SET kind = 1", "UPDATE elements SET page = 3", "DELETE FROM elements",
      "UPDATE elements SET id = id + 5000",
    ])
  func rows(damage: String) throws {
    var (store, pages) = try soundStore()
    let losses = try losses(store, pages, "\(damage)") {
      let connection = try store.connection(.readWrite)
      try connection.execute(damage + " WHERE id = 7")
      connection.close()
    }
    #expect(losses.count == 1 && losses[0].hasPrefix("page 1: "), "\(losses)")
    #expect(losses.joined().contains(store.path(Store.database)))
    #expect(throws: StorageError.readOnlyPage(pages[0].id)) { try store.draw(&pages[0], id: 90) }
    try store.draw(&pages[1], id: 91)
    try store.restart()
    #expect(try store.open(2).hasSameContent(as: pages[1]))
  }

  @Test(
    "A changed list of pages or description refuses the document, which stays on the shelf",
    arguments: [
      "UPDATE pages SET ordinal = -ordinal WHERE id = 2", "UPDATE pages SET width = 5 WHERE id = 1",
      "UPDATE pages SET created = 5 WHERE id = 1", "DELETE FROM pages WHERE id = 2",
      "INSERT INTO pages VALUES(3, 99, 1, 1, 0, 0, 0, 0)", "UPDATE document SET title = 'Other'",
      "UPDATE document SET modified = 3", "UPDATE document SET page_count = 3",
      "UPDATE document SET page_digest = 3", "DELETE FROM document", "UPDATE document SET id = 7",
      "DROP INDEX elements_of_asset", "ALTER TABLE pages RENAME COLUMN width TO wide",
      "CREATE TRIGGER t AFTER INSERT ON elements BEGIN DELETE FROM elements; END",
      "PRAGMA application_id = 5",
    ])
  func list(damage: String) throws {
    let (store, pages) = try soundStore()
    let losses = try losses(store, pages, "\(damage)") {
      let connection = try store.connection(.readWrite)
      try connection.execute(damage)
      connection.close()
    }
    #expect(
      losses.count == 1 && losses[0].hasPrefix("document: '\(store.path(Store.database))'"), "\(losses)")
    #expect(try store.backend.listLibrary().map(\.id) == [Store.document])
  }

  @Test("A page's counts are checked too", arguments: ["element_count", "image_count", "element_digest"])
  func totals(column: String) throws {
    let (store, pages) = try soundStore()
    let losses = try losses(store, pages, "\(column)") {
      let connection = try store.connection(.readWrite)
      try connection.execute("UPDATE pages SET \(column) = \(column) + 1 WHERE id = 2")
      connection.close()
    }
    #expect(losses.count == 1 && losses[0].hasPrefix("page 2: "), "\(losses)")
  }

  @Test("Moving a damaged element does not make its checksum fit")
  func laundering() throws {
    let (store, pages) = try soundStore()
    try store.restart()
    var page = try store.open()
    // While the page is open, so that nobody has noticed.
    let connection = try store.connection(.readWrite)
    try connection.execute("UPDATE elements SET colour = 5 WHERE id = 7")
    try store.save(&page, [.move([ElementID(rawValue: 7)], dx: 1, dy: 2)])
    try store.restart()
    #expect { try store.open() } throws: { if case StorageError.damaged = $0 { true } else { false } }
    #expect(try store.open(2).hasSameContent(as: pages[1]))
  }

  @Test(
    "Databases of other versions are refused as such, untouched, and named on the shelf", arguments: [1, 3])
  func versions(version: Int) throws {
    let (store, pages) = try soundStore()
    let connection = try store.connection(.readWrite)
    try connection.execute("PRAGMA user_version = \(version)")
    try connection.checkpoint(truncating: true)
    connection.close()
    let bytes = try store.directory.read(Store.database)
    let error = StorageError.unsupportedVersion(
      path: store.path(Store.database), found: version, newestKnown: 2)
    #expect(error.description.contains(version == 1 ? "older" : "newer"))
    #expect(try losses(store, pages, "version") {} == ["document: \(error)"])
    #expect(try store.backend.listLibrary().map(\.title) == [Store.document.name])
    #expect(try SystemCalls.names(inDirectory: store.directory.path) == [Store.database, "lock"])
    #expect(try store.directory.read(Store.database) == bytes)
  }

  @Test("A file that is no database is damaged, and one that holds another document too")
  func foreignFiles() throws {
    let (store, pages) = try soundStore()
    let sound = try store.directory.read(Store.database)
    for bytes in [[UInt8](repeating: 65, count: 9_000), Array("SQLite format 3".utf8)] {
      let losses = try losses(store, pages, "foreign") { try put(bytes, store) }
      #expect(losses.count == 1 && losses[0].contains("is damaged"), "\(losses)")
    }
    let other = "0000000000000009.sqlite"
    _ = try store.directory.write(sound, to: other)
    #expect {
      try store.backend.openDocument(DocumentID(rawValue: 9))
    } throws: {
      if case StorageError.damaged(store.path(other), "it holds document 0000000000000d0c") = $0 {
        true
      } else {
        false
      }
    }
  }

  @Test(
    "A database that was removed or replaced while it was open is not written to", arguments: [true, false])
  func replaced(isRemoved: Bool) throws {
    let store = try Store("sqlite")
    var page = try store.open()
    try store.draw(&page, id: 1)
    let bytes = try store.directory.read(Store.database)
    try SystemCalls.remove(store.path(Store.database))
    if !isRemoved { _ = try store.directory.write(bytes, to: Store.database) }
    let error = #expect(throws: StorageError.self) { try store.draw(&page, id: 2) }
    #expect(error == PackagePlace.replaced(store.path(Store.database)))
    #expect(throws: StorageError.self) { try store.backend.deletePage(page.id) }
  }
}
