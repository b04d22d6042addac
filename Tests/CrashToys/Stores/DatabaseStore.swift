package import InkModel
package import InkStorage

/// A document is one SQLite database, and a save is one transaction.
///
/// Everything that makes a difference is a setting of the engine's, which subclasses choose. The document is
/// what changes as one.
package class DatabaseStore: StorageBackend {
  /// The settings of a connection.
  class var settings: String { "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL" }
  /// Whether the engine may believe that a write harms nothing beside it (`psow`).
  class var isPowerSafe: Bool { true }

  package class var traits: BackendTraits {
    BackendTraits(
      name: "\(Self.self)", summary: "a toy", usesCodec: true, unit: .document, durabilities: [.powerDurable],
      fileRoles: [
        FileRolePattern(.suffix, "-wal", .wal), FileRolePattern(.suffix, "-shm", .sharedMemory),
        FileRolePattern(.suffix, "-journal", .journal), FileRolePattern(.suffix, ".db", .database),
      ], isStandard: false)
  }

  private let environment: StoreEnvironment
  private var database: ToyDatabase?

  package required init(_ environment: StoreEnvironment) throws(StorageError) {
    self.environment = environment
  }

  private var path: String { environment.directory + "/document.db" }

  private func open() throws(StorageError) -> ToyDatabase {
    let opened = try ToyDatabase(path, isPowerSafe: Self.isPowerSafe)
    // Checkpoints are made at page close, so that a session says where they are.
    try opened.execute(Self.settings + "; PRAGMA wal_autocheckpoint = 0; PRAGMA secure_delete = OFF")
    return opened
  }

  private func opened() throws(StorageError) -> ToyDatabase {
    guard let database else { throw .misuse("no document is open") }
    return database
  }

  private func transaction(_ body: (ToyDatabase) throws(StorageError) -> Void) throws(StorageError) {
    let database = try opened()
    try database.execute("BEGIN IMMEDIATE")
    do throws(StorageError) {
      try body(database)
      try database.execute("COMMIT")
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  // MARK: The document

  package func createDocument(_ document: DocumentInfo) throws(StorageError) {
    database = try open()
    try transaction { database throws(StorageError) in
      try database.execute(
        """
        CREATE TABLE document(id INTEGER PRIMARY KEY, title BLOB);
        CREATE TABLE pages(id INTEGER PRIMARY KEY, place INTEGER, width INTEGER, height INTEGER, \
        created INTEGER, content BLOB);
        CREATE TABLE assets(id INTEGER PRIMARY KEY, bytes BLOB);
        """)
      try database.run(
        "INSERT INTO document VALUES(?, ?)", [Int64(bitPattern: document.id.rawValue)],
        Array(document.title.utf8))
      for (place, page) in document.pages.enumerated() { try insert(page, at: place, into: database) }
    }
  }

  private func insert(_ page: PageInfo, at place: Int, into database: ToyDatabase) throws(StorageError) {
    try database.run("UPDATE pages SET place = place + 1 WHERE place >= ?", [Int64(place)])
    try database.run(
      "INSERT INTO pages VALUES(?, ?, ?, ?, ?, ?)",
      [
        Int64(bitPattern: page.id.rawValue), Int64(place), Int64(page.canvas.width),
        Int64(page.canvas.height), Int64(page.createdMilliseconds),
      ], environment.codec.bytes(of: Page(id: page.id)))
  }

  package func loadPage(_ page: borrowing Page) throws(StorageError) {
    let page = copy page
    try transaction { database throws(StorageError) in try update(page, in: database) }
  }

  package func finishLoading() throws(StorageError) {}

  package func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    guard Posix.exists(path) else { throw .missing("document \(id.name)") }
    let opened = try open()
    let info = try Self.info(in: opened)
    guard info.id == id else { throw .missing("document \(id.name)") }
    database = opened
    return info
  }

  private static func info(in database: ToyDatabase) throws(StorageError) -> DocumentInfo {
    guard let id = try database.integers("SELECT id FROM document", columns: 1).first?[0] else {
      throw .missing("document")
    }
    let title = try database.bytes("SELECT title FROM document", []) ?? []
    let rows = try database.integers(
      "SELECT id, width, height, created FROM pages ORDER BY place", columns: 4)
    return DocumentInfo(
      id: DocumentID(rawValue: UInt64(bitPattern: id)), title: String(decoding: title, as: UTF8.self),
      pages: rows.map { row in
        PageInfo(
          id: PageID(rawValue: UInt64(bitPattern: row[0])),
          canvas: Canvas(width: Int32(clamping: row[1]), height: Int32(clamping: row[2])),
          createdMilliseconds: UInt64(bitPattern: row[3]))
      })
  }

  package func closeDocument() throws(StorageError) {
    try opened().close()
    database = nil
  }

  package func listLibrary() throws(StorageError) -> [LibraryEntry] {
    guard Posix.exists(path) else { return [] }
    // Looking leaves a log where it is; the document may be closed.
    let info = try Self.info(in: database == nil ? try open() : try opened())
    return [
      LibraryEntry(id: info.id, title: info.title, pageCount: info.pages.count, modifiedMilliseconds: 0)
    ]
  }

  package func export(to path: String) throws(StorageError) { throw .misuse("a toy makes no exports") }

  // MARK: Pages

  package func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    page.reset(id: id)
    let bytes = try opened().bytes("SELECT content FROM pages WHERE id = ?", [Int64(bitPattern: id.rawValue)])
    guard let bytes else { throw .missing("page \(id.name)") }
    try environment.codec.read(bytes, from: path, into: &page)
  }

  private func update(_ page: Page, in database: ToyDatabase) throws(StorageError) {
    try database.run(
      "UPDATE pages SET content = ?2 WHERE id = ?1", [Int64(bitPattern: page.id.rawValue)],
      environment.codec.bytes(of: page))
  }

  package func save(_ changes: ChangeSet) throws(StorageError) {
    try transaction { database throws(StorageError) in
      for change in changes.pages { try update(change.page, in: database) }
    }
  }

  package func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try transaction { database throws(StorageError) in try insert(page, at: index, into: database) }
  }

  package func deletePage(_ id: PageID) throws(StorageError) { throw .misuse("this toy keeps its pages") }

  package func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    throw .misuse("this toy keeps its pages")
  }

  package func closePage(_ id: PageID) throws(StorageError) {
    try opened().execute("PRAGMA wal_checkpoint(PASSIVE)")
  }

  package func idle(milliseconds: UInt64) throws(StorageError) {}

  package func background(deadlineMilliseconds: UInt64) throws(StorageError) {}

  // MARK: Assets

  package func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    let bytes = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
    try transaction { database throws(StorageError) in
      try database.run("INSERT INTO assets VALUES(?, ?)", [Int64(bitPattern: id.rawValue)], bytes)
    }
  }

  package func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    try opened().bytes("SELECT bytes FROM assets WHERE id = ?", [Int64(bitPattern: id.rawValue)])
  }

  package func storedAssets() throws(StorageError) -> [AssetID] {
    try opened().integers("SELECT id FROM assets", columns: 1).map {
      AssetID(rawValue: UInt64(bitPattern: $0[0]))
    }
  }
}
