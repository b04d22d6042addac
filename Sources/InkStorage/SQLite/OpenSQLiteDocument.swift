internal import InkModel

/// The document that a database holds, and what is known of it while it is open.
final class OpenSQLiteDocument {
  let connection: SQLiteConnection
  private(set) var info: DocumentInfo
  /// The pages' order keys, in the order of `info.pages`.
  private var pageOrder = KeyedOrder<PageID>()
  /// The order of the elements of each open page.
  var elementOrders: [PageID: KeyedOrder<ElementID>] = [:]
  /// Pages that could not be trusted when they were read; they are never written.
  var damaged: Set<PageID> = []
  private var modifiedMilliseconds: UInt64 = 0
  /// Whether the document's row has an older time of change.
  private var isModifiedStale = false

  /// Takes up a document that is about to be created.
  init(_ connection: SQLiteConnection, _ info: DocumentInfo) {
    self.connection = connection
    self.info = info
    pageOrder = KeyedOrder(ids: info.pages.map(\.id), keys: OrderKeys.fresh(count: info.pages.count))
  }

  /// Reads a document's row and its list of pages.
  init(_ connection: SQLiteConnection) throws(StorageError) {
    self.connection = connection
    info = DocumentInfo(id: DocumentID(rawValue: 0), title: "")
    let row = try connection.statement("SELECT id, title, modified FROM document")
    defer { row.reset() }
    guard try row.step() else { throw .damaged(path: connection.path, reason: "it has no document") }
    info.id = DocumentID(rawValue: UInt64(bitPattern: row.integer(0)))
    info.title = row.text(1)
    modifiedMilliseconds = UInt64(bitPattern: row.integer(2))
    let pages = try connection.statement(
      "SELECT id, ordinal, width, height, created FROM pages ORDER BY ordinal")
    defer { pages.reset() }
    while try pages.step() {
      guard let width = Int32(exactly: pages.integer(2)), let height = Int32(exactly: pages.integer(3)) else {
        throw .damaged(path: connection.path, reason: "a page's size is out of range")
      }
      let page = PageInfo(
        id: PageID(rawValue: UInt64(bitPattern: pages.integer(0))),
        canvas: Canvas(width: width, height: height),
        createdMilliseconds: UInt64(bitPattern: pages.integer(4)))
      info.pages.append(page)
      pageOrder.insert(page.id, key: pages.integer(1), at: pageOrder.ids.count)
    }
  }

  /// Refuses a database of an unknown version, or one that was never finished.
  static func checkVersion(_ connection: SQLiteConnection) throws(StorageError) {
    let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
    guard version != 0 else { throw .missing("finished document in '\(connection.path)'") }
    guard version == SQLiteSchema.version else {
      throw .unsupportedVersion(
        path: connection.path, found: version, newestKnown: SQLiteSchema.version)
    }
  }

  var libraryEntry: LibraryEntry {
    LibraryEntry(
      id: info.id, title: info.title, pageCount: info.pages.count, modifiedMilliseconds: modifiedMilliseconds)
  }

  func insertDocumentRow() throws(StorageError) {
    let row = try connection.statement("INSERT INTO document(id, title, modified) VALUES(?, ?, 0)")
    try row.bind(1, Int64(bitPattern: info.id.rawValue))
    try row.bind(2, info.title)
    defer { row.reset() }
    _ = try row.step()
    for (page, key) in zip(info.pages, pageOrder.keys) { try insertRow(of: page, key: key) }
  }

  /// Notes a save; the row follows when the page is left, so that a save does not write one more page.
  func noteModified(_ milliseconds: UInt64) {
    modifiedMilliseconds = max(modifiedMilliseconds, milliseconds)
    isModifiedStale = true
  }

  func flushModified() throws(StorageError) {
    guard isModifiedStale else { return }
    try connection.statement("UPDATE document SET modified = ?").run(Int64(bitPattern: modifiedMilliseconds))
    isModifiedStale = false
  }

  /// Throws if there is no such page.
  func checkExists(_ id: PageID) throws(StorageError) {
    guard pageOrder.index(of: id) != nil else { throw .missing("page \(id.name)") }
  }

  func closePage(_ id: PageID) throws(StorageError) {
    elementOrders[id] = nil
    try flushModified()
  }
}

// MARK: - The list of pages

extension OpenSQLiteDocument {
  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    guard pageOrder.index(of: page.id) == nil else {
      throw .misuse("page \(page.id.name) is in the document already")
    }
    guard index >= 0, index <= info.pages.count else {
      throw .misuse("page \(page.id.name) can't be added at place \(index) of \(info.pages.count)")
    }
    var order = pageOrder
    try connection.transaction { () throws(StorageError) in
      let key = try self.key(at: index, &order)
      try self.insertRow(of: page, key: key)
      order.insert(page.id, key: key, at: index)
    }
    info.pages.insert(page, at: index)
    pageOrder = order
  }

  func deletePage(_ id: PageID) throws(StorageError) {
    guard let index = pageOrder.index(of: id) else { throw .missing("page \(id.name)") }
    try connection.transaction { () throws(StorageError) in
      try self.connection.statement("DELETE FROM elements WHERE page = ?").run(Int64(bitPattern: id.rawValue))
      try self.connection.statement("DELETE FROM pages WHERE id = ?").run(Int64(bitPattern: id.rawValue))
    }
    info.pages.remove(at: index)
    pageOrder.remove(at: index)
    elementOrders[id] = nil
  }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    guard let old = pageOrder.index(of: id) else { throw .missing("page \(id.name)") }
    guard info.pages.indices.contains(index) else {
      throw .misuse("page \(id.name) can't move to place \(index) of \(info.pages.count)")
    }
    var order = pageOrder
    try connection.transaction { () throws(StorageError) in
      order.remove(at: old)
      let key = try self.key(at: index, &order)
      try self.setKey(key, of: id)
      order.insert(id, key: key, at: index)
    }
    pageOrder = order
    info.pages.insert(info.pages.remove(at: old), at: index)
  }

  /// A key for a page at a place, after numbering all pages anew if there is no room.
  private func key(at index: Int, _ order: inout KeyedOrder<PageID>) throws(StorageError) -> Int64 {
    if let key = order.keysForInsertion(at: index, count: 1)?.first { return key }
    order.keys = OrderKeys.fresh(count: order.ids.count)
    for (id, key) in zip(order.ids, order.keys) { try setKey(key, of: id) }
    guard let key = order.keysForInsertion(at: index, count: 1)?.first else {
      throw .misuse("the document has too many pages")
    }
    return key
  }

  private func setKey(_ key: Int64, of id: PageID) throws(StorageError) {
    try connection.statement("UPDATE pages SET ordinal = ? WHERE id = ?").run(
      key, Int64(bitPattern: id.rawValue))
  }

  private func insertRow(of page: PageInfo, key: Int64) throws(StorageError) {
    try connection.statement("INSERT INTO pages(id, ordinal, width, height, created) VALUES(?, ?, ?, ?, ?)")
      .run(
        Int64(bitPattern: page.id.rawValue), key, Int64(page.canvas.width), Int64(page.canvas.height),
        Int64(bitPattern: page.createdMilliseconds))
  }
}
