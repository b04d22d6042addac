internal import Glibc

/// Every call of this target into the operating system.
///
/// Files are written with plain descriptors rather than through Foundation, so that a full disk is told apart
/// and nothing is renamed into place before its bytes are on the disk.
enum Platform {
  /// All of a file; where it must be a regular one, a pipe is refused and not waited for.
  static func read(_ path: String, mustBeRegular: Bool = false) throws(ReportError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | (mustBeRegular ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    if mustBeRegular, unsafe fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
      throw .unreadable(path: path, reason: "it is no regular file")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= readBytesMax else {
        throw .malformed(path: path, reason: "it has more than \(readBytesMax >> 20) MiB")
      }
    }
  }

  /// Writes a file and syncs it; one that has to be new takes no other's place and follows no link.
  static func write(_ bytes: [UInt8], to path: String, mustBeNew: Bool = false) throws(ReportError) {
    let how = mustBeNew ? O_EXCL | O_NOFOLLOW : O_TRUNC
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | how, 0o644)
    guard descriptor >= 0 else { throw .disk(path: path, reason: reason(errno)) }
    var isWhole = false
    defer { if mustBeNew, !isWhole { removeFile(path) } }
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes[offset...].withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let failure = reason(errno)
        close(descriptor)
        throw .disk(path: path, reason: failure)
      }
      offset += count
    }
    let hasSynced = fsync(descriptor) == 0
    let syncFailure = errno
    let hasClosed = close(descriptor) == 0
    guard hasSynced else { throw .disk(path: path, reason: reason(syncFailure)) }
    guard hasClosed else { throw .disk(path: path, reason: reason(errno)) }
    isWhole = true
  }

  /// Makes a directory and those above it; one that is there already is fine.
  static func makeDirectories(_ path: String) throws(ReportError) {
    if isDirectory(path) { return }
    let parent = parent(of: path)
    if parent != path { try makeDirectories(parent) }
    guard unsafe mkdir(path, 0o777) == 0 || (errno == EEXIST && isDirectory(path)) else {
      throw .disk(path: path, reason: reason(errno))
    }
  }

  /// Makes a new directory whose name starts with `prefix`.
  static func makeTemporaryDirectory(prefix: String) throws(ReportError) -> String {
    // Not mkdtemp, which would make a directory that only its owner can read, whatever the user's mask says.
    for attempt in 0..<draftsMax {
      let path = "\(prefix)\(getpid())-\(attempt)"
      if unsafe mkdir(path, 0o777) == 0 { return path }
      guard errno == EEXIST else { throw .disk(path: path, reason: reason(errno)) }
    }
    throw .disk(path: prefix, reason: "\(draftsMax) drafts of earlier runs are in the way; remove them")
  }

  /// A path that nothing stands at, made of one by a number behind it.
  static func unusedPath(_ path: String) throws(ReportError) -> String {
    for attempt in 0..<draftsMax {
      let path = attempt == 0 ? path : "\(path)-\(attempt)"
      var status = stat()
      if unsafe lstat(path, &status) != 0, errno == ENOENT { return path }
    }
    throw .disk(path: path, reason: "\(draftsMax) files of such names are in the way; remove them")
  }

  static func rename(_ old: String, to new: String) throws(ReportError) {
    guard unsafe Glibc.rename(old, new) == 0 else { throw .disk(path: new, reason: reason(errno)) }
  }

  /// Makes the names in a directory last; not every file system can, so a failure is ignored.
  static func syncDirectory(_ path: String) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  static func removeFile(_ path: String) { _ = unsafe unlink(path) }
  static func removeEmptyDirectory(_ path: String) { _ = unsafe rmdir(path) }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The directory that holds a path, in the same form: relative stays relative.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// More left-overs of one process number than this mean that something else is wrong.
  private static let draftsMax = 100
  private static let chunkBytes = 1 << 16
  /// A hundred times the largest report of ours, so that a device or a wrong file ends in a sentence: 256
  /// MiB.
  private static let readBytesMax = 256 << 20

  private static func reason(_ code: Int32) -> String {
    let text = unsafe String(cString: strerror(code))
    return code == ENOSPC ? "\(text); make room or choose another directory" : text
  }
}

extension Platform {
  /// Runs a program found on the search path, with no input and its output in a file.
  ///
  /// Returns its exit code, or nil if it could not be started or was ended by a signal.
  static func run(_ program: String, _ arguments: [String], outputPath: String) -> Int32? {
    var actions = unsafe posix_spawn_file_actions_t()
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var child: pid_t = 0
    guard unsafe posix_spawnp(&child, program, &actions, nil, words, environ) == 0 else { return nil }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    // The macros of wait(2): the low seven bits are the signal, the next byte the exit code.
    return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
  }
}
