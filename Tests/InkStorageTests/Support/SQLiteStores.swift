import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// The presets of level 2.
enum SQLitePresetNames {
  static let all = [
    "sqlite", "sqlite-grdb", "sqlite-inline", "sqlite-assets-inside", "sqlite-vacuum", "sqlite-backup",
    "sqlite-rollback",
  ]
}

extension Store {
  /// A second connection to the store's database, as a curious program would make one.
  func connection(_ mode: SQLiteConnection.Mode = .readOnly(isImmutable: false)) throws -> SQLiteConnection {
    try SQLiteConnection(path(Store.database), mode)
  }

  /// The connection of the store itself.
  func liveConnection() throws -> SQLiteConnection {
    let backend = try #require(backend as? any SQLiteBacking)
    return try backend.openDocument().connection
  }

  /// The size of the write-ahead log's file.
  var logBytes: Int { SystemCalls.size(ofFileAt: path(Store.database + "-wal")) ?? 0 }

  static let assets = "0000000000000d0c.assets"
  static func asset(_ id: UInt64) -> String { assets + "/" + hexadecimal(id) + ".jpg" }

  /// Puts an image on a page, its bytes first.
  func paste(_ page: inout Page, asset: UInt64, byteCount: Int) throws -> [UInt8] {
    let id = AssetID(rawValue: asset)
    let bytes = AssetBytes.make(id, byteCount: byteCount)
    try backend.insertAsset(id, bytes: bytes.rawSpan)
    let image = PlacedImage(
      id: ElementID(rawValue: 10_000 + asset), frame: Frame(x: 1, y: 2, width: 3, height: 4), asset: id)
    try save(&page, [.put(.image(image), index: page.elements.count)])
    return bytes
  }
}
