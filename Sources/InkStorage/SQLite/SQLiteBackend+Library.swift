internal import InkModel

extension SQLiteBackend {
  /// The documents of the library, each asked in its own database.
  ///
  /// A database without a log is opened as immutable: no locks and no shared memory are made for one
  /// question. The store's lock guarantees that nobody writes it meanwhile.
  func listLibrary() throws(StorageError) -> [LibraryEntry] {
    var entries: [LibraryEntry] = []
    for name in try SystemCalls.names(inDirectory: environment.directory) {
      guard let number = PackagePaths.number(in: name, suffix: SQLiteSchema.fileSuffix) else { continue }
      let id = DocumentID(rawValue: number)
      if let document, document.info.id == id {
        entries.append(document.libraryEntry)
      } else if let entry = entry(of: id) {
        entries.append(entry)
      }
    }
    return entries
  }

  private func entry(of id: DocumentID) -> LibraryEntry? {
    let path = path(id)
    do throws(StorageError) {
      try SQLiteFileHeader.check(path)
      try checkCompanions(of: path)
      try checkLog(of: path)
      let hasLog = SystemCalls.size(ofFileAt: path + "-wal").map { $0 > 0 } ?? false
      // A rollback journal that a crash has left is played back first, for which a reader has no leave.
      let hasJournal = SystemCalls.size(ofFileAt: path + "-journal").map { $0 > 0 } ?? false
      let mode: SQLiteConnection.Mode =
        hasJournal && options.setup == .rollbackJournal ? .readWrite : .readOnly(isImmutable: !hasLog)
      let connection = try SQLiteConnection(path, mode)
      try OpenSQLiteDocument.checkTables(connection)
      let row = try DocumentRow.read(connection)
      return LibraryEntry(
        id: id, title: row.title, pageCount: row.pageCount, modifiedMilliseconds: row.modifiedMilliseconds,
        cover: row.cover?.picture)
    } catch .missing {
      // A database whose tables were never finished: nobody was told that it exists.
      return nil
    } catch {
      // A document that can't be read stays on the shelf under its file name; opening it says what is wrong.
      return LibraryEntry(id: id, title: id.name, pageCount: 0, modifiedMilliseconds: 0)
    }
  }
}
