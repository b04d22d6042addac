internal import Glibc
internal import InkReplay
internal import InkTap

/// Every call of this target into the operating system.
enum Platform {
  enum EntryKind { case file, directory, foreign }

  /// What stands in a directory, in no order.
  static func entries(of path: String) throws(StoreImageError) -> [(name: String, kind: EntryKind)] {
    guard let stream = unsafe opendir(path) else { throw .unreadable(path: path, reason: reason()) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          unsafe String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    var entries: [(name: String, kind: EntryKind)] = []
    for name in names { entries.append((name, try kind(of: path + "/" + name))) }
    return entries
  }

  static func kind(of path: String) throws(StoreImageError) -> EntryKind {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw .unreadable(path: path, reason: reason()) }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    default: .foreign
    }
  }

  /// The whole of a regular file; pipes, devices and files of more bytes are refused before they are read.
  static func bytes(
    of path: String, atMost byteCountMax: Int = .max, followingLinks: Bool = false
  ) throws(StoreImageError) -> [UInt8] {
    // Without waiting for the other end of a pipe.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason()) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: reason()) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .unreadable(path: path, reason: unsafe String(cString: strerror(EISDIR)))
    default: throw .unreadable(path: path, reason: "it is no regular file; save it to one first")
    }
    guard status.st_size <= byteCountMax else {
      throw .unreadable(path: path, reason: "it has more than \(byteCountMax) bytes")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw .unreadable(path: path, reason: count == 0 ? "it became shorter meanwhile" : reason())
      }
      done += count
    }
    return bytes
  }

  static func makeDirectory(_ path: String) throws(StoreImageError) {
    guard unsafe mkdir(path, 0o777) == 0 else { throw .unwritable(path: path, code: errno) }
  }

  /// Makes a new file; one that is there already is an error.
  static func write(_ bytes: [UInt8], to path: String) throws(StoreImageError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .unwritable(path: path, code: errno) }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(path: path, code: errno) }
      done += count
    }
  }

  /// The time for which child processes that have ended had a core.
  static func childrenNanoseconds() -> UInt64 {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + UInt64($1.tv_sec) * 1_000_000_000 + UInt64($1.tv_usec) * 1_000
    }
  }

  /// Flags of recorded calls that change what the call means.
  static let truncateFlag = O_TRUNC
  static let syncFlags = O_DSYNC | O_SYNC

  private static func reason() -> String { errorText(errno) }
  static func errorText(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
  static func isDiskFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }
}

// MARK: - Stores on disk, one after another

