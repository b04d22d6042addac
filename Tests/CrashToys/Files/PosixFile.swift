internal import Glibc
internal import InkStorage

/// An open file whose calls either do what they are asked or throw, closed when its owner lets go of it.
///
/// Unsafe where C takes pointers: each buffer outlives its call, and each string is a terminated copy.
@safe struct PosixFile: ~Copyable {
  enum Access {
    /// For reading; the file must exist.
    case read
    /// For writing, made or emptied first.
    case replace
    /// For reading and writing in place, made if it is not there.
    case update
    /// A directory, to sync it.
    case directory
  }

  let path: String
  private let descriptor: Int32

  init(_ path: String, _ access: Access) throws(StorageError) {
    let flags =
      switch access {
      case .read: O_RDONLY
      case .replace: O_WRONLY | O_CREAT | O_TRUNC
      case .update: O_RDWR | O_CREAT
      case .directory: O_RDONLY | O_DIRECTORY
      }
    self.path = path
    let mode: mode_t = 0o644
    descriptor = try Int32(Posix.check("open", path, unsafe Int(open(path, flags | O_CLOEXEC, mode))))
  }

  deinit { _ = Glibc.close(descriptor) }

  func size() throws(StorageError) -> Int {
    var status = stat()
    _ = try Posix.check("stat", path, unsafe Int(fstat(descriptor, &status)))
    return Int(status.st_size)
  }

  /// All bytes of the file.
  func read() throws(StorageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: try size())
    let count = unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe pread(descriptor, memory.baseAddress, memory.count, 0)
    }
    _ = try Posix.check("read", path, count)
    return Array(bytes.prefix(count))
  }

  /// Writes all bytes, in one call unless the system takes fewer.
  func write(_ bytes: [UInt8], at offset: Int = 0) throws(StorageError) {
    var done = 0
    while done < bytes.count {
      done += try Posix.check("write", path, unsafe put(bytes, from: done, at: offset))
    }
  }

  /// Writes in one call and does not look at what came of it.
  func writeUnchecked(_ bytes: [UInt8]) { _ = unsafe put(bytes, from: 0, at: 0) }

  @unsafe private func put(_ bytes: [UInt8], from first: Int, at offset: Int) -> Int {
    unsafe bytes.withUnsafeBytes { memory in
      guard let start = memory.baseAddress else { return 0 }
      return unsafe pwrite(descriptor, start + first, memory.count - first, off_t(offset + first))
    }
  }

  func sync() throws(StorageError) { _ = try Posix.check("fsync", path, Int(fsync(descriptor))) }

  func syncData() throws(StorageError) { _ = try Posix.check("fdatasync", path, Int(fdatasync(descriptor))) }

  func truncate(to size: Int) throws(StorageError) {
    _ = try Posix.check("truncate", path, Int(ftruncate(descriptor, off_t(size))))
  }
}

/// File calls by name; a call that fails throws.
enum Posix {
  static func rename(_ old: String, to new: String) throws(StorageError) {
    _ = try check("rename", new, unsafe Int(Glibc.rename(old, new)))
  }

  static func remove(_ path: String) throws(StorageError) {
    _ = try check("remove", path, unsafe Int(unlink(path)))
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Makes a directory unless it is there.
  static func makeDirectory(_ path: String) throws(StorageError) {
    guard !exists(path) else { return }
    _ = try check("make the directory", path, unsafe Int(mkdir(path, 0o755)))
  }

  /// Forces the names in a directory to the disk.
  static func syncDirectory(_ path: String) throws(StorageError) {
    try PosixFile(path, .directory).sync()
  }

  /// The bytes of a file; nil if there is none.
  static func read(_ path: String) throws(StorageError) -> [UInt8]? {
    exists(path) ? try PosixFile(path, .read).read() : nil
  }

  /// Puts new bytes in the place of a file as it should be done: nothing can come between.
  ///
  /// The bytes are on the disk before they get the name, and the name is before this returns.
  static func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    let temporary = path + ".tmp"
    let file = try PosixFile(temporary, .replace)
    try file.write(bytes)
    try file.sync()
    try rename(temporary, to: path)
    try syncDirectory(parent(of: path))
  }

  /// The directory that a path's last name lies in.
  static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The names in a directory, in order; none if it does not exist.
  static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // An entry is as long as its name, shorter than the type that C declares for it.
      let start = unsafe UnsafeRawPointer(entry) + nameOffset
      names.append(unsafe String(cString: start.assumingMemoryBound(to: CChar.self)))
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  static func check(_ operation: String, _ path: String, _ result: Int) throws(StorageError) -> Int {
    guard result < 0 else { return result }
    throw .system(operation: operation, path: path, code: errno)
  }

  static let inputOutputError = EIO
  static let diskFull = ENOSPC
}
