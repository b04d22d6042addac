internal import CSQLite

/// A connection to one database file, used by one thread.
///
/// Releasing it without `close()` stands for the end of the process: nothing is checkpointed and the
/// write-ahead log stays as it is.
@safe final class SQLiteConnection {
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  private var isOpen = true
  /// Pages in the write-ahead log after the last commit; the log's hook writes it.
  private let logPageCount: UnsafeMutablePointer<Int32>

  /// How a database is opened.
  enum Mode {
    case create, readWrite
    /// For reading; `isImmutable` promises that nobody writes the file and that it has no log.
    case readOnly(isImmutable: Bool)
  }

  init(_ path: String, _ mode: Mode) throws(StorageError) {
    self.path = path
    var name = path
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .readOnly(let isImmutable):
      flags |= SQLITE_OPEN_READONLY
      if isImmutable {
        flags |= SQLITE_OPEN_URI
        name = "file:" + Self.percentEncoded(path) + "?immutable=1"
      }
    }
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let connection = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw Self.failure(code: code, message: unsafe String(cString: sqlite3_errstr(code)), path: path)
    }
    unsafe handle = connection
    unsafe logPageCount = .allocate(capacity: 1)
    unsafe logPageCount.initialize(to: 0)
    setCheckpointOnClose(false)
  }

  deinit {
    if isOpen { release() }
    unsafe logPageCount.deallocate()
  }

  /// Closes the database and removes its empty log; it must have been checkpointed.
  func close() {
    setCheckpointOnClose(true)
    isOpen = false
    release()
  }

  private func release() {
    for statement in statements.values { statement.finalize() }
    statements.removeAll()
    unsafe sqlite3_close_v2(handle)
  }

  private func setCheckpointOnClose(_ on: Bool) {
    unsafe _ = inkbench_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on ? 0 : 1)
  }

  /// Makes the settings of a connection that writes, and begins to watch the log's length.
  func configure(_ settings: String) throws(StorageError) {
    try execute(settings)
    // After the settings: turning automatic checkpoints off takes away the hook that was there.
    unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        unsafe context?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, logPageCount)
  }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(StorageError) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// The prepared statement of a text, prepared once and kept.
  func statement(_ sql: String) throws(StorageError) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    try check(
      unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let pointer = unsafe prepared else { throw .misuse("an SQL text without a statement") }
    let statement = unsafe SQLiteStatement(pointer, connection: self)
    statements[sql] = statement
    return statement
  }

  /// The integer that a statement gives in its first row; nil if there is no row.
  func integer(_ sql: String) throws(StorageError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// Runs a body within a transaction, which is rolled back if the body or the commit fails.
  func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    try run("BEGIN IMMEDIATE")
    do throws(StorageError) {
      try body()
      try run("COMMIT")
    } catch {
      // SQLite has rolled back by itself after some failures, and then this one changes nothing.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func run(_ sql: String) throws(StorageError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    _ = try statement.step()
  }

  /// Pages in the write-ahead log that a checkpoint has not yet moved.
  var pagesInLog: Int { unsafe Int(logPageCount.pointee) }

  /// Moves the write-ahead log into the database; `truncating` also empties its file.
  func checkpoint(truncating: Bool) throws(StorageError) {
    var inLog: Int32 = 0
    var moved: Int32 = 0
    try check(
      unsafe sqlite3_wal_checkpoint_v2(
        handle, nil, truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE, &inLog, &moved))
    if inLog == moved { unsafe logPageCount.pointee = 0 }
  }

  /// Throws what a result code stands for, unless it is success.
  func check(_ code: Int32) throws(StorageError) {
    guard code != SQLITE_OK else { return }
    throw Self.failure(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)), path: path)
  }

  private static func failure(code: Int32, message: String, path: String) -> StorageError {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .locked(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(path: path, reason: message)
    default: .engine(name: "sqlite", code: code, message: "\(message), in '\(path)'")
    }
  }

  /// A path as part of a URI; everything but letters, digits and a few marks is escaped.
  private static func percentEncoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }
}
