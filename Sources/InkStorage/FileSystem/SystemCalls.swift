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
    /// For writing in place; the file must exist.
    case change
    /// For writing in place, made if it is not there.
    case update
    /// A directory, to sync it.
    case directory
  }

  /// Opens a file and says what it is, which costs one look; nothing is said of a directory.
  static func open(
    _ path: String, _ access: Access
  ) throws(StorageError) -> (descriptor: Int32, status: FileStatus?) {
    let flags =
      switch access {
      case .read: O_RDONLY | O_NOFOLLOW
      case .replace: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
      case .change: O_RDWR | O_NOFOLLOW
      case .update: O_RDWR | O_CREAT | O_NOFOLLOW
      case .directory: O_RDONLY | O_DIRECTORY
      }
    let mode: mode_t = 0o644
    // O_NONBLOCK changes nothing for files; a pipe in the place of one would hold us until somebody wrote to
    // it.
    let always = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    do throws(StorageError) {
      let descriptor = try Int32(
        repeating("open", path) { unsafe Int(Glibc.open(path, flags | always, mode)) })
      if access == .directory { return (descriptor, nil) }
      guard let status = status(of: descriptor) else {
        try close(descriptor, path: path)
        throw .damaged(path: path, reason: strangerReason)
      }
      return (descriptor, status)
    } catch .system(_, _, ELOOP) {
      throw .damaged(path: path, reason: linkReason)
    } catch .system(_, _, ENXIO) {
      throw .damaged(path: path, reason: strangerReason)
    } catch .system(_, _, EISDIR) {
      throw .damaged(path: path, reason: strangerReason)
    }
  }

  /// What a regular file is; nil for anything else.
  private static func status(of descriptor: Int32) -> FileStatus? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileStatus(
      identity: FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)),
      size: Int(status.st_size))
  }

  /// Why a directory, pipe, socket or device is refused where a file should be.
  static let strangerReason = "it is not a file"

  /// Why a link is refused.
  ///
  /// A store that followed links could be made to read and to overwrite anything its user may.
  static let linkReason = "it is a symbolic link, and a store does not follow links"

  /// What a path leads to, without following a link at its end.
  enum Place: Equatable {
    case nothing, directory(FileIdentity), link, other(FileIdentity)
  }

  /// Looks where a path leads, from an open directory if one is given and the path is relative.
  static func place(_ path: String, in directory: Int32 = AT_FDCWD) -> Place {
    var status = stat()
    // Not handed over as a string, which would be copied to memory of its own: saves look here, and how often
    // depends on the clock.
    let code = unsafe path.withCString { path in
      unsafe fstatat(directory, path, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard code == 0 else { return .nothing }
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

  /// Whether a path names something: a link that leads nowhere too, and what can't be looked at.
  ///
  /// Whoever then opens it hears what is wrong. Taken for nothing, it would be passed over or written over.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 || !isNothing(errno)
  }

  /// The size of the file that a path names; nil if there is none.
  static func size(ofFileAt path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Forces a file's bytes, size and times to the disk.
  ///
  /// Never repeated after a failure: the system may by then have marked the lost bytes as written. Only an
  /// interrupted wait goes on, because nothing has failed then.
  static func sync(_ descriptor: Int32, path: String) throws(StorageError) {
    _ = try repeating("fsync", path) { Int(fsync(descriptor)) }
  }

  /// Forces a file's bytes, and its size if it grew, to the disk; never repeated after a failure.
  static func syncData(_ descriptor: Int32, path: String) throws(StorageError) {
    _ = try repeating("fdatasync", path) { Int(fdatasync(descriptor)) }
  }

  static func truncate(_ descriptor: Int32, to size: Int, path: String) throws(StorageError) {
    _ = try repeating("truncate", path) { Int(ftruncate(descriptor, off_t(size))) }
  }

  /// Asks for room behind the end of a file, whose size stays as it is.
  ///
  /// Best effort: a file system that can't do it, or has no room, says so when the bytes are written. The
  /// corresponding C function is `fallocate` with `FALLOC_FL_KEEP_SIZE`, looked up as for `exchange`.
  static func reserve(_ descriptor: Int32, from offset: Int, byteCount: Int) {
    typealias Function = @convention(c) (CInt, CInt, off_t, off_t) -> CInt
    guard let address = unsafe dlsym(nil, "fallocate") else { return }
    let fallocate = unsafe unsafeBitCast(address, to: Function.self)
    _ = fallocate(descriptor, keepSizeFlag, off_t(offset), off_t(byteCount))
  }

  private static let keepSizeFlag: CInt = 1

  static func rename(_ old: String, to new: String) throws(StorageError) {
    _ = try repeating("rename", new) { unsafe Int(Glibc.rename(old, new)) }
  }

  static func remove(_ path: String) throws(StorageError) {
    _ = try repeating("remove", path) { unsafe Int(unlink(path)) }
  }

  static func removeDirectory(_ path: String) throws(StorageError) {
    _ = try repeating("remove", path) { unsafe Int(rmdir(path)) }
  }

  /// Removes a directory and says whether it is gone; false if there is something in it.
  static func removeEmptyDirectory(_ path: String) throws(StorageError) -> Bool {
    do throws(StorageError) {
      try removeDirectory(path)
      return true
    } catch .system(_, _, let code) where code == ENOTEMPTY || code == EEXIST {
      return false
    } catch .system(_, _, ENOENT) {
      return true
    }
  }

  /// Makes a directory and says whether it is new.
  static func makeDirectory(_ path: String) throws(StorageError) -> Bool {
    do throws(StorageError) {
      _ = try repeating("make the directory", path) { unsafe Int(mkdir(path, 0o755)) }
      return true
    } catch .system(_, _, EEXIST) {
      return false
    }
  }

  /// The names in a directory, in order; none if it does not exist.
  static func names(inDirectory path: String) throws(StorageError) -> [String] {
    var opened: OpaquePointer?
    do throws(StorageError) {
      _ = try repeating("list", path) {
        unsafe opened = opendir(path)
        return unsafe opened == nil ? -1 : 0
      }
    } catch .system(_, _, ENOENT) {
      return []
    }
    guard let stream = unsafe opened else { return [] }
    defer { unsafe closedir(stream) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) else { return [] }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw .system(operation: "list", path: path, code: errno) }
        names.sort()
        return names
      }
      // An entry is as long as its name, shorter than the type that C declares for it.
      let start = unsafe (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
      if unsafe strcmp(start, ".") != 0, unsafe strcmp(start, "..") != 0 {
        unsafe names.append(String(cString: start))
      }
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

  /// Whether an error code means that a path names nothing, as `exists` has it.
  static func isNothing(_ code: Int32) -> Bool { isAbsence(code) || code == ENOTDIR }

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

// MARK: - Whole directories

extension SystemCalls {
  /// Exchanges what two names lead to, in one step; false where the file system can't.
  ///
  /// The corresponding C function is `renameat2` with `RENAME_EXCHANGE`, which is looked up at run time: the
  /// C module does not show it.
  static func exchange(_ path: String, with other: String) throws(StorageError) -> Bool {
    typealias Function =
      @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt)
      -> CInt
    guard let address = unsafe dlsym(nil, "renameat2") else { return false }
    let renameat2 = unsafe unsafeBitCast(address, to: Function.self)
    guard unsafe renameat2(AT_FDCWD, path, AT_FDCWD, other, exchangeFlag) != 0 else { return true }
    guard ![EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { return false }
    throw .system(operation: "exchange", path: path, code: errno)
  }

  private static let exchangeFlag: CUnsignedInt = 1 << 1

  /// The path without links and dots; nil if it leads nowhere.
  static func resolved(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Who may do what with a file or directory; nil if it is not there.
  static func ownership(of path: String) -> (mode: UInt32, isOurs: Bool)? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return (status.st_mode & 0o7777, status.st_uid == geteuid())
  }

  /// Whether this process may write in a file or directory, by its mode and owner.
  static func isWritable(_ path: String) -> Bool {
    unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }

  static func setMode(_ mode: UInt32, of path: String) throws(StorageError) {
    guard unsafe chmod(path, mode) != 0 else { return }
    throw .system(operation: "change the mode of", path: path, code: errno)
  }

  /// Bytes that an ordinary user may still write on the file system of a path; nil if it does not say.
  static func freeBytes(at path: String) -> UInt64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }

  /// Whether an error code means that something may not be read by this user.
  static func isRefusal(_ code: Int32) -> Bool { code == EACCES || code == EPERM }
}

/// A file or directory, whatever it is called.
struct FileIdentity: Equatable {
  var device: UInt64
  var number: UInt64
}

/// Which file was opened, and how long it was.
struct FileStatus {
  var identity: FileIdentity
  var size: Int
}

/// When a file or its names were last changed, and how many names it has.
struct FileStamp: Equatable {
  var seconds: Int64
  var nanoseconds: Int64
  var nameCount: UInt64
}
