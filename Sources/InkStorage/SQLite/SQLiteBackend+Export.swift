internal import InkModel

/// Copies of the open document: one file with everything in it, while the document stays open.
///
/// | way | what is copied | what it costs |
/// |---|---|---|
/// | checkpoint, then copy | the file, free pages too | the log is emptied first; a reader delays that |
/// | `VACUUM INTO` | all rows, packed side by side | building every tree anew; the smallest file |
/// | backup API | every page, free pages too, as the log has them | no checkpoint |
///
/// The copy grows under a temporary name. Images that lie beside the database are put inside it, and it is
/// taken out of write-ahead mode, so that it can be read from a place that is not writable. None of the three
/// ways syncs what it wrote; that is done here, as the durability class asks, and then the copy gets its
/// name.
extension SQLiteBackend {
  func export(to path: String) throws(StorageError) {
    let document = try openDocument()
    let temporary = path + Files.temporarySuffix
    guard SystemCalls.place(path) == .nothing else {
      throw .misuse("'\(path)' exists already and is not overwritten by an export")
    }
    guard SystemCalls.place(temporary) == .nothing else {
      throw .misuse(
        "'\(temporary)' is in the way, perhaps of an export that was interrupted; remove it and export again")
    }
    try document.flushModified()
    var isNamed = false
    do throws(StorageError) {
      try copy(document, to: temporary)
      try complete(temporary, with: document.assetFiles)
      if environment.durability >= .powerConsistent {
        var file = try File(temporary, .read)
        try file.sync()
        try file.close()
      }
      try SystemCalls.rename(temporary, to: path)
      isNamed = true
      if environment.durability == .powerDurable { try Files.syncDirectory(Files.parent(of: path)) }
    } catch {
      if isNamed { try? SystemCalls.remove(path) }
      for suffix in ["", "-wal", "-shm", "-journal"] { try? SystemCalls.remove(temporary + suffix) }
      throw error
    }
  }

  private func copy(_ document: OpenSQLiteDocument, to target: String) throws(StorageError) {
    switch options.exportWay {
    case .copy:
      try checkpoint(document, truncating: true)
      try Files.copy(document.connection.path, to: target, syncing: false)
    case .vacuum:
      let statement = try document.connection.statement("VACUUM INTO ?")
      defer { statement.reset() }
      try statement.bind(1, target)
      _ = try statement.step()
    case .backup: try document.connection.backUp(to: target)
    }
  }

  /// Puts the larger images inside a copy, and leaves one file that needs no log.
  private func complete(_ path: String, with files: AssetDirectory) throws(StorageError) {
    let connection = try SQLiteConnection(path, .readWrite)
    // Until it has its name the copy is worth nothing, so nothing of this has to survive.
    try connection.execute(
      "PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE; PRAGMA journal_mode = MEMORY")
    for id in try files.stored() where try !connection.hasAssetRow(id) {
      guard let sealed = try Files.read(files.file(id)) else { continue }
      // Only the file may be damaged: what the engine finds wrong with the copy fails the export.
      if let image = try intactImage(in: sealed, of: id, files) {
        try connection.insertAssetRow(
          id, bytes: image.rawSpan, checksum: OpenSQLiteDocument.assetChecksum(of: id, image.rawSpan))
      } else {
        // A damaged image is damaged in the copy too, and does not keep the rest from being copied.
        try connection.insertAssetRow(
          id, bytes: sealed.rawSpan, checksum: ~OpenSQLiteDocument.assetChecksum(of: id, sealed.rawSpan))
      }
    }
    connection.close()
  }

  /// The image in a sealed file; nil if it is damaged.
  private func intactImage(
    in sealed: [UInt8], of id: AssetID, _ files: AssetDirectory
  ) throws(StorageError) -> [UInt8]? {
    do throws(StorageError) {
      return try AssetFile.decode(sealed, of: id, path: files.file(id))
    } catch .damaged {
      return nil
    }
  }
}

extension SQLiteConnection {
  fileprivate func hasAssetRow(_ id: AssetID) throws(StorageError) -> Bool {
    let row = try statement("SELECT 1 FROM assets WHERE id = ?")
    defer { row.reset() }
    try row.bind(1, id: id.rawValue)
    return try row.step()
  }
}
