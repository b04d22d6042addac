internal import InkModel

/// Level 2: one SQLite database a document, one row an element.
///
/// A save is one transaction over all its pages. Commits go to a write-ahead log, which is moved into the
/// database when it has grown long, in pauses, in the background, after an import and at closing. Its file
/// stays below `SQLiteOptions.logBytesMax` and the frames of one transaction, and goes back below the former
/// with the next of these moments. Two things are beyond that: another program that keeps reading an old
/// state, which must end before the log can start again; and the preset `sqlite-grdb`, whose file keeps its
/// largest size.
final class SQLiteBackend<Preset: BackendPreset>: SQLiteBacking where Preset.Options == SQLiteOptions {
  static var traits: BackendTraits { Preset.traits }

  let environment: StoreEnvironment
  let options = Preset.options
  private let lock: StoreLock
  /// The open document; nil between documents.
  var document: OpenSQLiteDocument?
  /// Whether a power cut could still take back the names of the database and its log.
  ///
  /// The engine syncs the directory once it has made a log, but tells nobody when that fails, and leaves it
  /// out where it is short of descriptors.
  private var hasUncertainNames = false
  /// Whether syncing them has failed: what was to be synced may be lost by now, and no later sync keeps it.
  private var hasLostNames = false

  init(_ environment: StoreEnvironment) throws(StorageError) {
    self.environment = environment
    lock = try StoreLock.take(environment)
  }

  func path(_ id: DocumentID) -> String {
    environment.directory + "/" + id.name + SQLiteSchema.fileSuffix
  }

  /// The open document, or an error where none is open.
  func openDocument() throws(StorageError) -> OpenSQLiteDocument {
    guard let document else { throw .misuse("no document is open") }
    return document
  }

  /// The open document, about to acknowledge a change, unless its file is no longer where it was.
  private func writableDocument() throws(StorageError) -> OpenSQLiteDocument {
    let document = try openDocument()
    try document.checkPlace()
    if hasUncertainNames { try keepNames(document) }
    return document
  }

  /// Sees to it that a power cut can't take back the names of the database and its log.
  ///
  /// After a failed sync the log is made anew, so that its name is given once more. The engine can't be left
  /// to sync it: what is written to a log without a name is gone.
  private func keepNames(_ document: OpenSQLiteDocument) throws(StorageError) {
    if hasLostNames, options.setup != .rollbackJournal { try document.connection.remakeLog() }
    hasLostNames = true
    try Files.syncDirectory(environment.directory)
    hasLostNames = false
    hasUncertainNames = false
  }

  func createDocument(_ info: DocumentInfo) throws(StorageError) {
    guard document == nil else { throw .misuse("another document is open") }
    let path = path(info.id)
    let place = SystemCalls.place(path)
    if place == .link { throw .damaged(path: path, reason: SystemCalls.linkReason) }
    do throws(StorageError) { try create(info, at: path) } catch {
      // Nobody was told that it exists, and it may not outlive a power cut: it must not be taken for made.
      if place == .nothing {
        for suffix in ["", "-wal", "-shm", "-journal"] { try? SystemCalls.remove(path + suffix) }
      }
      throw error
    }
  }

