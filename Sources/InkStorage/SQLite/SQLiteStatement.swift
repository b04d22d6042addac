internal import CSQLite
internal import InkModel

/// A prepared statement, used again and again; parameters count from 1, columns from 0.
@safe final class SQLiteStatement {
  private var handle: OpaquePointer?
  private unowned let connection: SQLiteConnection

  @unsafe init(_ handle: OpaquePointer, connection: SQLiteConnection) {
    unsafe self.handle = handle
    self.connection = connection
  }

  /// Releases the statement, before its connection is closed.
  func finalize() {
    unsafe sqlite3_finalize(handle)
    unsafe handle = nil
  }

  /// Ends a run and forgets its parameters.
  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
  }

  /// Ends a run of a statement that has no parameters.
  func rewind() { unsafe sqlite3_reset(handle) }

  /// Goes to the next row; false at the end.
  func step() throws(StorageError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code != SQLITE_ROW, code != SQLITE_DONE { try connection.check(code) }
    return code == SQLITE_ROW
  }

  /// Runs a statement that gives no rows, with integers for its parameters.
  func run(_ values: Int64...) throws(StorageError) {
    defer { reset() }
    for (index, value) in values.enumerated() { try bind(Int32(index + 1), value) }
    _ = try step()
  }

  func bind(_ index: Int32, _ value: Int64) throws(StorageError) {
    let code = unsafe sqlite3_bind_int64(handle, index, value)
    if code != SQLITE_OK { try connection.check(code) }
  }

  /// Binds the pattern of an id, which may be a negative number to the engine.
  func bind(_ index: Int32, id: UInt64) throws(StorageError) { try bind(index, Int64(bitPattern: id)) }

  func bind(_ index: Int32, _ text: String) throws(StorageError) {
    // SQLITE_TRANSIENT: the engine makes its own copy.
    let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    // Its length is given, because a text may hold a zero byte.
    try connection.check(
      unsafe sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), copied))
  }

  /// Gives the engine bytes without a copy; they must stay where they are until `reset()`.
  @unsafe func bindBorrowed(_ index: Int32, _ bytes: RawSpan) throws(StorageError) {
    let code = unsafe bytes.withUnsafeBytes { memory in
      // No bytes are a blob of length zero, and not null.
      guard let start = memory.baseAddress, unsafe !memory.isEmpty else {
        return unsafe sqlite3_bind_zeroblob(handle, index, 0)
      }
      return unsafe sqlite3_bind_blob64(handle, index, start, UInt64(memory.count), nil)
    }
    if code != SQLITE_OK { try connection.check(code) }
  }

  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  /// An integer as the pattern of an id.
  func id(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }

  func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    guard let characters = unsafe sqlite3_column_text(handle, column) else { return "" }
    let bytes = unsafe UnsafeBufferPointer(
      start: characters, count: Int(sqlite3_column_bytes(handle, column)))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Lets a closure look at a blob, which is empty where the column is null.
  func withBlob<Result>(
    _ column: Int32, _ body: (RawSpan) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    let memory = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    return try body(unsafe memory.bytes)
  }
}
