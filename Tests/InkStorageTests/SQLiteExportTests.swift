import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Exports of a database") struct SQLiteExportTests {
  static let ways = ["sqlite", "sqlite-vacuum", "sqlite-backup", "sqlite-grdb", "sqlite-assets-inside"]

  /// Everything that the rows of a database say, table by table, in the order of their ids.
  private func rows(_ path: String) throws -> [String] {
    let connection = try SQLiteConnection(path, .readOnly(isImmutable: true))
    #expect(
      try connection.integer("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1)
    var rows: [String] = []
    for sql in [
      "SELECT quote(id) || quote(title) || quote(modified) || quote(page_digest) || quote(cover) FROM document",
      "SELECT quote(id) || quote(ordinal) || quote(width) || quote(element_digest) FROM pages ORDER BY id",
      """
      SELECT quote(id) || quote(page) || quote(ordinal) || quote(kind) || quote(dx) || quote(asset)
        || quote(checksum) || quote(content) || quote(opaque) FROM elements ORDER BY id
      """,
      "SELECT quote(id) || quote(checksum) || quote(bytes) FROM assets ORDER BY id",
    ] {
      let statement = try connection.statement(sql)
      while try statement.step() { rows.append(statement.text(0)) }
    }
    return rows
  }

  /// A document with strokes moved and removed, a small image and a large one, and a log that is not empty.
  private func filledStore(_ name: String, _ durability: Durability) throws -> (store: Store, page: Page) {
    let store = try Store(name, durability: durability, pages: 3)
    var page = try store.open()
    for id in 1...40 as ClosedRange<UInt64> { try store.draw(&page, id: id, points: 300, at: 0) }
    try store.save(&page, [.move([ElementID(rawValue: 3)], dx: 5, dy: -5), .remove(ElementID(rawValue: 4))])
    _ = try store.paste(&page, asset: 5, byteCount: 2_000)
    _ = try store.paste(&page, asset: 6, byteCount: 300_000)
    return (store, page)
  }

  @Test("All ways give one file with the same rows, and nothing else", arguments: Durability.allCases)
  func sameContent(durability: Durability) throws {
    var all: [[String]] = []
    for name in Self.ways {
      let type = try #require(BuiltInBackends.named(name))
      guard type.traits.durabilities.contains(durability) else { continue }
      var (store, page) = try filledStore(name, durability)
      let target = try TemporaryDirectory.inMemory()
      try store.backend.export(to: target.path + "/" + Store.database)
      #expect(try SystemCalls.names(inDirectory: target.path) == [Store.database])
      all.append(try rows(target.path + "/" + Store.database))
      // The writer goes on as if nothing had happened, and the copy does not follow.
      try store.draw(&page, id: 90)
      #expect(try rows(target.path + "/" + Store.database) == all.last)
      let other = try type.init(
        StoreEnvironment(directory: target.path, durability: durability, codec: store.codec))
      #expect(try other.openDocument(Store.document).pages.count == 3)
      var back = Page(id: page.id)
      try other.openPage(page.id, into: &back)
      try page.apply(.remove(ElementID(rawValue: 90)), from: InkArena())
      #expect(back.hasSameContent(as: page))
      for (id, count) in [(5, 2_000), (6, 300_000)] as [(UInt64, Int)] {
        let asset = AssetID(rawValue: id)
        #expect(try other.readAsset(asset) == AssetBytes.make(asset, byteCount: count))
      }
      try other.closeDocument()
    }
    #expect(all.count >= 4 && all.allSatisfy { $0 == all[0] && $0.count > 40 })
  }

  @Test(
    "A document whose process has died is exported with everything that was acknowledged", arguments: ways)
  func afterCrash(name: String) throws {
    let (store, page) = try filledStore(name, .processCrash)
    try store.restart {
      let bytes = store.logBytes
      #expect(bytes > 0)
    }
    let target = try TemporaryDirectory.inMemory()
    try store.backend.export(to: target.path + "/" + Store.database)
    let other = try SQLiteBackend<SQLiteStandard>(
      StoreEnvironment(directory: target.path, durability: .processCrash, codec: store.codec))
    _ = try other.openDocument(Store.document)
    var back = Page(id: page.id)
    try other.openPage(page.id, into: &back)
    #expect(back.hasSameContent(as: page))
  }

  @Test("What is in the way of an export is left as it is", arguments: ways)
  func inTheWay(name: String) throws {
    let (store, _) = try filledStore(name, .processCrash)
    for suffix in ["", ".tmp"] {
      let path = try store.directory.write([1, 2, 3], to: "copy" + suffix)
      let error = #expect(throws: StorageError.self) { try store.backend.export(to: store.path("copy")) }
      #expect(error?.description.contains("'\(path)'") ?? false)
      #expect(try store.directory.read("copy" + suffix) == [1, 2, 3])
      try SystemCalls.remove(path)
    }
    try store.backend.export(to: store.path("copy"))
  }

  @Test("An export that fails leaves nothing behind", arguments: ways)
  func failure(name: String) throws {
    let (store, page) = try filledStore(name, .processCrash)
    #expect(throws: StorageError.self) { try store.backend.export(to: store.path("none/copy")) }
    #expect(!SystemCalls.exists(store.path("none")))
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A damaged image does not keep the rest from being exported, and stays damaged")
  func damagedImage() throws {
    let (store, page) = try filledStore("sqlite", .processCrash)
    var file = try store.directory.read(Store.asset(6))
    file[77] ^= 4
    _ = try store.directory.write(file, to: Store.asset(6))
    let target = try TemporaryDirectory.inMemory()
    try store.backend.export(to: target.path + "/" + Store.database)
    let other = try SQLiteBackend<SQLiteStandard>(
      StoreEnvironment(directory: target.path, durability: .processCrash, codec: store.codec))
    _ = try other.openDocument(Store.document)
    var back = Page(id: page.id)
    try other.openPage(page.id, into: &back)
    #expect(back.hasSameContent(as: page))
    #expect { try other.readAsset(AssetID(rawValue: 6)) } throws: {
      if case StorageError.damaged = $0 { true } else { false }
    }
  }
}
