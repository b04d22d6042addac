internal import InkModel

/// Level 2: one SQLite database a document, one row an element.
///
/// A save is one transaction over all its pages. Commits go to a write-ahead log, which is moved into the
/// database when it has grown long, in pauses, in the background and at closing.
final class SQLiteBackend: StorageBackend {
  static let traits = BackendTraits(
    name: "sqlite", level: 2, summary: "one SQLite database a document, one row a stroke", unit: .document,
    fileRoles: SQLiteSchema.fileRoles)

  let environment: StoreEnvironment
  private let lock: StoreLock
  /// The open document; nil between documents.
  var document: OpenSQLiteDocument?

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

  func createDocument(_ info: DocumentInfo) throws(StorageError) {
    guard document == nil else { throw .misuse("another document is open") }
    let connection = try SQLiteConnection(path(info.id), .create)
    guard try connection.integer("PRAGMA user_version") == 0 else {
      throw .misuse("document \(info.id.name) exists already")
    }
    try connection.configure(SQLiteSchema.settings(environment.durability))
    let opened = OpenSQLiteDocument(connection, info)
    try connection.transaction { () throws(StorageError) in
      try connection.execute(SQLiteSchema.tables)
      try opened.insertDocumentRow()
    }
    // The engine syncs the directory for its log, but promises nothing for the database file itself.
    if environment.durability == .powerDurable { try Files.syncDirectory(environment.directory) }
    document = opened
  }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    guard document == nil else { throw .misuse("another document is open") }
    guard SystemCalls.exists(path(id)) else { throw .missing("document \(id.name)") }
    let connection = try SQLiteConnection(path(id), .readWrite)
    try OpenSQLiteDocument.checkVersion(connection)
    try connection.configure(SQLiteSchema.settings(environment.durability))
    let opened = try OpenSQLiteDocument(connection)
    guard opened.info.id == id else {
      throw .damaged(path: connection.path, reason: "it holds document \(opened.info.id.name)")
    }
    document = opened
    return opened.info
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) {
    try openDocument().load(page)
    try checkpointIfLong()
  }

  func finishLoading() throws(StorageError) {}

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    try openDocument().read(id, into: &page)
  }

  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try openDocument().insertAsset(id, bytes: bytes)
    try checkpointIfLong()
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try openDocument().readAsset(id) }

  func storedAssets() throws(StorageError) -> [AssetID] { try openDocument().storedAssets() }

  func save(_ changes: ChangeSet) throws(StorageError) {
    try openDocument().save(changes)
    try checkpointIfLong()
  }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try openDocument().addPage(page, at: index)
  }

  func deletePage(_ id: PageID) throws(StorageError) { try openDocument().deletePage(id) }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    try openDocument().movePage(id, to: index)
  }

  func closePage(_ id: PageID) throws(StorageError) { try openDocument().closePage(id) }

  func idle(milliseconds: UInt64) throws(StorageError) {
    guard let document, milliseconds >= Self.checkpointPauseMilliseconds,
      document.connection.pagesInLog >= SQLiteSchema.logPagesWorthAPause
    else { return }
    try checkpoint(document, truncating: false)
  }

  func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    guard let document else { return }
    try document.flushModified()
    if document.connection.pagesInLog > 0 { try checkpoint(document, truncating: false) }
  }

  func export(to path: String) throws(StorageError) {
    let document = try openDocument()
    guard !SystemCalls.exists(path) else {
      throw .misuse("'\(path)' exists already and is not overwritten by an export")
    }
    try document.flushModified()
    try checkpoint(document, truncating: true)
    do {
      try Files.copy(
        document.connection.path, to: path, syncing: environment.durability >= .powerConsistent)
    } catch {
      try? SystemCalls.remove(path)
      throw error
    }
  }

  func closeDocument() throws(StorageError) {
    let document = try openDocument()
    try document.flushModified()
    try document.removeOrphans()
    try checkpoint(document, truncating: true)
    document.connection.close()
    self.document = nil
  }

  /// A pause this long will rarely be ended by the pen before a checkpoint is done.
  private static let checkpointPauseMilliseconds: UInt64 = 1_000

  /// Checkpoints a log that has grown long; what was committed is safe in the log if this fails.
  private func checkpointIfLong() throws(StorageError) {
    guard let document, document.connection.pagesInLog >= SQLiteSchema.logPagesMax else { return }
    try? checkpoint(document, truncating: false)
  }

  private func checkpoint(_ document: OpenSQLiteDocument, truncating: Bool) throws(StorageError) {
    environment.observer?.began(.checkpoint)
    defer { environment.observer?.ended(.checkpoint) }
    try document.connection.checkpoint(truncating: truncating)
  }
}
