internal import CSQLite
internal import InkModel
internal import InkStorage
internal import InkTap

/// The statements of a save, run by the C interface alone on a database with the same tables, rows and
/// settings.
///
/// Nothing is found out between them: values are at hand, BLOBs ready, no checksum is computed. Unsafe
/// because that is the C interface; each result code is looked at.
@safe final class BareDatabase {
  private let handle: OpaquePointer
  private var begin: OpaquePointer?
  private var commit: OpaquePointer?
  private var insertion: OpaquePointer?
  private var update: OpaquePointer?
  private var elements: Int64 = 0

  /// Makes a database that holds a page, as the backend's does.
  init(_ page: Page, _ durability: Durability, at path: String) throws(CommandFailure) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let connection = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw Self.failure(code)
    }
    unsafe handle = connection
    try execute(SQLiteOptions.standardSettings(durability))
    try execute(
      "BEGIN;\(SQLiteSchema.creation);INSERT INTO pages VALUES(1, 0, 5953, 8419, 0, 0, 0, 0); COMMIT")
    unsafe begin = try prepare(.begin)
    unsafe commit = try prepare(.commit)
    unsafe insertion = try prepare(.insertElement)
    unsafe update = try prepare(.updatePage)
    try execute("BEGIN")
    for case .stroke(let stroke) in page.elements {
      elements += 1
      try insert(id: Int64(stroke.id.rawValue), ordinal: elements << 20, unsafe page.points(of: stroke).bytes)
    }
    try execute("COMMIT")
    try checkpoint()
  }

  deinit {
    unsafe sqlite3_finalize(begin)
    unsafe sqlite3_finalize(commit)
    unsafe sqlite3_finalize(insertion)
    unsafe sqlite3_finalize(update)
    unsafe sqlite3_close_v2(handle)
  }

  /// Puts one stroke at the end of the page, and returns how long that took.
  func save(id: Int64, _ samples: RawSpan) throws(CommandFailure) -> UInt64 {
    let start = Clock.nanoseconds()
    try unsafe step(begin)
    elements += 1
    try insert(id: id, ordinal: elements << 20, samples)
    try updatePage()
    try unsafe step(commit)
    return Clock.nanoseconds() - start
  }

  /// Moves the log into the database, as the backend does when its log is long.
  func checkpoint() throws(CommandFailure) {
    try check(unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil))
  }

  private func insert(id: Int64, ordinal: Int64, _ samples: RawSpan) throws(CommandFailure) {
    for (column, value) in [(1, id), (2, 1), (3, ordinal), (4, 0), (5, 0), (6, 0x1A1A_1AFF), (7, 10)]
      as [(Int32, Int64)]
    {
      try check(unsafe sqlite3_bind_int64(insertion, column, value))
    }
    // A checksum like any other: it takes up as many bytes.
    try check(unsafe sqlite3_bind_int64(insertion, 9, 0x7654_3210))
    // The samples are lent until the row is written.
    let code = unsafe samples.withUnsafeBytes { memory in
      unsafe sqlite3_bind_blob64(insertion, 10, memory.baseAddress, UInt64(memory.count), nil)
    }
    try check(code)
    try unsafe step(insertion)
  }

  private func updatePage() throws(CommandFailure) {
    for (column, value) in [(1, elements), (2, 0), (3, elements * 0x7654_3210), (4, 1)] as [(Int32, Int64)] {
      try check(unsafe sqlite3_bind_int64(update, column, value))
    }
    try unsafe step(update)
  }

  private func prepare(_ query: SQLiteQuery) throws(CommandFailure) -> OpaquePointer? {
    var prepared: OpaquePointer?
    try check(
      unsafe sqlite3_prepare_v3(
        handle, query.text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    return unsafe prepared
  }

  private func step(_ statement: OpaquePointer?) throws(CommandFailure) {
    let code = unsafe sqlite3_step(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw Self.failure(code) }
    unsafe sqlite3_reset(statement)
  }

  private func execute(_ sql: String) throws(CommandFailure) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  private func check(_ code: Int32) throws(CommandFailure) {
    guard code != SQLITE_OK else { return }
    throw Self.failure(code)
  }

  private static func failure(_ code: Int32) -> CommandFailure {
    CommandFailure(.diskFailed, unsafe "the bare database failed: \(String(cString: sqlite3_errstr(code)))")
  }
}