/// Unsafe where C takes pointers: each buffer outlives its call, and each path is terminated.
extension Platform {
  /// Makes a directory with a name that nothing has; nil if it can't be made there.
  static func makeTemporaryDirectory(prefix: String) -> String? {
    var template = Array((prefix + "XXXXXX").utf8CString)
    return unsafe template.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, unsafe mkdtemp(start) != nil else { return nil }
      return unsafe String(cString: start)
    }
  }

  static func makeDirectory(_ path: borrowing StatePath) throws(ReplayError) {
    try check(unsafe path.withCString { unsafe mkdir($0, 0o755) }, "make the directory", path)
  }

  /// Makes a file that must not be there, with all its bytes.
  static func makeFile(_ path: borrowing StatePath, _ bytes: [UInt8]) throws(ReplayError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = try check(unsafe path.withCString { unsafe open($0, flags, 0o644) }, "make", path)
    defer { Glibc.close(descriptor) }
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if written < 0, errno == EINTR { continue }
      done += try check(written, "write", path)
    }
  }

  /// The length of the file that a name leads to; nil if there is none.
  static func byteCount(of path: borrowing StatePath) -> Int? {
    var status = stat()
    guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int(status.st_size)
  }

  /// A directory's length and permissions; nil for anything else.
  static func directoryStatus(of path: borrowing StatePath) -> (byteCount: Int, permissions: UInt32)? {
    var status = stat()
    guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR
    else { return nil }
    return (Int(status.st_size), status.st_mode & 0o7777)
  }

  /// How many names a directory has; none if it can't be listed.
  static func nameCount(in path: String) -> Int { (try? names(in: path))?.count ?? 0 }

  /// Removes a file if it is there.
  static func removeFile(_ path: borrowing StatePath) {
    _ = unsafe path.withCString { unsafe unlink($0) }
  }

  /// Removes a directory if it is empty; true if it is not there now.
  static func removeDirectory(_ path: borrowing StatePath) -> Bool {
    unsafe path.withCString { unsafe rmdir($0) } == 0 || errno == ENOENT
  }

  /// Removes a directory and all that is in it, and tells of each file.
  static func removeTree(_ path: String, tell: (String) -> Void = { _ in }) throws(ReplayError) {
    for name in try names(in: path) {
      let child = path + "/" + name
      if unsafe unlink(child) == 0 { tell(child) } else { try removeTree(child, tell: tell) }
    }
    guard unsafe rmdir(path) != 0 else { return }
    throw .system(operation: "remove", path: path, code: errno)
  }

  /// The names in a directory.
  private static func names(in path: String) throws(ReplayError) -> [String] {
    guard let stream = unsafe opendir(path), let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name)
    else {
      throw .system(operation: "list", path: path, code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // An entry is as long as its name, shorter than the type that C declares for it.
      let start = unsafe UnsafeRawPointer(entry) + offset
      let name = unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  static var lastError: Int32 { errno }

  @discardableResult
  private static func check<Result: SignedInteger>(
    _ result: Result, _ operation: String, _ path: borrowing StatePath
  ) throws(ReplayError) -> Result {
    guard result >= 0 else { throw .system(operation: operation, path: path.text, code: errno) }
    return result
  }
}

// MARK: - Faults

extension Platform {
  static let noSpaceCode = ENOSPC
  static let overQuotaCode = EDQUOT
  static let readOnlyCode = EROFS
  static let deniedCode = EACCES
  static let tooManyFilesCode = EMFILE
  static let interruptedCode = EINTR
  static let ioErrorCode = EIO
  static let notPermittedCode = EPERM

  /// Opens a file to hold its inode, so that no other file is given it; nil if it can't be opened.
  static func hold(_ path: String) -> Int32? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    return descriptor < 0 ? nil : descriptor
  }

  /// Lets go of a file that is held.
  static func release(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// What tells a file from others; nil if there is none of that name.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Removes whatever stands under a name, if anything does.
  static func removeAll(_ path: String) {
    guard unsafe unlink(path) != 0, errno != ENOENT else { return }
    try? removeTree(path)
  }

  /// Gives a file that exists other bytes.
  static func overwrite(_ path: String, with bytes: [UInt8]) throws(StoreImageError) {
    guard unsafe unlink(path) == 0 else { throw .unwritable(path: path, code: errno) }
    try write(bytes, to: path)
  }

  /// Mounts a file system in memory where only this process sees it.
  static func mountMemory(at path: String, megabytes: Int) throws(SystemError) {
    guard leaveMounts() else {
      throw SystemError(description: "it takes the rights of root to mount a small file system: \(reason())")
    }
    // What is mounted from here on is not passed on to others.
    let isPrivate = unsafe mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0
    guard isPrivate, unsafe mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      throw SystemError(description: "no file system can be mounted: \(reason())")
    }
  }

  /// Gives this process mounts of its own.
  ///
  /// `unshare` is looked up by name: C declares it, and CLONE_NEWNS, only to those who define _GNU_SOURCE.
  private static func leaveMounts() -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    guard let address = unsafe dlsym(nil, "unshare") else { return false }
    return unsafe unsafeBitCast(address, to: Unshare.self)(0x0002_0000) == 0
  }

  static func unmount(_ path: String) { _ = unsafe umount2(path, Int32(MNT_DETACH)) }

  static func freeBytes(of path: String) -> Int {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return 0 }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// Makes a file that takes so much of the disk.
  static func reserve(_ path: String, byteCount: Int) {
    guard byteCount > 0 else { return }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    _ = posix_fallocate(descriptor, 0, off_t(byteCount))
    close(descriptor)
  }
}

// MARK: - Calibration

extension Platform {
  enum Opening { case creating, existing, directory }

  static func openFile(_ path: String, _ opening: Opening) throws(SystemError) -> Int32 {
    let flags =
      switch opening {
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .existing: O_RDWR
      case .directory: O_RDONLY | O_DIRECTORY
      }
    let mode: mode_t = 0o644
    return try demand(unsafe open(path, flags | O_CLOEXEC, mode), "open", path)
  }

