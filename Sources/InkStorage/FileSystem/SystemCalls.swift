internal import FoundationEssentials
internal import Glibc

/// The C library's file calls, with its habits made safe.
///
/// The only file of this target that knows the platform. A call that a signal interrupts is repeated, short
/// reads and writes go on until everything has moved, and a failure is a `StorageError` with its `errno`.
enum SystemCalls {
  /// How a file is opened.
  enum Access {
    /// For reading; the file must exist.
    case read
    /// For writing, made or emptied first.
    case replace
    /// For writing in place, made if it is not there.
    case update
    /// A directory, to sync it.
    case directory
  }

  static func open(_ path: String, _ access: Access) throws(StorageError) -> Int32 {
    let flags =
      switch access {
      case .read: O_RDONLY | O_NOFOLLOW
      case .replace: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
      case .update: O_RDWR | O_CREAT | O_NOFOLLOW
      case .directory: O_RDONLY | O_DIRECTORY
      }
    let mode: mode_t = 0o644
    do throws(StorageError) {
      return try Int32(repeating("open", path) { unsafe Int(Glibc.open(path, flags | O_CLOEXEC, mode)) })
    } catch .system(_, _, ELOOP) {
      throw .damaged(path: path, reason: linkReason)
    }
  }

  /// Why a link is refused.
  ///
  /// A store that followed links could be made to read and to overwrite anything its user may.
  static let linkReason = "it is a symbolic link, and a store does not follow links"

  /// What a path leads to, without following a link at its end.
  enum Place: Equatable {
    case nothing, directory(FileIdentity), link, other(FileIdentity)
  }

