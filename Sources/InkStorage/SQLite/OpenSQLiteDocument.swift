internal import InkModel

/// The document that a database holds, and what is known of it while it is open.
final class OpenSQLiteDocument {
  let connection: SQLiteConnection
  /// The larger images, beside the database.
  let assetFiles: AssetDirectory
  /// What the path led to when the database was opened.
  private let place: SystemCalls.Place
  var info: DocumentInfo
  /// The pages' order keys, in the order of `info.pages`.
  var pageOrder = KeyedOrder<PageID>()
  /// What the pages' rows say of their elements.
  var totals: [PageID: PageTotals] = [:]
  /// The order of the elements of each open page.
  var elementOrders: [PageID: KeyedOrder<ElementID>] = [:]
  /// Pages that could not be trusted when they were read; they are never written.
  var damaged: Set<PageID> = []
  var modifiedMilliseconds: UInt64 = 0
  /// Whether the document's row has an older time of change.
  var isModifiedStale = false
  var cover: Cover?
  /// Whether the page that the cover shows was saved since.
  var isCoverStale = false
  /// The first page is read here again when the cover is made.
  var scratch = Page(id: PageID(rawValue: 0))

  /// Takes up a document that is about to be created.
  init(_ connection: SQLiteConnection, _ assetFiles: AssetDirectory, _ info: DocumentInfo) {
    self.connection = connection
    self.assetFiles = assetFiles
    place = SystemCalls.place(connection.path)
    self.info = info
    pageOrder = KeyedOrder(ids: info.pages.map(\.id), keys: OrderKeys.fresh(count: info.pages.count))
    for page in info.pages { totals[page.id] = PageTotals() }
  }

  /// Reads a document's row and its list of pages, and compares them with their checksums.
  init(_ connection: SQLiteConnection, _ assetFiles: AssetDirectory) throws(StorageError) {
    self.connection = connection
    self.assetFiles = assetFiles
    place = SystemCalls.place(connection.path)
    let row = try DocumentRow.read(connection)
    info = DocumentInfo(id: row.id, title: row.title)
    modifiedMilliseconds = row.modifiedMilliseconds
    cover = row.cover
    try readPages()
    guard info.pages.count == row.pageCount, pageDigest == row.pageDigest else {
      throw .damaged(path: connection.path, reason: "its list of pages does not fit its checksum")
    }
  }

  private func readPages() throws(StorageError) {
    let pages = try connection.statement(
      """
      SELECT id, ordinal, width, height, created, element_count, image_count, element_digest
      FROM pages ORDER BY ordinal
      """)
    defer { pages.reset() }
    while try pages.step() {
      guard let width = Int32(exactly: pages.integer(2)), let height = Int32(exactly: pages.integer(3)) else {
        throw .damaged(path: connection.path, reason: "a page's size is out of range")
      }
      let page = PageInfo(
        id: PageID(rawValue: pages.id(0)), canvas: Canvas(width: width, height: height),
        createdMilliseconds: pages.id(4))
      info.pages.append(page)
      pageOrder.insert(page.id, key: pages.integer(1), at: pageOrder.ids.count)
      totals[page.id] = PageTotals(
        elements: pages.integer(5), images: pages.integer(6), digest: pages.integer(7))
    }
  }

  /// The sum of the checksums of the rows of the list of pages.
  var pageDigest: Int64 {
    var sum: Int64 = 0
    for (page, key) in zip(info.pages, pageOrder.keys) {
      sum &+= Int64(
        checksum(
          integers: Int64(bitPattern: page.id.rawValue), key, Int64(page.canvas.width),
          Int64(page.canvas.height), Int64(bitPattern: page.createdMilliseconds)))
    }
    return sum
  }

  /// Refuses a database that was never finished, or whose tables are not those of this version.
  static func checkTables(_ connection: SQLiteConnection) throws(StorageError) {
    let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
    guard version != 0 else {
      guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
        throw .damaged(path: connection.path, reason: "it has tables and no format version")
      }
      throw .missing("finished document in '\(connection.path)'")
    }
    guard version == SQLiteSchema.version else {
      throw .unsupportedVersion(
        path: connection.path, found: version, newestKnown: SQLiteSchema.version)
    }
    let rows = try connection.statement("SELECT type, sql FROM sqlite_schema")
    defer { rows.reset() }
    var missing = Set(SQLiteSchema.definitions)
    while try rows.step() {
      missing.remove(rows.text(1))
      // A trigger would run with our statements, and do what it likes.
      guard rows.text(0) == "table" || rows.text(0) == "index" else {
        throw .damaged(path: connection.path, reason: "it holds a \(rows.text(0)) that is not ours")
      }
    }
    guard missing.isEmpty else {
      throw .damaged(path: connection.path, reason: "its tables are not those of version \(version)")
    }
  }

  var libraryEntry: LibraryEntry {
    LibraryEntry(
      id: info.id, title: info.title, pageCount: info.pages.count, modifiedMilliseconds: modifiedMilliseconds,
      cover: cover?.picture)
  }

  /// Writes the rows of a new document.
  func insertDocumentRow() throws(StorageError) {
    try writeDocumentRow()
    for (page, key) in zip(info.pages, pageOrder.keys) { try insertRow(of: page, key: key) }
  }

  /// Writes the document's row as it is now.
  func writeDocumentRow() throws(StorageError) {
    try DocumentRow(
      id: info.id, title: info.title, modifiedMilliseconds: modifiedMilliseconds,
      pageCount: info.pages.count, pageDigest: pageDigest, cover: cover
    ).write(connection)
  }

  /// Notes a save; the row follows when the page is left, so that a save does not write one more page.
  func noteModified(_ milliseconds: UInt64) {
    modifiedMilliseconds = max(modifiedMilliseconds, milliseconds)
    isModifiedStale = true
  }

  func flushModified() throws(StorageError) {
    guard isModifiedStale else { return }
    try writeDocumentRow()
    isModifiedStale = false
  }

  /// Throws if something else stands where the database stood when it was opened.
  ///
  /// The engine would go on writing to a file that nobody can find any more, and acknowledge it.
  func checkPlace() throws(StorageError) {
    guard SystemCalls.place(connection.path) == place else { throw PackagePlace.replaced(connection.path) }
  }

  /// Throws if there is no such page.
  func checkExists(_ id: PageID) throws(StorageError) {
    guard totals[id] != nil else { throw .missing("page \(id.name)") }
  }

  func closePage(_ id: PageID) throws(StorageError) {
    elementOrders[id] = nil
    if info.pages.first?.id == id || info.pages.first?.id != cover?.page { refreshCover() }
    try flushModified()
  }
}
