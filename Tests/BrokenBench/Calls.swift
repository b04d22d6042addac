internal import Glibc

/// Plain file calls, for what the stores here do wrong; a call that fails ends the process.
///
/// Unsafe where C takes pointers: each buffer outlives its call, and each string is a terminated copy.
enum Calls {
  static let diskFull = ENOSPC

  /// A tenth of a second.
  static func doze() { usleep(100_000) }

  static var processNumber: Int { Int(getpid()) }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  static func read(_ path: String) -> [UInt8] {
    let descriptor = check(unsafe open(path, O_RDONLY | O_CLOEXEC))
    defer { _ = close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(check(lseek(descriptor, 0, SEEK_END))))
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
    precondition(count == bytes.count)
    return bytes
  }

  /// Truncates a file and writes it anew.
  static func replace(_ path: String, with bytes: [UInt8]) {
    let descriptor = check(unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644))
    defer { _ = close(descriptor) }
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    precondition(count == bytes.count)
  }

  /// Writes the first byte of a file, as it is, through a shared mapping.
  static func rewriteMapped(_ path: String) {
    let descriptor = check(unsafe open(path, O_RDWR | O_CLOEXEC))
    defer { _ = close(descriptor) }
    guard let memory = unsafe mmap(nil, 1, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { preconditionFailure("mmap failed") }
    let first = unsafe memory.load(as: UInt8.self)
    unsafe memory.storeBytes(of: first, as: UInt8.self)
    _ = unsafe munmap(memory, 1)
  }

  /// The variable of a name; nil if there is none.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Reads the first 4 KiB of a file, and on demand writes them as they are and syncs the file.
  static func touch(_ path: String, rewriting: Bool, syncing: Bool) {
    let descriptor = check(unsafe open(path, O_RDWR | O_CLOEXEC))
    defer { _ = close(descriptor) }
    unsafe withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { head in
      let count = check(unsafe pread(descriptor, head.baseAddress, head.count, 0))
      if rewriting { _ = check(unsafe pwrite(descriptor, head.baseAddress, count, 0)) }
    }
    if syncing { _ = check(fsync(descriptor)) }
  }

  /// Appends text to a file by formatted output, whose write never leaves the C library.
  static func writeFormatted(_ path: String, _ text: String) {
    let descriptor = check(unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644))
    defer { _ = close(descriptor) }
    _ = check(unsafe withVaList([]) { unsafe vdprintf(descriptor, text, $0) })
  }

  private static func check<Result: SignedInteger>(_ result: Result) -> Result {
    precondition(result >= 0, "errno \(errno)")
    return result
  }
}
