import InkModel

@testable import InkStorage

/// Damage to a database, spelled in few bytes.
///
/// The first byte says with its lowest bit whether the checksums of rows, pages and the document are made to
/// fit afterwards. Then follow steps, each a byte with its kind in the two lowest bits:
///
///     0  patch    offset (UInt16), number of bytes n − 1 (0 to 15), n bytes: put into the file at the end
///     1  set      column of `columns`, row, value: the value of a row that is counted from 0
///     2  copy     row, id (Int64): an element's row once more, under another id
///     3  delete   table of `tables`, row
///
/// A value is a byte for its type (0 null, 1 Int8, 2 Int64, 3 text, 4 BLOB) and then its bytes, with a byte
/// for the length before texts and BLOBs. Steps that the engine refuses change nothing.
struct DatabaseDamage {
  private let mends: Bool
  private var steps: [Step] = []

  private enum Step {
    case patch(offset: Int, bytes: [UInt8])
    case set(column: Int, row: Int64, Value)
    case copy(row: Int64, id: Int64)
    case delete(table: Int, row: Int64)
  }

  private enum Value {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null
  }

  private static let tables = ["document", "pages", "elements", "assets"]
  private static let columns: [(table: String, column: String)] = [
    ("document", "id title modified page_count page_digest checksum cover_page cover cover_checksum"),
    ("pages", "id ordinal width height created element_count image_count element_digest"),
    ("elements", "id page ordinal kind tool colour width dx dy asset checksum content opaque"),
    ("assets", "id checksum bytes"),
  ].flatMap { table, names in names.split(separator: " ").map { (table, String($0)) } }

  static let seeds: [[UInt8]] = [
    [0, 0, 0x10, 0x20, 3, 1, 2, 3, 4], [1, 1, 22, 0, 1, 1], [1, 1, 28, 1, 4, 2, 7, 8],
    [1, 1, 1, 0, 3, 2, 0x41, 0x0A], [1, 2, 1, 9, 0, 0, 0, 0, 0, 0, 0], [0, 3, 2, 1], [1, 3, 2, 1],
    [1, 1, 12, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0], [1, 1, 19, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0x80],
  ]

  init(_ input: [UInt8]) {
    var rest = input[...]
    mends = rest.popFirst().map { $0 & 1 == 1 } ?? false
    while let step = Self.step(&rest) { steps.append(step) }
  }

  // MARK: - Carrying it out

  /// Changes rows through the engine.
  func change(_ path: String) throws(StorageError) {
    guard steps.contains(where: { if case .patch = $0 { false } else { true } }) else { return }
    let connection = try SQLiteConnection(path, .readWrite)
    for step in steps { try? carryOut(step, connection) }
    if mends { try mend(connection) }
    try connection.checkpoint(truncating: true)
    connection.close()
  }

  /// Changes bytes of the file.
  func patch(_ file: inout [UInt8]) {
    for case .patch(let offset, let bytes) in steps {
      for (index, byte) in bytes.enumerated() { file[(offset + index) % file.count] = byte }
    }
  }

  private func carryOut(_ step: Step, _ connection: SQLiteConnection) throws(StorageError) {
    switch step {
    case .patch: break
    case .set(let column, let row, let value):
      let (table, name) = Self.columns[column % Self.columns.count]
      let update = try connection.statement("UPDATE \(table) SET \(name) = ?1 WHERE \(Self.rowid(table))")
      defer { update.reset() }
      try update.bind(2, row)
      switch value {
      case .integer(let value): try update.bind(1, value)
      case .text(let text): try update.bind(1, text)
      case .null: break
      case .blob(let bytes):
        try unsafe update.bindBorrowed(1, bytes.rawSpan)
        _ = try update.step()
        extendLifetime(bytes)
        return
      }
      _ = try update.step()
    case .copy(let row, let id):
      try connection.statement(
        """
        INSERT INTO elements SELECT ?1, page, ordinal, kind, tool, colour, width, dx, dy, asset, checksum,
          content, opaque FROM elements WHERE \(Self.rowid("elements"))
        """
      ).run(id, row)
    case .delete(let table, let row):
      let name = Self.tables[table % Self.tables.count]
      // The first parameter stands for nothing.
      try connection.statement("DELETE FROM \(name) WHERE \(Self.rowid(name))").run(0, row)
    }
  }

