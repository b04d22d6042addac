internal import CSQLite

/// A connection to one database file, used by one thread.
///
/// Releasing it without `close()` stands for the end of the process: nothing is checkpointed and the
/// write-ahead log stays as it is.
@safe final class SQLiteConnection {
  let path: String
  private let handle: OpaquePointer
  /// The statements of a save, by their number.
  private var queries = [SQLiteStatement?](repeating: nil, count: SQLiteQuery.allCases.count)
  /// All others, by their text.
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
    // Where it may not write, or lacks descriptors at this moment, the engine opens for reading and says
    // nothing.
    if case .readOnly = mode {
    } else if unsafe sqlite3_db_readonly(connection, "main") == 1 {
      unsafe sqlite3_close_v2(connection)
      throw Self.failure(code: SQLITE_READONLY, message: "it can be opened for reading only", path: path)
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
    for statement in queries { statement?.finalize() }
    statements.removeAll()
    queries.removeAll()
    unsafe sqlite3_close_v2(handle)
  }

  private func setCheckpointOnClose(_ on: Bool) {
    unsafe _ = inkbench_sqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on ? 0 : 1)
  }

  /// Makes the settings of a connection that writes, and on demand watches the log's length.
  ///
  /// Automatic checkpoints are a watcher too, and there is room for one.
  func configure(_ settings: String, watchesLog: Bool) throws(StorageError) {
    try execute(settings)
    guard watchesLog else { return }
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
    let statement = try prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// One of the statements of a save, prepared once and kept.
  func statement(_ query: SQLiteQuery) throws(StorageError) -> SQLiteStatement {
    if let known = queries[query.rawValue] { return known }
    let statement = try prepare(query.text)
    queries[query.rawValue] = statement
    return statement
  }

  private func prepare(_ sql: String) throws(StorageError) -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    // Our statements are right, so tables that they don't fit are not what we made.
    guard code & 0xFF != SQLITE_ERROR else {
      throw .damaged(path: path, reason: unsafe String(cString: sqlite3_errmsg(handle)))
    }
    try check(code)
    guard let pointer = unsafe prepared else { throw .misuse("an SQL text without a statement") }
    return unsafe SQLiteStatement(pointer, connection: self)
  }

  /// The integer that a statement gives in its first row; nil if there is no row.
  func integer(_ sql: String) throws(StorageError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  /// Runs a body within a transaction, which is rolled back if the body or the commit fails.
  func transaction(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    try run(.begin)
    do throws(StorageError) {
      try body()
      try run(.commit)
    } catch {
      // SQLite has rolled back by itself after some failures, and then this one changes nothing.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func run(_ query: SQLiteQuery) throws(StorageError) {
    let statement = try statement(query)
    defer { statement.rewind() }
    _ = try statement.step()
  }

  /// Copies the database page by page to a file that does not exist yet, through SQLite's backup API.
  func backUp(to target: String) throws(StorageError) {
    let copy = try SQLiteConnection(target, .create)
    // Syncing is the caller's business, when the copy is complete.
    try copy.execute("PRAGMA synchronous = OFF")
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      try copy.check(unsafe sqlite3_errcode(copy.handle))
      return
    }
    let code = unsafe sqlite3_backup_step(backup, -1)
    unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw Self.failure(code: code, message: unsafe String(cString: sqlite3_errstr(code)), path: target)
    }
    copy.close()
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

  /// Moves the write-ahead log into the database, removes its file, and has the engine make another.
  ///
  /// It can be asked for again after a failure, whatever the failure has left of the log.
  func remakeLog() throws(StorageError) {
    try checkpoint(truncating: true)
    // Without its checkpoint the log would stay where it is when its mode is left.
    setCheckpointOnClose(true)
    defer { setCheckpointOnClose(false) }
    try execute("PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL")
    // The file comes with the first transaction.
    try transaction { () throws(StorageError) in }
    guard SystemCalls.exists(path + "-wal") else {
      throw Self.failure(code: SQLITE_CANTOPEN, message: "its write-ahead log can't be made anew", path: path)
    }
  }

  /// Throws what a result code stands for, unless it is success.
  func check(_ code: Int32) throws(StorageError) {
    guard code != SQLITE_OK else { return }
    // Where its shared memory can't grow, the engine's code alone does not tell a full disk.
    let isFull =
      code & 0xFF == SQLITE_IOERR && SystemCalls.isDiskFull(unsafe sqlite3_system_errno(handle))
    let code = isFull ? SQLITE_FULL : code
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