  private func create(_ info: DocumentInfo, at path: String) throws(StorageError) {
    let connection = try SQLiteConnection(path, .create)
    guard try connection.integer("PRAGMA user_version") == 0 else {
      throw .misuse("document \(info.id.name) exists already")
    }
    try configure(connection)
    let opened = OpenSQLiteDocument(connection, AssetDirectory(environment, of: info.id), info)
    try connection.transaction { () throws(StorageError) in
      try connection.execute(SQLiteSchema.creation)
      try opened.insertDocumentRow()
    }
    if environment.durability == .powerDurable { try Files.syncDirectory(environment.directory) }
    hasUncertainNames = false
    document = opened
  }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    guard document == nil else { throw .misuse("another document is open") }
    let path = path(id)
    guard SystemCalls.place(path) != .nothing else { throw .missing("document \(id.name)") }
    try SQLiteFileHeader.check(path)
    try checkCompanions(of: path)
    try checkLog(of: path)
    let connection = try SQLiteConnection(path, .readWrite)
    try OpenSQLiteDocument.checkTables(connection)
    try configure(connection)
    let opened = try OpenSQLiteDocument(connection, AssetDirectory(environment, of: id))
    guard opened.info.id == id else {
      throw .damaged(path: path, reason: "it holds document \(opened.info.id.name)")
    }
    // A database whose shared memory could not be opened for writing would stay read-only without a word.
    try connection.transaction { () throws(StorageError) in }
    hasUncertainNames = environment.durability == .powerDurable
    hasLostNames = false
    document = opened
    return opened.info
  }

  /// Refuses a database beside which something else stands than the files that the engine makes there.
  ///
  /// The engine does not follow links either, but would wait for somebody to write to a pipe.
  func checkCompanions(of path: String) throws(StorageError) {
    for suffix in ["-wal", "-shm", "-journal"] where SystemCalls.exists(path + suffix) {
      var file = try File(path + suffix, .read)
      try file.close()
    }
  }

  /// Refuses a log that was damaged, before the engine drops what follows the damage.
  func checkLog(of path: String) throws(StorageError) {
    guard options.keepsCommitsInOrder(environment.durability) else { return }
    try WriteAheadLogCheck.check(path + "-wal")
  }

  private func configure(_ connection: SQLiteConnection) throws(StorageError) {
    try connection.configure(
      options.settings(environment.durability), watchesLog: options.checkpoints == .deferred)
    if options.setup == .databasePool { try connection.makeLogLikeDatabasePool() }
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) {
    try writableDocument().load(page)
    try checkpointIfLong()
  }

  func finishLoading() throws(StorageError) { try shrinkLog() }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    try openDocument().read(id, into: &page)
  }

  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    let document = try writableDocument()
    do throws(StorageError) {
      try document.insertAsset(id, bytes: bytes, insideMax: options.assetBytesInsideMax)
    } catch {
      // The log's name may be lost with that of the images' directory, in every class that syncs it.
      if document.assetFiles.hasLostNames { (hasUncertainNames, hasLostNames) = (true, true) }
      throw error
    }
    try checkpointIfLong()
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try openDocument().readAsset(id) }

  func storedAssets() throws(StorageError) -> [AssetID] { try openDocument().storedAssets() }

  func save(_ changes: ChangeSet) throws(StorageError) {
    try writableDocument().save(changes)
    try checkpointIfLong()
  }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try writableDocument().addPage(page, at: index)
    try checkpointIfLong()
  }

  func deletePage(_ id: PageID) throws(StorageError) {
    try writableDocument().deletePage(id)
    try checkpointIfLong()
  }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    try writableDocument().movePage(id, to: index)
    try checkpointIfLong()
  }

  func closePage(_ id: PageID) throws(StorageError) {
    try openDocument().closePage(id)
    try checkpointIfLong()
  }

  func closeDocument() throws(StorageError) {
    let document = try openDocument()
    document.refreshCover()
    try document.flushModified()
    let named = try document.removeOrphanRows()
    try checkpoint(document, truncating: true)
    // After the checkpoint: no older state that a power cut brings back may name what is removed here.
    if let named { try? document.assetFiles.removeAll(except: named) }
    document.connection.close()
    self.document = nil
  }
}

// MARK: - Deferred work

extension SQLiteBackend {
  func idle(milliseconds: UInt64) throws(StorageError) {
    guard let document else { return }
    if milliseconds >= Self.coverPauseMilliseconds {
      document.refreshCover()
      try document.flushModified()
    }
    guard options.checkpoints == .deferred, milliseconds >= Self.checkpointPauseMilliseconds else { return }
    if document.connection.pagesInLog >= SQLiteOptions.logPagesWorthAPause {
      try checkpoint(document, truncating: false)
    }
    try shrinkLog()
  }

  /// Keeps the time of change, and moves the log, which is never so long that it would take a deadline.
  func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    guard let document else { return }
    try document.flushModified()
    guard options.checkpoints == .deferred else { return }
    if document.connection.pagesInLog > 0 { try checkpoint(document, truncating: false) }
    try shrinkLog()
  }

  /// A pause this long will rarely be ended by the pen before a checkpoint is done.
  private static var checkpointPauseMilliseconds: UInt64 { 1_000 }
  /// As long as level 0 waits before it makes a picture.
  private static var coverPauseMilliseconds: UInt64 { 5_000 }

  /// Checkpoints a log that has grown long; what was committed is safe in the log if this fails.
  private func checkpointIfLong() throws(StorageError) {
    guard let document, document.connection.pagesInLog >= SQLiteOptions.logPagesMax else { return }
    try? checkpoint(document, truncating: false)
  }

  /// Empties the log's file after a burst that made it longer than it need be; nothing is lost if it can't
  /// be.
  private func shrinkLog() throws(StorageError) {
    guard let document, options.checkpoints == .deferred,
      let size = SystemCalls.size(ofFileAt: document.connection.path + "-wal"),
      size > SQLiteOptions.logBytesMax
    else { return }
    try? checkpoint(document, truncating: true)
  }

  func checkpoint(_ document: OpenSQLiteDocument, truncating: Bool) throws(StorageError) {
    // A checkpoint writes over pages of the database, whose new state a power cut leaves to the log alone.
    if hasLostNames { try keepNames(document) }
    environment.observer?.began(.checkpoint)
    defer { environment.observer?.ended(.checkpoint) }
    try document.connection.checkpoint(truncating: truncating)
  }
}

extension SQLiteConnection {
  /// Makes sure that the log is there and not empty, as GRDB does when a pool is opened.
  fileprivate func makeLogLikeDatabasePool() throws(StorageError) {
    guard SystemCalls.size(ofFileAt: path + "-wal") ?? 0 == 0 else { return }
    try transaction { () throws(StorageError) in
      try self.execute("CREATE TABLE grdb_issue_102(id INTEGER PRIMARY KEY); DROP TABLE grdb_issue_102")
    }
  }
}

/// What the presets of level 2 have in common.
protocol SQLiteBacking: StorageBackend {
  func openDocument() throws(StorageError) -> OpenSQLiteDocument
}
