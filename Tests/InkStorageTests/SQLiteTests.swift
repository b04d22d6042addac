import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("SQLite") struct SQLiteTests {

  @Test("Moving changes the offset and not the samples")
  func move() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    try store.draw(&page, id: 1)
    let image = PlacedImage(
      id: ElementID(rawValue: 2), frame: Frame(x: .max, y: 0, width: 1, height: 1),
      asset: AssetID(rawValue: 1))
    try store.save(&page, [.put(.image(image), index: 0)])
    func content() throws -> [UInt8] {
      let connection = try SQLiteConnection(store.path(Store.database), .readOnly(isImmutable: false))
      let row = try connection.statement("SELECT content FROM elements WHERE id = 1")
      defer { row.reset() }
      _ = try row.step()
      return try row.withBlob(0) { bytes in (0..<bytes.byteCount).map { bytes.byte(at: $0) } }
    }
    let before = try content()
    #expect(before.count == 160)
    // Far enough to wrap around, as the model does.
    for _ in 0..<3 { try store.save(&page, [.move([ElementID(rawValue: 1), image.id], dx: .max, dy: -7)]) }
    #expect(try content() == before)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A failed save leaves the document as it was, and can be made again")
  func failedSave() throws {
    let store = try Store("sqlite", pages: 2)
    var page = try store.open(1)
    try store.draw(&page, id: 1)
    let other = try store.open(2)
    // The second page's edit names a stroke that is not there, so the first page's must not be kept either.
    var arena = InkArena()
    let put = Edit.put(.stroke(Store.stroke(id: 2, &arena)), index: 0)
    var edited = page
    try edited.apply(put, from: arena)
    let changes = [
      PageChange(page: edited, edits: [put], arena: arena),
      PageChange(page: other, edits: [.remove(ElementID(rawValue: 77))], arena: InkArena()),
    ]
    #expect(throws: StorageError.missing("element 77 on its page")) {
      try store.backend.save(ChangeSet(reason: .autosave, timeMilliseconds: 1, pages: changes))
    }
    #expect(try store.open(1).hasSameContent(as: page))
    try store.save(edited, [put], arena)
    try store.restart()
    #expect(try store.open(1).hasSameContent(as: edited))
  }

  @Test("Releasing the store checkpoints nothing, closing the document leaves one file")
  func closing() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    for id in 1...5 as ClosedRange<UInt64> { try store.draw(&page, id: id) }
    let size = try store.directory.read(Store.database).count
    try store.restart {
      let sizeAfter = try store.directory.read(Store.database).count
      #expect(sizeAfter == size)
      #expect(SystemCalls.size(ofFileAt: store.path(Store.database + "-wal")) ?? 0 > 0)
    }
    #expect(try store.open().hasSameContent(as: page))
    try store.backend.closeDocument()
    #expect(!SystemCalls.exists(store.path(Store.database + "-wal")))
    #expect(!SystemCalls.exists(store.path(Store.database + "-shm")))
    #expect(store.recorder.counts[.checkpoint] == 1)
  }

  @Test("A long log is checkpointed by the save that made it long")
  func longLog() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    var id: UInt64 = 0
    while store.recorder.counts[.checkpoint] == nil, id < 200 {
      id += 1
      try store.draw(&page, id: id, points: 2_000)
    }
    #expect(store.recorder.counts[.checkpoint] == 1)
    #expect((80...130).contains(id), "\(id) strokes of eight pages each")
    try store.backend.idle(milliseconds: 60_000)
    #expect(store.recorder.counts[.checkpoint] == 1)
    for _ in 0..<40 {
      id += 1
      try store.draw(&page, id: id, points: 2_000)
    }
    try store.backend.idle(milliseconds: 60_000)
    #expect(store.recorder.counts[.checkpoint] == 2)
  }

  @Test("An export is one database with everything in it")
  func export() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.backend.insertAsset(AssetID(rawValue: 5), bytes: [7, 8].rawSpan)
    let copy = try TemporaryDirectory()
    try store.backend.export(to: copy.path + "/" + Store.database)
    let other = try SQLiteBackend<SQLiteStandard>(
      StoreEnvironment(directory: copy.path, durability: .processCrash, codec: store.codec))
    #expect(try other.openDocument(Store.document) == Fixtures.document(pages: 1))
    var back = Page(id: page.id)
    try other.openPage(page.id, into: &back)
    #expect(back.hasSameContent(as: page))
    #expect(try other.readAsset(AssetID(rawValue: 5)) == [7, 8])
  }

  @Test("A newer schema is refused as such, and a file that is no database as damaged")
  func versions() throws {
    let store = try Store("sqlite")
    try store.backend.closeDocument()
    let path = store.path(Store.database)
    let connection = try SQLiteConnection(path, .readWrite)
    try connection.execute("PRAGMA user_version = 3")
    connection.close()
    #expect(throws: StorageError.unsupportedVersion(path: path, found: 3, newestKnown: 2)) {
      try store.restart()
    }
    let broken = try Store("sqlite")
    try broken.backend.closeDocument()
    #expect {
      try broken.restart {
        _ = try broken.directory.write([UInt8](repeating: 65, count: 9_000), to: Store.database)
      }
    } throws: { if case StorageError.damaged = $0 { true } else { false } }
  }

  @Test("A row that makes no sense makes its page read-only")
  func damagedRow() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.restart {
      let connection = try SQLiteConnection(store.path(Store.database), .readWrite)
      try connection.execute("UPDATE elements SET content = x'0102'")
    }
    #expect { try store.open() } throws: { if case StorageError.damaged = $0 { true } else { false } }
    #expect(throws: StorageError.readOnlyPage(page.id)) { try store.draw(&page, id: 2) }
  }

  @Test("The settings are what the durability class needs", arguments: Durability.allCases)
  func settings(durability: Durability) throws {
    let store = try Store("sqlite", durability: durability)
    let backend = try #require(store.backend as? SQLiteBackend<SQLiteStandard>)
    let connection = try backend.openDocument().connection
    let synchronous = try connection.integer("PRAGMA synchronous")
    #expect(synchronous == [.processCrash: 0, .powerConsistent: 1, .powerDurable: 2][durability])
    #expect(try connection.integer("PRAGMA secure_delete") == 0)
    #expect(try connection.integer("PRAGMA wal_autocheckpoint") == 0)
    let mode = try connection.statement("PRAGMA journal_mode")
    _ = try mode.step()
    #expect(mode.text(0) == "wal")
  }
}
