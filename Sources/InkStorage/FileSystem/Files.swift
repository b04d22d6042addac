internal import InkModel

/// Whole files and directories, written with exactly the syncs that a durability class needs.
///
/// A file changes in one step: its new bytes go to a temporary file beside it, which is then renamed. Before
/// the rename a class that survives power cuts syncs the bytes, or the name could arrive without them; after
/// it, the directory is synced where the caller needs the *new* version rather than either one.
enum Files {
  /// The ending of a file that is not yet what it will be; such files may be deleted at any time.
  static let temporarySuffix = ".tmp"

  /// Puts new bytes in the place of a file, or makes it.
  ///
  /// On a failure the old file is as it was, and the temporary one is gone if the disk lets it go.
  static func replace(_ path: String, with bytes: RawSpan, syncing: Bool) throws(StorageError) {
    let temporary = path + temporarySuffix
    do {
      var file = try File(temporary, .replace)
      try file.write(bytes, at: 0)
      if syncing { try file.sync() }
      try file.close()
      try SystemCalls.rename(temporary, to: path)
    } catch {
      // The failure that counts is the first one; what remains is an orphan that the next closing removes.
      try? SystemCalls.remove(temporary)
      throw error
    }
  }

  /// Forces the names in a directory to the disk.
  static func syncDirectory(_ path: String) throws(StorageError) {
    var directory = try File(path, .directory)
    try directory.sync()
    try directory.close()
  }

  /// The bytes of a file; nil if there is none.
  static func read(_ path: String) throws(StorageError) -> [UInt8]? {
    guard let file = try existing(path) else { return nil }
    let count = file.openedSize
    var failure: StorageError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, initialized in
      guard let start = memory.baseAddress else { return }
      do throws(StorageError) {
        try unsafe file.read(count, into: start, at: 0)
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Opens a file for reading; nil if there is none.
  private static func existing(_ path: String) throws(StorageError) -> File? {
    do throws(StorageError) { return try File(path, .read) } catch {
      if case .system(_, _, let code) = error, SystemCalls.isNothing(code) { return nil }
      throw error
    }
  }

  /// The directory that a path's last name lies in.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Copies a file to a place where there is none.
  static func copy(_ source: String, to target: String, syncing: Bool) throws(StorageError) {
    let input = try File(source, .read)
    var output = try File(target, .replace)
    let size = input.openedSize
    var buffer = ByteBuffer(capacity: min(size, copyPieceBytes))
    var done = 0
    while done < size {
      buffer.removeAll()
      let count = min(size - done, copyPieceBytes)
      try input.read(count, at: done, appendingTo: &buffer)
      try output.write(buffer.bytes, at: done)
      done += count
    }
    if syncing { try output.sync() }
    try output.close()
  }

  /// Removes a directory and everything below it, as far as the disk lets it go.
  static func removeTree(_ path: String) {
    guard let names = try? SystemCalls.names(inDirectory: path) else { return }
    for name in names {
      let child = path + "/" + name
      do { try SystemCalls.remove(child) } catch { removeTree(child) }
    }
    try? SystemCalls.removeDirectory(path)
  }

  /// Large enough that calls don't show, small enough to stay in the cache.
  private static let copyPieceBytes = 1 << 20
}
