internal import Glibc

/// The system calls of the replay itself; a port to another platform begins and ends here.
///
/// Unsafe where C takes pointers: each buffer outlives its call, and each string is a terminated copy.
enum Platform {
  /// The code of a call on a name that is not there.
  static let noSuchFile = ENOENT

  /// Whether there is anything under a name, be it a link to nothing.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  static func openDirectory(_ path: String) throws(ReplayError) -> Int32 {
    try check(unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open", path)
  }

  static func create(_ path: String) throws(ReplayError) -> Int32 {
    try check(unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644), "create", path)
  }

  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String) throws(ReplayError) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if written < 0, errno == EINTR { continue }
      done += Int(try check(written, "write", path))
    }
  }

  static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int, path: String
  ) throws(ReplayError) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done, off_t(offset + done))
      }
      if written < 0, errno == EINTR { continue }
      done += Int(try check(written, "pwrite", path))
    }
  }

  /// Opens a file and reads it into the whole of a buffer, which it must fill.
  static func read(_ path: String, into buffer: inout [UInt8]) throws(ReplayError) {
    let descriptor = try check(unsafe open(path, O_RDONLY | O_CLOEXEC), "open", path)
    defer { close(descriptor) }
    var done = 0
    while done < buffer.count {
      let count = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done, off_t(done))
      }
      if count < 0, errno == EINTR { continue }
      guard count != 0 else { throw .system(operation: "read", path: path, code: EIO) }
      done += Int(try check(count, "read", path))
    }
  }

  /// Copies all bytes to memory of the same size; the corresponding C function is `memcpy`.
  static func copy(_ source: [UInt8], into target: inout [UInt8]) {
    unsafe source.withUnsafeBytes { source in
      unsafe target.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe memcpy(to, from, min(source.count, target.count))
      }
    }
  }

  static func sync(_ descriptor: Int32, path: String) throws(ReplayError) {
    try check(fsync(descriptor), "fsync", path)
  }

  static func syncData(_ descriptor: Int32, path: String) throws(ReplayError) {
    try check(fdatasync(descriptor), "fdatasync", path)
  }

  static func rename(_ from: String, to: String) throws(ReplayError) {
    try check(unsafe Glibc.rename(from, to), "rename", from)
  }

  static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Sleeps about so long; a signal ends it early.
  static func sleep(nanoseconds: UInt64) {
    var left = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    _ = unsafe nanosleep(&left, nil)
  }

  /// The system's words for an error number.
  static func errorText(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  @discardableResult
  private static func check<Result: SignedInteger>(
    _ result: Result, _ operation: String, _ path: String
  ) throws(ReplayError) -> Result {
    guard result >= 0 else { throw .system(operation: operation, path: path, code: errno) }
    return result
  }
}

/// Two numbers in a file that is mapped into memory and shared.
///
/// Unsafe because memory is reached through the mapping's address; it stays mapped for the object's life, and
/// both offsets lie inside its one page.
@safe final class SharedCounters {
  private let memory: UnsafeMutableRawPointer
  private static let byteCount = 16

  init(path: String) throws(ReplayError) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(operation: "open", path: path, code: errno) }
    defer { _ = close(descriptor) }
    // Not just made longer: on a full disk a mark in a block that is not there would end the process.
    let code = posix_fallocate(descriptor, 0, off_t(Self.byteCount))
    guard code == 0 else { throw .system(operation: "posix_fallocate", path: path, code: code) }
    let mapped = unsafe mmap(nil, Self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
      throw .system(operation: "mmap", path: path, code: errno)
    }
    unsafe memory = mapped
  }

  deinit { _ = unsafe munmap(memory, Self.byteCount) }

  func store(_ value: UInt64, at index: Int) {
    unsafe memory.storeBytes(of: value, toByteOffset: index * 8, as: UInt64.self)
  }

  func load(at index: Int) -> UInt64 { unsafe memory.load(fromByteOffset: index * 8, as: UInt64.self) }
}
