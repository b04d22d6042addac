internal import CSQLite
internal import InkModel
internal import InkStorage

/// A connection to a toy's database; each result code is looked at.
///
/// Unsafe because that is the C interface. Released without `close()` it leaves everything as the end of the
/// process would.
@safe final class ToyDatabase {
  private let handle: OpaquePointer
  private let path: String

  init(_ path: String, isPowerSafe: Bool) throws(StorageError) {
    self.path = path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
    let code = unsafe sqlite3_open_v2("file:\(path)?psow=\(isPowerSafe ? 1 : 0)", &opened, flags, nil)
    guard code == SQLITE_OK, let connection = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw .engine(name: "sqlite", code: code, message: unsafe String(cString: sqlite3_errstr(code)))
    }
    unsafe handle = connection
    unsafe _ = inkbench_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Lets the release that follows checkpoint, and remove what lies beside the database.
  func close() { unsafe _ = inkbench_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0) }

  func execute(_ sql: String) throws(StorageError) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs a statement with integers and at most one BLOB, which comes last, for its parameters.
  func run(_ sql: String, _ values: [Int64], _ bytes: [UInt8]? = nil) throws(StorageError) {
    try unsafe rows(sql, values, bytes) { _ in }
  }

  /// The integers of each row that a statement gives, by column.
  func integers(_ sql: String, columns: Int32) throws(StorageError) -> [[Int64]] {
    var rows: [[Int64]] = []
    try unsafe self.rows(sql, []) { statement in
      rows.append((0..<columns).map { unsafe sqlite3_column_int64(statement, $0) })
    }
    return rows
  }

  /// The BLOB or text that a statement gives in its first row; nil if there is none.
  func bytes(_ sql: String, _ values: [Int64]) throws(StorageError) -> [UInt8]? {
    var found: [UInt8]?
    try unsafe rows(sql, values) { statement in
      let count = unsafe Int(sqlite3_column_bytes(statement, 0))
      let start = unsafe sqlite3_column_blob(statement, 0)
      found = unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
    return found
  }

  @unsafe private func rows(
    _ sql: String, _ values: [Int64], _ bytes: [UInt8]? = nil, _ body: (OpaquePointer?) -> Void
  ) throws(StorageError) {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { unsafe sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      try check(unsafe sqlite3_bind_int64(statement, Int32(index + 1), value))
    }
    if let bytes {
      // SQLITE_TRANSIENT: the engine makes its own copy.
      let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      try check(
        unsafe sqlite3_bind_blob(statement, Int32(values.count + 1), bytes, Int32(bytes.count), copied))
    }
    var code = unsafe sqlite3_step(statement)
    while code == SQLITE_ROW {
      unsafe body(statement)
      code = unsafe sqlite3_step(statement)
    }
    if code != SQLITE_DONE { try check(code) }
  }

  private func check(_ code: Int32) throws(StorageError) {
    guard code != SQLITE_OK else { return }
    let message = unsafe String(cString: sqlite3_errmsg(handle))
    switch code & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB: throw .damaged(path: path, reason: message)
    default: throw .engine(name: "sqlite", code: code, message: message)
    }
  }
}