  private static func rowid(_ table: String) -> String {
    "rowid = (SELECT rowid FROM \(table) ORDER BY rowid LIMIT 1 OFFSET ?2)"
  }
}

// MARK: - Spelling

extension DatabaseDamage {
  private static func step(_ rest: inout ArraySlice<UInt8>) -> Step? {
    guard let kind = rest.popFirst() else { return nil }
    switch kind & 3 {
    case 0:
      guard let offset = integer(&rest, byteCount: 2), let count = rest.popFirst() else { return nil }
      return take(&rest, Int(count & 15) + 1).map { .patch(offset: Int(offset), bytes: $0) }
    case 1:
      guard let column = rest.popFirst(), let row = rest.popFirst(), let value = value(&rest) else {
        return nil
      }
      return .set(column: Int(column), row: Int64(row), value)
    case 2:
      guard let row = rest.popFirst(), let id = integer(&rest, byteCount: 8) else { return nil }
      return .copy(row: Int64(row), id: id)
    default:
      guard let table = rest.popFirst(), let row = rest.popFirst() else { return nil }
      return .delete(table: Int(table), row: Int64(row))
    }
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> Value? {
    guard let type = rest.popFirst() else { return nil }
    switch type % 5 {
    case 0: return .null
    case 1: return rest.popFirst().map { .integer(Int64(Int8(bitPattern: $0))) }
    case 2: return integer(&rest, byteCount: 8).map { .integer($0) }
    default:
      guard let count = rest.popFirst(), let bytes = take(&rest, Int(count)) else { return nil }
      return type % 5 == 3 ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(bytes)
    }
  }

  private static func integer(_ rest: inout ArraySlice<UInt8>, byteCount: Int) -> Int64? {
    take(&rest, byteCount)?.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }
}

// MARK: - Checksums

extension DatabaseDamage {
  /// Makes every checksum, count and digest fit the rows as they are.
  private func mend(_ connection: SQLiteConnection) throws(StorageError) {
    var totals: [Int64: PageTotals] = [:]
    for (row, sum) in try elementChecksums(connection) {
      try connection.statement("UPDATE elements SET checksum = ? WHERE id = ?").run(Int64(sum), row.id)
      totals[row.page, default: PageTotals()].add(kind: row.kind, checksum: sum)
    }
    for (page, total) in totals {
      try connection.statement(
        "UPDATE pages SET element_count = ?, image_count = ?, element_digest = ? WHERE id = ?"
      ).run(total.elements, total.images, total.digest, page)
    }
    let (count, digest) = try listDigest(connection)
    let row = try connection.statement("SELECT id, title, modified FROM document")
    guard try row.step() else { return }
    let document = DocumentRow(
      id: DocumentID(rawValue: row.id(0)), title: row.text(1), modifiedMilliseconds: row.id(2),
      pageCount: count, pageDigest: digest)
    row.reset()
    try document.write(connection)
  }

  private func elementChecksums(
    _ connection: SQLiteConnection
  ) throws(StorageError) -> [(ElementRow, UInt32)] {
    let rows = try connection.statement("SELECT \(OpenSQLiteDocument.elementColumns) FROM elements")
    defer { rows.reset() }
    var sums: [(ElementRow, UInt32)] = []
    while try rows.step() {
      let content = try rows.withBlob(11) { bytes in (checksum(bytes), Int64(bytes.byteCount)) }
      let opaque = try rows.withBlob(12) { bytes in
        (checksum(bytes, from: content.0), Int64(bytes.byteCount))
      }
      let row = ElementRow(rows, contentByteCount: content.1, opaqueByteCount: opaque.1)
      sums.append((row, opaque.0 &+ row.checksum))
    }
    return sums
  }

  private func listDigest(_ connection: SQLiteConnection) throws(StorageError) -> (Int, Int64) {
    let pages = try connection.statement("SELECT id, ordinal, width, height, created FROM pages")
    defer { pages.reset() }
    var count = 0
    var digest: Int64 = 0
    while try pages.step() {
      count += 1
      digest &+= Int64(
        checksum(
          integers: pages.integer(0), pages.integer(1), pages.integer(2), pages.integer(3), pages.integer(4)))
    }
    return (count, digest)
  }
}
