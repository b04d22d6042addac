internal import InkModel
internal import InkStorage

/// Bug 16: recovery appends the journal to the snapshot and then empties it; where it ends in between, the
/// next one does so again.
///
/// Snapshot and journal of a page are both rows of elements, sealed one by one. A save appends what is new,
/// and pages only grow. Closing leaves the journal to the next opening, so that recovery alone moves it.
final class NonIdempotentRecovery<Form: ToyForm>: ToyStore {
  /// How many elements of a page are stored.
  private var storedCounts: [PageID: Int] = [:]

  override func makePage(_ page: borrowing Page) throws(StorageError) {
    var rows: [UInt8] = []
    for index in page.elements.indices { rows += row(page, index) }
    try Posix.replace(pagePath(page.id), with: rows)
  }

  override func storePage(_ page: borrowing Page) throws(StorageError) {
    let path = journalPath(page.id)
    var rows: [UInt8] = []
    for index in page.elements.indices.dropFirst(storedCounts[page.id] ?? 0) { rows += row(page, index) }
    let isNew = !Posix.exists(path)
    let journal = try PosixFile(path, .update)
    try journal.write(rows, at: Self.rows(in: try journal.read()).byteCount)
    try journal.syncData()
    if isNew { try Posix.syncDirectory(pagesPath) }
    storedCounts[page.id] = page.elements.count
  }

  override func readPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    guard let snapshot = try Posix.read(pagePath(id)) else { throw .missing("file of page \(id.name)") }
    let journal = try Posix.read(journalPath(id)) ?? []
    for row in Self.rows(in: snapshot).rows + Self.rows(in: journal).rows {
      var element = Page(id: id)
      try environment.codec.read(row, from: pagePath(id), into: &element)
      for index in element.elements.indices { page.append(element.elements[index], from: element.arena) }
    }
    storedCounts[id] = page.elements.count
  }

  override func recover(_ pages: [PageInfo]) throws(StorageError) {
    for page in pages {
      guard let journal = try Posix.read(journalPath(page.id)), !journal.isEmpty else { continue }
      let snapshot = try PosixFile(pagePath(page.id), .update)
      let (known, end) = Self.rows(in: try snapshot.read())
      if end < (try snapshot.size()) { try snapshot.truncate(to: end) }
      var moved: [UInt8] = []
      for row in Self.rows(in: journal).rows {
        if Form.isCorrected, known.contains(row) { continue }
        moved += row.sealed
      }
      try snapshot.write(moved, at: end)
      try snapshot.sync()
      let emptied = try PosixFile(journalPath(page.id), .update)
      try emptied.truncate(to: 0)
      try emptied.sync()
    }
  }

  /// An element by itself, sealed.
  private func row(_ page: borrowing Page, _ index: Int) -> [UInt8] {
    var single = Page(id: page.id)
    single.append(page.elements[index], from: page.arena)
    return environment.codec.bytes(of: single).sealed
  }

  /// The rows of a file up to the first that is not whole, and where they end.
  private static func rows(in file: [UInt8]) -> (rows: [[UInt8]], byteCount: Int) {
    var rows: [[UInt8]] = []
    var place = 0
    while let row = Array(file.dropFirst(place)).unsealed, !row.isEmpty {
      rows.append(row)
      place += row.sealed.count
    }
    return (rows, place)
  }
}