  static func place(_ path: String) -> Place {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return .nothing }
    let identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .directory(identity)
    case S_IFLNK: .link
    default: .other(identity)
    }
  }

  /// When a file or its names were last changed.
  static func stamp(of descriptor: Int32) -> FileStamp? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return FileStamp(
      seconds: Int64(status.st_ctim.tv_sec), nanoseconds: Int64(status.st_ctim.tv_nsec),
      nameCount: UInt64(status.st_nlink))
  }

  /// How long ago a file was changed; nil if the clock can't be read.
  static func ageMilliseconds(of stamp: FileStamp) -> Int64? {
    var now = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
    return (Int64(now.tv_sec) - stamp.seconds) * 1_000 + (Int64(now.tv_nsec) - stamp.nanoseconds) / 1_000_000
  }

  /// Closes a descriptor and says whether a deferred write failed.
  ///
  /// Not repeated when interrupted: Linux has released the descriptor by then.
  static func close(_ descriptor: Int32, path: String) throws(StorageError) {
    guard Glibc.close(descriptor) != 0, errno != EINTR else { return }
    throw .system(operation: "close", path: path, code: errno)
  }

  /// Writes all bytes at a place of a file, in one call unless the system takes fewer.
  static func write(
    _ bytes: RawSpan, to descriptor: Int32, at offset: Int, path: String
  ) throws(StorageError) {
    try unsafe bytes.withUnsafeBytes { (buffer) throws(StorageError) in
      guard let start = buffer.baseAddress else { return }
      var done = 0
      while done < buffer.count {
        let written = try repeating("write", path) {
          unsafe pwrite(descriptor, start + done, buffer.count - done, off_t(offset + done))
        }
        // A regular file never takes nothing; without this a broken one would hold us forever.
        guard written > 0 else { throw .system(operation: "write", path: path, code: EIO) }
        done += written
      }
    }
  }

  /// Reads exactly so many bytes from a place of a file; fails where the file ends before.
  @unsafe static func read(
    _ count: Int, into memory: UnsafeMutableRawPointer, from descriptor: Int32, at offset: Int, path: String
  ) throws(StorageError) {
    var done = 0
    while done < count {
      let received = try repeating("read", path) {
        unsafe pread(descriptor, memory + done, count - done, off_t(offset + done))
      }
      guard received > 0 else { throw .damaged(path: path, reason: "the file ends too early") }
      done += received
    }
  }

  static func size(of descriptor: Int32, path: String) throws(StorageError) -> Int {
    var status = stat()
    _ = try repeating("stat", path) { unsafe Int(fstat(descriptor, &status)) }
    return Int(status.st_size)
  }

  static func identity(of descriptor: Int32, path: String) throws(StorageError) -> FileIdentity {
    var status = stat()
    _ = try repeating("stat", path) { unsafe Int(fstat(descriptor, &status)) }
    return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Whether a path names something.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// The size of the file that a path names; nil if there is none.
  static func size(ofFileAt path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Forces a file's bytes, size and times to the disk.
  ///
  /// Never repeated after a failure: the system may by then have marked the lost bytes as written.
  static func sync(_ descriptor: Int32, path: String) throws(StorageError) {
    guard fsync(descriptor) != 0 else { return }
    throw .system(operation: "fsync", path: path, code: errno)
  }

  /// Forces a file's bytes, and its size if it grew, to the disk; never repeated after a failure.
  static func syncData(_ descriptor: Int32, path: String) throws(StorageError) {
    guard fdatasync(descriptor) != 0 else { return }
    throw .system(operation: "fdatasync", path: path, code: errno)
  }

  static func truncate(_ descriptor: Int32, to size: Int, path: String) throws(StorageError) {
    _ = try repeating("truncate", path) { Int(ftruncate(descriptor, off_t(size))) }
  }

  static func rename(_ old: String, to new: String) throws(StorageError) {
    guard unsafe Glibc.rename(old, new) != 0 else { return }
    throw .system(operation: "rename", path: new, code: errno)
  }

  static func remove(_ path: String) throws(StorageError) {
    guard unsafe unlink(path) != 0 else { return }
    throw .system(operation: "remove", path: path, code: errno)
  }

  static func removeDirectory(_ path: String) throws(StorageError) {
    guard unsafe rmdir(path) != 0 else { return }
    throw .system(operation: "remove", path: path, code: errno)
  }

  /// Makes a directory and says whether it is new.
  static func makeDirectory(_ path: String) throws(StorageError) -> Bool {
    if unsafe mkdir(path, 0o755) == 0 { return true }
    guard errno == EEXIST else { throw .system(operation: "make the directory", path: path, code: errno) }
    return false
  }

  /// The names in a directory, in order; none if it does not exist.
  static func names(inDirectory path: String) throws(StorageError) -> [String] {
    guard let stream = unsafe opendir(path) else {
      guard errno == ENOENT else { throw .system(operation: "list", path: path, code: errno) }
      return []
    }
    defer { unsafe closedir(stream) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw .system(operation: "list", path: path, code: errno) }
        return names.sorted()
      }
      // An entry is as long as its name, shorter than the type that C declares for it.
      let start = unsafe UnsafeRawPointer(entry) + nameOffset
      let name = unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
  }

  /// Takes an exclusive lock that the kernel gives back when the descriptor is closed.
  ///
  /// Throws `StorageError.locked` at once if someone else has it.
  static func lock(_ descriptor: Int32, path: String) throws(StorageError) {
    var triesLeft = lockTries
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw .system(operation: "lock", path: path, code: errno) }
      triesLeft -= 1
      guard triesLeft > 0 else { throw .locked(path: path) }
      usleep(lockPauseMicroseconds)
    }
  }

  /// A fifth of a second in all.
  ///
  /// A lock that this process has just given back is held a moment longer by a child that is being started,
  /// which has the descriptor until its program takes over.
  private static let lockTries = 20
  private static let lockPauseMicroseconds: UInt32 = 10_000

  /// What the system says of an error code.
  static func message(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// The system's code behind an error of Foundation's, which wraps it; EIO where there is none.
  static func code(of error: any Error) -> Int32 {
    if let error = error as? POSIXError { return error.code.rawValue }
    guard let error = error as? CocoaError else { return EIO }
    // Safe to read: the errors of file calls carry plain values.
    if let cause = unsafe error.userInfo["NSUnderlyingError"] as? any Error { return code(of: cause) }
    return error.code == .fileWriteOutOfSpace ? ENOSPC : EIO
  }

  /// Whether an error code means that there is no room left.
  static func isDiskFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// Whether an error code means that there is no such file.
  static func isAbsence(_ code: Int32) -> Bool { code == ENOENT }

  private static func repeating(
    _ operation: String, _ path: String, _ call: () -> Int
  ) throws(StorageError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw .system(operation: operation, path: path, code: errno) }
    }
  }
}

/// A file or directory, whatever it is called.
struct FileIdentity: Equatable {
  var device: UInt64
  var number: UInt64
}

/// When a file or its names were last changed, and how many names it has.
struct FileStamp: Equatable {
  var seconds: Int64
  var nanoseconds: Int64
  var nameCount: UInt64
}