  /// Writes all bytes in one call.
  static func put(_ bytes: ArraySlice<UInt8>, at offset: Int, of descriptor: Int32) throws(SystemError) {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }
    guard count == bytes.count else { throw SystemError(description: "a write failed: \(reason())") }
  }

  static func setLength(_ length: Int, of descriptor: Int32) throws(SystemError) {
    try demand(ftruncate(descriptor, off_t(length)), "set the length of", "a file")
  }

  static func sync(_ descriptor: Int32, dataOnly: Bool) throws(SystemError) {
    try demand(dataOnly ? fdatasync(descriptor) : fsync(descriptor), "sync", "a file")
  }

  static func renameFile(_ path: String, to target: String) throws(SystemError) {
    try demand(unsafe rename(path, target), "rename", path)
  }

  static func unlinkFile(_ path: String) throws(SystemError) {
    try demand(unsafe unlink(path), "remove", path)
  }

  static func makeFolder(_ path: String) throws(SystemError) {
    try demand(unsafe mkdir(path, 0o755), "make the directory", path)
  }

  /// Has the bytes of a file written back, and nothing else of it: no length, no name, no flush.
  static func writeBack(_ descriptor: Int32) throws(SystemError) {
    // SYNC_FILE_RANGE_WRITE and the two that wait; Linux declares them only to those who define _GNU_SOURCE.
    typealias SyncRange = @convention(c) (Int32, off_t, off_t, UInt32) -> Int32
    guard let address = unsafe dlsym(nil, "sync_file_range") else { return }
    let call = unsafe unsafeBitCast(address, to: SyncRange.self)
    try demand(call(descriptor, 0, 0, 7), "write back", "a file")
  }

  /// Makes a file of a length, all of it a hole.
  static func makeHole(_ path: String, byteCount: Int) throws(SystemError) {
    removeAll(path)
    let descriptor = try openFile(path, .creating)
    defer { close(descriptor) }
    try setLength(byteCount, of: descriptor)
  }

  /// Copies a file to a new one; its holes stay holes.
  static func copySparsely(_ from: String, to target: String) throws(SystemError) {
    let source = try openFile(from, .existing)
    defer { close(source) }
    removeAll(target)
    let copy = try openFile(target, .creating)
    defer { close(copy) }
    let length = try demand(lseek(source, 0, SEEK_END), "find the end of", from)
    try setLength(Int(length), of: copy)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var place: off_t = 0
    // SEEK_DATA and SEEK_HOLE, which are declared only to those who define _GNU_SOURCE.
    while case let start = lseek(source, place, 3), start >= 0 {
      place = start
      let end = lseek(source, start, 4)
      while place < end {
        let wanted = min(buffer.count, Int(end - place))
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe pread(source, $0.baseAddress, wanted, place)
        }
        guard count > 0 else { throw SystemError(description: "'\(from)' can't be read: \(reason())") }
        try put(buffer[..<count], at: Int(place), of: copy)
        place += off_t(count)
      }
    }
  }

  /// The first bytes of a file, or fewer if it has no more.
  static func head(of path: String, count: Int) -> [UInt8] {
    guard let descriptor = try? openFile(path, .existing) else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, 0) }
    return Array(bytes.prefix(max(got, 0)))
  }

  static func length(of path: String) -> Int? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Starts a program that goes on until it is ended, and hears nothing of it.
  static func startServer(_ path: String, _ words: [String]) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // The answers of this process go there, and end only when nobody holds it any more.
    unsafe posix_spawn_file_actions_addclose(&actions, 3)
    var arguments = unsafe ([path] + words).map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, path, &actions, nil, &arguments, environ)
    guard code == 0 else {
      throw SystemError(
        description: "'\(path)' could not be started: \(unsafe String(cString: strerror(code)))")
    }
    return process
  }

  /// Ends a program that was started here, and waits for its end.
  static func endServer(_ process: pid_t) {
    _ = kill(process, SIGTERM)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Whether a program that was started here has ended by itself.
  static func hasEnded(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    return unsafe waitpid(process, &status, WNOHANG) != 0
  }

  static func pause(milliseconds: UInt32) { usleep(1_000 * milliseconds) }

  @discardableResult
  private static func demand<Result: SignedInteger>(
    _ result: Result, _ operation: String, _ path: String
  ) throws(SystemError) -> Result {
    guard result >= 0 else { throw SystemError(description: "'\(path)': can't \(operation): \(reason())") }
    return result
  }
}
