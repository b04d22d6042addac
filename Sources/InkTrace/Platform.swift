internal import Glibc

/// The platform's file calls, each with its failure as a value.
///
/// The only file of this target that names the C library. Pointers appear because the calls take them.
enum Platform {
  /// A failed call's error number.
  struct Failure: Error, Hashable {
    var code: Int32

    /// What the system says about it, such as "No such file or directory".
    var text: String { unsafe String(cString: strerror(code)) }
  }

  /// Opens a file for reading, without waiting for the other end of a pipe.
  static func openForReading(_ path: String) throws(Failure) -> Int32 {
    try check { unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
  }

  /// Whether an open descriptor is that of a regular file or of a directory, which reading refuses by itself.
  static func isFileOrDirectory(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
  }

  /// Creates a file that must not exist yet, and opens it for writing.
  static func create(_ path: String) throws(Failure) -> Int32 {
    try check { unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
  }

  /// Reads at most as many bytes as the buffer has; zero at the end of the file.
  @unsafe static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(Failure)
    -> Int
  {
    while true {
      let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw Failure(code: errno) }
    }
  }

  /// Writes all bytes.
  static func write(_ descriptor: Int32, _ bytes: RawSpan) throws(Failure) {
    var written = 0
    while written < bytes.byteCount {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count > 0 {
        written += count
      } else if count < 0, errno != EINTR {
        throw Failure(code: errno)
      }
    }
  }

  /// Waits until a file's bytes are on the disk.
  static func synchronise(_ descriptor: Int32) throws(Failure) { _ = try check { fsync(descriptor) } }

  /// Closes a descriptor.
  ///
  /// Not repeated: Linux releases the descriptor even when `close` is interrupted.
  static func close(_ descriptor: Int32) throws(Failure) {
    guard Glibc.close(descriptor) == 0 || errno == EINTR else { throw Failure(code: errno) }
  }

  /// Gives a file another name, in the place of whatever has it.
  static func rename(_ old: String, _ new: String) throws(Failure) {
    _ = try check { unsafe Glibc.rename(old, new) }
  }

  /// Removes a name, if it exists.
  static func unlink(_ path: String) { _ = unsafe Glibc.unlink(path) }

  /// Whether a path names something that is not a regular file, such as a directory or a device.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG
  }

  /// The path with all symbolic links followed; nil if it does not exist.
  static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The error of a name that is already taken.
  static var nameTaken: Failure { Failure(code: EEXIST) }

  /// This process's number.
  static var processIdentifier: Int32 { getpid() }

  /// The index of the first byte of a value in a range; nil if there is none.
  static func firstIndex(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    precondition(range.upperBound <= bytes.count)
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  private static func check(_ call: () -> Int32) throws(Failure) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw Failure(code: errno) }
    }
  }
}
