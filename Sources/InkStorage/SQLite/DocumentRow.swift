internal import InkModel

/// The one row of table `document`.
struct DocumentRow {
  var id: DocumentID
  var title: String
  var modifiedMilliseconds: UInt64
  var pageCount: Int
  /// The sum of the checksums of the list of pages.
  var pageDigest: Int64
  /// A cache: a cover that does not fit its checksum counts as none.
  var cover: Cover?

  private var checksum: Int64 {
    Int64(
      InkStorage.checksum(
        integers: Int64(bitPattern: id.rawValue), Int64(bitPattern: modifiedMilliseconds), Int64(pageCount),
        pageDigest, then: title))
  }

  /// Reads the row, or says that it can't be trusted.
  static func read(_ connection: SQLiteConnection) throws(StorageError) -> DocumentRow {
    let row = try connection.statement(
      """
      SELECT id, title, modified, page_count, page_digest, checksum, cover_page, cover, cover_checksum
      FROM document
      """)
    defer { row.reset() }
    guard try row.step() else { throw .damaged(path: connection.path, reason: "it has no document") }
    var document = DocumentRow(
      id: DocumentID(rawValue: row.id(0)), title: row.text(1), modifiedMilliseconds: row.id(2),
      pageCount: Int(row.integer(3)), pageDigest: row.integer(4))
    guard row.integer(5) == document.checksum else {
      throw .damaged(path: connection.path, reason: "its description does not fit its checksum")
    }
    if !row.isNull(7) {
      let cover = Cover(
        page: PageID(rawValue: row.id(6)),
        picture: try row.withBlob(7) { bytes in [UInt8](copying: bytes) })
      if row.integer(8) == Int64(cover.checksum) { document.cover = cover }
    }
    guard try !row.step() else { throw .damaged(path: connection.path, reason: "it has two documents") }
    return document
  }

  /// Puts the row in the place of what is there.
  func write(_ connection: SQLiteConnection) throws(StorageError) {
    let row = try connection.statement(
      """
      INSERT OR REPLACE INTO document(
        id, title, modified, page_count, page_digest, checksum, cover_page, cover, cover_checksum)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    defer { row.reset() }
    try row.bind(1, id: id.rawValue)
    try row.bind(2, title)
    try row.bind(3, id: modifiedMilliseconds)
    try row.bind(4, Int64(pageCount))
    try row.bind(5, pageDigest)
    try row.bind(6, checksum)
    guard let cover else {
      _ = try row.step()
      return
    }
    try row.bind(7, id: cover.page.rawValue)
    try row.bind(9, Int64(cover.checksum))
    // The picture is borrowed until the row is written.
    try unsafe row.bindBorrowed(8, cover.picture.rawSpan)
    _ = try row.step()
    extendLifetime(cover.picture)
  }
}

/// The picture that stands on the shelf for a document.
struct Cover: Equatable {
  var page: PageID
  /// A JPEG file.
  var picture: [UInt8]

  var checksum: UInt32 {
    InkStorage.checksum(
      integers: Int64(bitPattern: page.rawValue), from: InkStorage.checksum(picture.rawSpan))
  }
}
