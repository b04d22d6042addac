internal import Glibc

/// The calls of the system that this target makes, in Swift's terms.
enum Platform {
  static func monotonicNanoseconds() -> UInt64 { nanoseconds(CLOCK_MONOTONIC_RAW) }
  static func threadCPUNanoseconds() -> UInt64 { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }
  static func processCPUNanoseconds() -> UInt64 { nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Faults of pages of all threads of the process, getrusage(2).
  static func pageFaults() -> (minor: UInt64, major: UInt64) {
    var usage = rusage()
    _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return (UInt64(usage.ru_minflt), UInt64(usage.ru_majflt))
  }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// The path without symbolic links; nil if it leads nowhere.
  static func realPath(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  static func openForWriting(_ path: String) -> Int32 { unsafe open(path, O_WRONLY | O_CLOEXEC) }

  static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Where the program of this process lies; nil if the system does not say.
  static func executablePath() -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The whole of a small file, such as those of `/proc`; nil if it can't be read.
  static func text(of path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(file, &buffer, buffer.count)
      guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
      bytes += buffer[..<count]
    }
  }

  /// The whole of a file; nil if it can't be read.
  static func bytes(of path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_size >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(file, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      guard count > 0 else { return nil }
      done += count
    }
    return bytes
  }

  /// The flag of an open that empties the file.
  static let truncateFlag = O_TRUNC

  /// The system's words for an error number.
  static func errorText(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  /// What each open descriptor of the process leads to.
  static func descriptorTargets() -> [String] {
    guard let directory = unsafe opendir("/proc/self/fd") else { return [] }
    defer { unsafe closedir(directory) }
    var targets: [String] = []
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    while let entry = unsafe readdir(directory) {
      let count = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe readlinkat(dirfd(directory), $0, &buffer, buffer.count)
        }
      }
      if count > 0 {
        targets.append(String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
    }
    return targets
  }

  /// Makes a file by one open, one write and one sync, and removes it; false if any of them fails.
  static func writeAndRemove(byteCount: Int, at path: String) -> Bool {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    let bytes = [UInt8](repeating: 0x49, count: byteCount)
    let isWritten = unsafe write(file, bytes, byteCount) == byteCount
    let isSynced = fsync(file) == 0
    close(file)
    return unsafe unlink(path) == 0 && isWritten && isSynced
  }

  /// A function of a loaded library; nil if none has it.
  static func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let address = unsafe dlsym(nil, name) else { return nil }
    return unsafe unsafeBitCast(address, to: Function.self)
  }

  /// By how much a counter grows while a number of small allocations is made, and nothing else.
  static func growth(of counter: () -> UInt64, over allocations: Int) -> UInt64 {
    unsafe withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: allocations) {
      pointers in
      let before = counter()
      for index in 0..<allocations {
        unsafe pointers.initializeElement(at: index, to: malloc(16 + index % 64))
      }
      let growth = counter() &- before
      for index in 0..<allocations { unsafe free(pointers[index]) }
      return growth
    }
  }
}
