internal import InkModel

/// Images: small ones are rows, larger ones files beside the database. Reading finds either; a row counts.
extension OpenSQLiteDocument {
  func insertAsset(_ id: AssetID, bytes: RawSpan, insideMax: Int) throws(StorageError) {
    guard bytes.byteCount > insideMax else { return try insertAssetRow(id, bytes: bytes) }
    try assetFiles.write(id, bytes)
    // A smaller image of that name would hide the file.
    try connection.statement("DELETE FROM assets WHERE id = ?").run(Int64(bitPattern: id.rawValue))
  }

  private func insertAssetRow(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try connection.insertAssetRow(id, bytes: bytes, checksum: Self.assetChecksum(of: id, bytes))
  }

  static func assetChecksum(of id: AssetID, _ bytes: RawSpan) -> UInt32 {
    InkStorage.checksum(integers: Int64(bitPattern: id.rawValue), from: InkStorage.checksum(bytes))
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    let row = try connection.statement("SELECT bytes, checksum FROM assets WHERE id = ?")
    defer { row.reset() }
    try row.bind(1, id: id.rawValue)
    guard try row.step() else { return try assetFiles.read(id) }
    let wanted = row.integer(1)
    return try row.withBlob(0) { bytes throws(StorageError) in
      guard wanted == Int64(Self.assetChecksum(of: id, bytes)) else {
        throw .damaged(
          path: self.connection.path, reason: "asset \(id.name): its checksum does not fit its content")
      }
      return [UInt8](copying: bytes)
    }
  }

  func storedAssets() throws(StorageError) -> [AssetID] {
    let rows = try assetRows()
    return Set(rows + (try assetFiles.stored())).sorted { $0.rawValue < $1.rawValue }
  }

  private func assetRows() throws(StorageError) -> [AssetID] {
    let rows = try connection.statement("SELECT id FROM assets")
    defer { rows.reset() }
    var assets: [AssetID] = []
    while try rows.step() { assets.append(AssetID(rawValue: rows.id(0))) }
    return assets
  }

  /// Deletes the rows of assets that no element names, and says whose files may stay.
  ///
  /// Called when the document closes, as undo can't bring an image back then. Returns nil where it can't be
  /// known what is named; nothing may be removed then.
  func removeOrphanRows() throws(StorageError) -> Set<AssetID>? {
    let rows = try assetRows()
    guard !rows.isEmpty || SystemCalls.exists(assetFiles.path) else { return nil }
    guard damaged.isEmpty, let named = try? namedAssets() else { return nil }
    let orphans = rows.filter { !named.contains($0) }
    if !orphans.isEmpty {
      try connection.transaction { () throws(StorageError) in
        let deletion = try self.connection.statement("DELETE FROM assets WHERE id = ?")
        for id in orphans { try deletion.run(Int64(bitPattern: id.rawValue)) }
      }
    }
    return named
  }

  /// The assets that elements name, each image's row checked and all of them there.
  private func namedAssets() throws(StorageError) -> Set<AssetID> {
    let rows = try connection.statement(
      "SELECT \(Self.elementColumns) FROM elements WHERE asset IS NOT NULL")
    defer { rows.reset() }
    var named: Set<AssetID> = []
    var counts: [PageID: Int64] = [:]
    while try rows.step() {
      let row = try checkedRow(rows).row
      named.insert(AssetID(rawValue: UInt64(bitPattern: row.asset)))
      counts[PageID(rawValue: UInt64(bitPattern: row.page)), default: 0] += 1
    }
    guard totals.allSatisfy({ counts[$0.key, default: 0] == $0.value.images }) else {
      throw .damaged(path: connection.path, reason: "an image is gone")
    }
    return named
  }
}

extension SQLiteConnection {
  /// Puts an image inside the database.
  func insertAssetRow(_ id: AssetID, bytes: RawSpan, checksum: UInt32) throws(StorageError) {
    let row = try statement("INSERT OR REPLACE INTO assets(id, checksum, bytes) VALUES(?, ?, ?)")
    defer { row.reset() }
    try row.bind(1, id: id.rawValue)
    try row.bind(2, Int64(checksum))
    // The caller lends the bytes for the length of this call.
    try unsafe row.bindBorrowed(3, bytes)
    _ = try row.step()
  }
}
