internal import InkModel

/// An open file, closed when its owner lets go of it.
@safe struct File: ~Copyable {
  let path: String
  private let descriptor: Int32
  /// What it was when it was opened; nil for a directory.
  private let opened: FileStatus?
  private var isOpen = true

  init(_ path: String, _ access: SystemCalls.Access) throws(StorageError) {
    self.path = path
    (descriptor, opened) = try SystemCalls.open(path, access)
  }

  /// Closes without a word: whoever cares about the result calls `close()`.
  deinit { if isOpen { try? SystemCalls.close(descriptor, path: path) } }

  /// Closes the file and says whether a deferred write failed.
  mutating func close() throws(StorageError) {
    guard isOpen else { return }
    isOpen = false
    try SystemCalls.close(descriptor, path: path)
  }

  /// How long it was when it was opened; 0 for a directory.
  var openedSize: Int { opened?.size ?? 0 }

  /// Which file it is, whatever its path leads to by now; nil for a directory.
  var identity: FileIdentity? { opened?.identity }

  /// What a name in this directory leads to, without following a link.
  func place(of name: String) -> SystemCalls.Place { SystemCalls.place(name, in: descriptor) }

  /// When the file or its names were last changed; nil if the system does not say.
  func stamp() -> FileStamp? { SystemCalls.stamp(of: descriptor) }

  func write(_ bytes: RawSpan, at offset: Int) throws(StorageError) {
    try SystemCalls.write(bytes, to: descriptor, at: offset, path: path)
  }

  /// Reads exactly so many bytes into memory of the caller's, which must have that room.
  @unsafe func read(
    _ count: Int, into memory: UnsafeMutableRawPointer, at offset: Int
  ) throws(StorageError) {
    try unsafe SystemCalls.read(count, into: memory, from: descriptor, at: offset, path: path)
  }

  /// Appends exactly so many bytes of the file to a buffer.
  func read(_ count: Int, at offset: Int, appendingTo buffer: inout ByteBuffer) throws(StorageError) {
    var failure: StorageError?
    unsafe buffer.appendUnsafely(upTo: count) { memory in
      do throws(StorageError) {
        try unsafe read(count, into: memory, at: offset)
        return count
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
  }

  /// Asks for room behind the end of the file, whose size stays as it is.
  func reserve(from offset: Int, byteCount: Int) {
    SystemCalls.reserve(descriptor, from: offset, byteCount: byteCount)
  }

  func sync() throws(StorageError) { try SystemCalls.sync(descriptor, path: path) }

  func syncData() throws(StorageError) { try SystemCalls.syncData(descriptor, path: path) }

  func truncate(to size: Int) throws(StorageError) {
    try SystemCalls.truncate(descriptor, to: size, path: path)
  }

  /// Takes the exclusive lock, or throws `StorageError.locked`.
  func lock() throws(StorageError) { try SystemCalls.lock(descriptor, path: path) }
}
