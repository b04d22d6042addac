import Glibc
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Images of a database") struct SQLiteAssetTests {
  private static let limit = SQLiteOptions.breakEvenBytes

  /// Images as the database itself has them.
  private func rows(_ store: Store) throws -> Int64? {
    try store.liveConnection().integer("SELECT count(*) FROM assets")
  }

  @Test("Images lie inside up to the limit and beside the database above it")
  func bySize() throws {
    let store = try Store("sqlite", durability: .powerDurable)
    var page = try store.open()
    let small = try store.paste(&page, asset: 1, byteCount: Self.limit)
    #expect(try rows(store) == 1 && !SystemCalls.exists(store.path(Store.assets)))
    let large = try store.paste(&page, asset: 2, byteCount: Self.limit + 1)
    #expect(try rows(store) == 1)
    #expect(try SystemCalls.names(inDirectory: store.path(Store.assets)) == [hexadecimal(2) + ".jpg"])
    #expect(try store.backend.storedAssets() == [AssetID(rawValue: 1), AssetID(rawValue: 2)])
    try store.restart()
    try store.backend.closeDocument()
    _ = try store.backend.openDocument(Store.document)
    #expect(try store.backend.readAsset(AssetID(rawValue: 1)) == small)
    #expect(try store.backend.readAsset(AssetID(rawValue: 2)) == large)
    #expect(try store.backend.readAsset(AssetID(rawValue: 3)) == nil)
  }

  @Test("An image that is kept again with another size is the newer one", arguments: [true, false])
  func replaced(isGrowing: Bool) throws {
    let store = try Store("sqlite")
    var page = try store.open()
    let sizes = isGrowing ? [10, 150_000] : [150_000, 10]
    _ = try store.paste(&page, asset: 1, byteCount: sizes[0])
    let newer = [UInt8](repeating: 7, count: sizes[1])
    try store.backend.insertAsset(AssetID(rawValue: 1), bytes: newer.rawSpan)
    #expect(try store.backend.readAsset(AssetID(rawValue: 1)) == newer)
    #expect(try store.backend.storedAssets().count == 1)
    try store.backend.closeDocument()
    _ = try store.backend.openDocument(Store.document)
    #expect(try store.backend.readAsset(AssetID(rawValue: 1)) == newer)
  }

  @Test("With everything inside, a store is one file")
  func inside() throws {
    let store = try Store("sqlite-assets-inside")
    var page = try store.open()
    let bytes = try store.paste(&page, asset: 1, byteCount: 400_000)
    try store.backend.closeDocument()
    #expect(try SystemCalls.names(inDirectory: store.directory.path) == [Store.database, "lock"])
    _ = try store.backend.openDocument(Store.document)
    #expect(try store.backend.readAsset(AssetID(rawValue: 1)) == bytes)
  }

  @Test(
    "Closing removes images that nothing names, inside and beside, and undo can bring them back till then")
  func orphans() throws {
    let store = try Store("sqlite", durability: .powerConsistent)
    var page = try store.open()
    for (asset, count) in [(1, 10), (2, 200_000), (3, 10), (4, 200_000)] as [(UInt64, Int)] {
      _ = try store.paste(&page, asset: asset, byteCount: count)
    }
    try store.save(&page, [.remove(ElementID(rawValue: 10_001)), .remove(ElementID(rawValue: 10_002))])
    try store.backend.closePage(page.id)
    #expect(try store.backend.storedAssets().count == 4)
    _ = try store.directory.write([1], to: Store.assets + "/holiday.jpg")
    _ = try store.directory.write([1], to: Store.assets + "/000000000000000F.jpg")
    _ = try store.directory.write([1], to: Store.asset(9) + ".tmp")
    try store.backend.closeDocument()
    let left = try SystemCalls.names(inDirectory: store.path(Store.assets))
    #expect(left == [hexadecimal(4) + ".jpg", "000000000000000F.jpg", "holiday.jpg"])
    _ = try store.backend.openDocument(Store.document)
    #expect(try store.backend.storedAssets() == [AssetID(rawValue: 3), AssetID(rawValue: 4)])
    try store.backend.deletePage(PageID(rawValue: 1))
    try store.backend.closeDocument()
    #expect(try SystemCalls.names(inDirectory: store.path(Store.assets)).count == 2)
    for name in ["holiday.jpg", "000000000000000F.jpg"] {
      try SystemCalls.remove(store.path(Store.assets + "/" + name))
    }
    _ = try store.backend.openDocument(Store.document)
    try store.backend.closeDocument()
    #expect(!SystemCalls.exists(store.path(Store.assets)))
  }

  @Test(
    "Where a row of an image is lost or wrong, nothing is removed",
    arguments: [
      "DELETE FROM elements WHERE id = 10001", "UPDATE elements SET asset = 99 WHERE id = 10001",
      "UPDATE elements SET content = x'00' WHERE id = 10001", "UPDATE pages SET image_count = 1",
      "DELETE FROM elements WHERE kind = 1",
    ])
  func uncertain(damage: String) throws {
    let store = try Store("sqlite")
    var page = try store.open()
    for (asset, count) in [(1, 10), (2, 200_000)] as [(UInt64, Int)] {
      _ = try store.paste(&page, asset: asset, byteCount: count)
    }
    try store.restart {
      let connection = try store.connection(.readWrite)
      try connection.execute(damage)
    }
    // The page is not opened, so nobody has noticed before.
    try store.backend.closeDocument()
    _ = try store.backend.openDocument(Store.document)
    #expect(try store.backend.storedAssets() == [AssetID(rawValue: 1), AssetID(rawValue: 2)])
  }

  @Test("A damaged image is said to be so, whether inside or beside", arguments: [10, 200_000])
  func damaged(byteCount: Int) throws {
    let store = try Store("sqlite")
    var page = try store.open()
    _ = try store.paste(&page, asset: 1, byteCount: byteCount)
    try store.restart {
      if byteCount < Self.limit {
        try store.connection(.readWrite).execute("UPDATE assets SET bytes = x'0102'")
      } else {
        var file = try store.directory.read(Store.asset(1))
        file[1_000] ^= 1
        _ = try store.directory.write(file, to: Store.asset(1))
      }
    }
    #expect { try store.backend.readAsset(AssetID(rawValue: 1)) } throws: {
      if case StorageError.damaged = $0 { true } else { false }
    }
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("Images are not written through a link")
  func link() throws {
    let store = try Store("sqlite")
    let elsewhere = try TemporaryDirectory.inMemory()
    let result = unsafe symlink(elsewhere.path, store.path(Store.assets))
    #expect(result == 0)
    let bytes = [UInt8](repeating: 1, count: 200_000)
    #expect(throws: StorageError.damaged(path: store.path(Store.assets), reason: SystemCalls.linkReason)) {
      try store.backend.insertAsset(AssetID(rawValue: 1), bytes: bytes.rawSpan)
    }
    #expect(try SystemCalls.names(inDirectory: elsewhere.path).isEmpty)
    try store.backend.closeDocument()
  }
}
