internal import Glibc
internal import InkModel

/// The calls of this target into the C library.
enum Platform {
  static let brokenPipe = EPIPE

  /// Writes all of a string; the result is the `errno` of a failure, nil if there was none.
  ///
  /// The corresponding C function is `write`.
  static func writeAll(_ string: String, to descriptor: Int32) -> Int32? {
    var string = string
    return string.withUTF8 { utf8 in
      var written = 0
      while written < utf8.count {
        let rest = unsafe utf8[written...]
        let count = unsafe write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 {
          written += count
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  /// Takes the numbers of closed standard descriptors, before a file of a run is given one of them and
  /// printed into.
  ///
  /// What is printed to a closed descriptor still fails: `/dev/full` takes its place.
  static func holdStandardDescriptors() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 {
      _ = unsafe open(number == 0 ? "/dev/null" : "/dev/full", number == 0 ? O_RDONLY : O_WRONLY)
    }
  }

  /// The system's words for an `errno`.
  static func message(for code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// Whether a descriptor is a terminal; the corresponding C function is `isatty`.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of a terminal; nil if it does not say.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Makes writes fail with an error rather than end the process: to a pipe without a reader, and beyond the
  /// size that a file may have.
  static func ignoreSignalsOfFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether this user may make files in a directory; the corresponding C function is `access`.
  static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }
  static func isReadableFile(_ path: String) -> Bool {
    unsafe kind(ofFileAt: path) == .regular && access(path, R_OK) == 0
  }

  /// The length of a file; nil if it is not there.
  static func size(ofFileAt path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Reads all of a file into warm memory in one call, and returns its length; nil if that fails.
  ///
  /// The corresponding C functions are `open`, `fstat`, `pread` and `close`.
  static func read(_ path: String, into buffer: inout ByteBuffer) -> Int? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    var count = 0
    buffer.removeAll()
    unsafe buffer.appendUnsafely(upTo: size) { memory in
      unsafe count = pread(descriptor, memory, size, 0)
      return max(count, 0)
    }
    return count == size ? count : nil
  }

  /// What stands at a path, symbolic links followed; the corresponding C function is `stat`.
  static func kind(ofFileAt path: String) -> FileKind {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return .missing }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    default: .special
    }
  }

  /// Whether two paths name one file, also through links of either kind; false if one is not there.
  static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (status, otherStatus) = (stat(), stat())
    guard unsafe stat(path, &status) == 0, unsafe stat(other, &otherStatus) == 0 else { return false }
    return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
  }

  /// The path with all symbolic links followed; nil if it does not exist.
  static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  enum FileKind {
    case missing, regular, directory
    /// A pipe, a socket or a device.
    case special
  }

  static var isRoot: Bool { geteuid() == 0 }

  /// Ends the process where it is, from any thread, and does nothing that is left to do.
  static func leaveAtOnce(with code: ExitCode) -> Never { _exit(code.rawValue) }

  /// Ends the process.
  static func leave(with code: ExitCode) -> Never { exit(code.rawValue) }
}
