internal import Glibc
internal import Synchronization

/// The system calls of the runner; a port to another platform begins and ends here.
///
/// Unsafe where C takes pointers: each buffer outlives its call, and each string is a terminated copy.
enum Platform {
  static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }

  static let killSignal = SIGKILL

  static func isDiskFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// The system's words for an error number.
  static func errorText(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

  /// Blocks the signals that ask a program to stop, for this thread and those it makes.
  ///
  /// Broken pipes too: a child that ends before it has read its task must not take its parent along.
  static func blockInterrupts() {
    var set = stopSignals
    _ = unsafe sigaddset(&set, SIGPIPE)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for such a signal, which the calling thread must have blocked, and returns its number.
  static func awaitInterrupt() -> Int32 {
    var set = stopSignals
    var signal: Int32 = 0
    while unsafe sigwait(&set, &signal) != 0 {}
    return signal
  }

  /// Gives a signal back to whoever else waits for it in this process.
  static func passOn(_ signal: Int32) { _ = kill(getpid(), signal) }

  private static var stopSignals: sigset_t {
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for signal in [SIGINT, SIGTERM] { _ = unsafe sigaddset(&set, signal) }
    // Ignored under nohup(1), whose user means it. A blocked signal would arrive all the same.
    if !isIgnored(SIGHUP) { _ = unsafe sigaddset(&set, SIGHUP) }
    return set
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    let handler = unsafe action.__sigaction_handler.sa_handler
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Has the kernel end this process when the thread that started it ends.
  ///
  /// A replay whose run was killed would otherwise go on writing where the next run's stores lie. Looked up
  /// because Swift imports no function with variable arguments; on Linux it is called like any other.
  static func endWithParent() {
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    guard let symbol = unsafe dlsym(nil, "prctl") else { return }
    _ = unsafe unsafeBitCast(symbol, to: Control.self)(parentDeathSignal, UInt(SIGKILL), 0, 0, 0)
  }

  /// `PR_SET_PDEATHSIG` of prctl(2).
  private static let parentDeathSignal: Int32 = 1

  /// Whether somebody still holds the other end of a pipe that this process writes to.
  static func hasReader(_ descriptor: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe Glibc.poll(&poll, 1, 0) == 0 || poll.revents & Int16(POLLERR) == 0
  }
}

extension Platform {
  /// Makes a directory and those above it, or none of them; the result is those that were not there, the
  /// outermost first.
  @discardableResult
  static func makeDirectories(_ path: String) throws(RunError) -> [String] {
    var prefix = ""
    var made: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      prefix += "/" + part
      if makeDirectory(prefix) {
        made.append(prefix)
      } else if errno != EEXIST {
        let code = errno
        removeEmptyDirectories(made)
        throw .disk(operation: "making a directory", path: prefix, code: code)
      }
    }
    return made
  }

  /// Removes directories that were made one in the other, the innermost first, as far as they are empty.
  static func removeEmptyDirectories(_ made: [String]) { made.reversed().forEach(removeEmptyDirectory) }

  /// Opens a marker file, making it with its text if it is not there or empty, and locks it; −1 if another
  /// has the lock.
  static func lockFile(_ path: String, text: String) throws(RunError) -> Int32 {
    let descriptor = try openFile(path, O_RDWR | O_CREAT)
    guard lock(descriptor) else {
      _ = close(descriptor)
      return -1
    }
    if fileSize(descriptor) == 0, !write([UInt8](text.utf8), to: descriptor) {
      let code = errno
      _ = close(descriptor)
      removeFile(path)
      throw .disk(operation: "writing", path: path, code: code)
    }
    return descriptor
  }

  private static func openFile(
    _ path: String, _ flags: Int32, operation: String = "opening"
  ) throws(RunError) -> Int32 {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .disk(operation: operation, path: path, code: errno) }
    return descriptor
  }

  static func createFile(_ path: String) throws(RunError) -> Int32 {
    try openFile(path, O_WRONLY | O_CREAT | O_TRUNC, operation: "creating")
  }

  /// Opens a file that is there, to write in it.
  static func openForWriting(_ path: String) throws(RunError) -> Int32 { try openFile(path, O_WRONLY) }

  /// Opens a file or directory that is there, to read it.
  static func openForReading(_ path: String) throws(RunError) -> Int32 { try openFile(path, O_RDONLY) }

  /// All of a file.
  static func readFile(_ path: String) throws(RunError) -> [UInt8] {
    let descriptor = try openFile(path, O_RDONLY)
    defer { _ = close(descriptor) }
    return readAll(descriptor)
  }

  /// Takes the lock of an open file; false if another has it, and true too where there are no locks.
  static func lock(_ file: Int32) -> Bool { flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }

  static func rename(_ old: String, to new: String) throws(RunError) {
    guard unsafe Glibc.rename(old, new) == 0 else {
      throw .disk(operation: "renaming", path: new, code: errno)
    }
  }

  /// The `errno` of the call before.
  static var lastError: Int32 { errno }

  /// The length of a file and when it was changed last, since 1970; nil if it is not there.
  static func sizeAndAge(_ path: String) -> (bytes: UInt64, modifiedNanoseconds: UInt64)? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let seconds = UInt64(max(status.st_mtim.tv_sec, 0))
    return (UInt64(status.st_size), seconds * 1_000_000_000 + UInt64(status.st_mtim.tv_nsec))
  }

  /// Cuts a file back to a length and goes on writing there.
  static func cutBack(_ descriptor: Int32, to length: Int) {
    _ = ftruncate(descriptor, off_t(length))
    _ = lseek(descriptor, off_t(length), SEEK_SET)
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  static func removeEmptyDirectory(_ path: String) { _ = unsafe rmdir(path) }

  static func fileSize(_ descriptor: Int32) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  static func copyFile(_ from: String, to target: String) throws(RunError) {
    let source = try openFile(from, O_RDONLY)
    defer { _ = close(source) }
    let copy = try createFile(target)
    defer { _ = close(copy) }
    var left = fileSize(source)
    while left > 0 {
      let count = sendfile(copy, source, nil, left)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .disk(operation: "copying", path: target, code: errno) }
      left -= count
    }
  }

  /// The length of a regular file; nil for anything else.
  static func regularFileSize(_ path: String) -> UInt64? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return UInt64(status.st_size)
  }

  /// Sends a file or directory to the disk.
  static func sync(_ path: String) throws(RunError) {
    let descriptor = try openFile(path, O_RDONLY)
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .disk(operation: "syncing", path: path, code: errno) }
  }

  /// Sends everything that waits anywhere to its disk.
  static func syncEverything() { Glibc.sync() }

  /// Drops a file's bytes from the page cache, and says how many are still there.
  ///
  /// Only where some stay is the file sent to the disk and dropped again: even for a clean file a sync costs
  /// a flush of the device.
  static func dropCachedBytes(_ path: String) throws(RunError) -> Int {
    let descriptor = try openFile(path, O_RDONLY)
    defer { _ = close(descriptor) }
    try drop(descriptor, path)
    guard try cachedBytes(descriptor, path) > 0 else { return 0 }
    guard fsync(descriptor) == 0 else { throw .disk(operation: "syncing", path: path, code: errno) }
    try drop(descriptor, path)
    return try cachedBytes(descriptor, path)
  }

  private static func drop(_ descriptor: Int32, _ path: String) throws(RunError) {
    let code = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    guard code == 0 else { throw .disk(operation: "dropping from memory", path: path, code: code) }
  }

  /// How many bytes of a file lie in memory, in whole pages.
  private static func cachedBytes(_ descriptor: Int32, _ path: String) throws(RunError) -> Int {
    let size = fileSize(descriptor)
    guard size > 0 else { return 0 }
    guard let memory = unsafe mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { throw .disk(operation: "mapping", path: path, code: errno) }
    defer { _ = unsafe munmap(memory, size) }
    let pageSize = Int(getpagesize())
    var flags = [UInt8](repeating: 0, count: (size + pageSize - 1) / pageSize)
    guard unsafe mincore(memory, size, &flags) == 0 else {
      throw .disk(operation: "asking what is in memory", path: path, code: errno)
    }
    // Only the lowest bit is defined.
    return flags.count { $0 & 1 == 1 } * pageSize
  }

  /// Sleeps as long as the kernel will have it, and no shorter.
  static func sleep(nanoseconds: UInt64) {
    var left = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    var remaining = timespec()
    while unsafe nanosleep(&left, &remaining) != 0, errno == EINTR { left = remaining }
  }

  /// A tenth of a second.
  static func pause() { usleep(100_000) }

  /// Free bytes for an ordinary user on the file system of a path.
  static func freeBytes(_ path: String) -> UInt64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }
}

/// Held from the making of a child's pipes until it runs: a child that another thread starts in between would
/// inherit their ends and keep them open.
private let spawning = Mutex(())

/// A child process that has ended.
struct EndedChild {
  var exitCode: Int32?
  var signal: Int32?
  var reply: [UInt8] = []
  /// The last line on its standard error.
  var lastWords = ""
  var wasInterrupted = false
  var hasHung = false
}

extension Platform {
  /// Starts a program, gives it input, and collects its answer and its complaints until it ends.
  ///
  /// Standard input, standard error and the reply descriptor are pipes; standard output goes nowhere. The
  /// child gets no blocked signals, whatever this process blocks. It is ended if an interruption is
  /// requested, or if it `hasHung`, which is asked again and again; `hear` gets its answer piece by piece.
  static func spawn(
    _ path: String, _ words: [String], environment: [String: String], input: [UInt8],
    isInterrupted: () -> Bool, hasHung: () -> Bool = { false }, hear: ([UInt8]) -> Void = { _ in }
  ) throws(RunError) -> EndedChild {
    let started = try spawning.withLock { _ throws(RunError) in try Started(path, words, environment) }
    _ = write(input, to: started.task)
    _ = close(started.task)
    var child = EndedChild()
    let errors = collect(started, &child, isInterrupted, hasHung, hear)
    for end in [started.reply, started.complaints] { _ = close(end) }
    reap(started.process, &child)
    // Ctrl-C reaches the child as well, which may have ended of it before this process has heard of it.
    if let signal = child.signal, isStop(signal) {
      for _ in 0..<interruptLooks where !isInterrupted() { pause() }
    }
    if child.signal != nil, isInterrupted() { child.wasInterrupted = true }
    child.lastWords =
      String(decoding: errors, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    return child
  }

  /// Whether a signal is one that asks a program to stop.
  private static func isStop(_ signal: Int32) -> Bool { [SIGINT, SIGTERM, SIGHUP].contains(signal) }

  /// A second in all: the thread that hears of signals may have to wait for a core that long.
  private static let interruptLooks = 10

  /// A running child, with this side's ends of its pipes.
  private struct Started {
    let process: pid_t
    let task: Int32
    let reply: Int32
    let complaints: Int32

    init(_ path: String, _ words: [String], _ environment: [String: String]) throws(RunError) {
      let task = try Pipe()
      let reply = try Pipe()
      let complaints = try Pipe()
      do throws(RunError) {
        process = try start(
          path, words, environment, moving: [(task.read, 0), (complaints.write, 2), (reply.write, 3)])
      } catch {
        for pipe in [task, reply, complaints] { pipe.close() }
        throw error
      }
      for end in [task.read, reply.write, complaints.write] { _ = Glibc.close(end) }
      self.task = task.write
      self.reply = reply.read
      self.complaints = complaints.read
    }
  }

  private struct Pipe {
    var read: Int32
    var write: Int32

    init() throws(RunError) {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else {
        throw .child("a pipe could not be made: \(Platform.errorText(errno))")
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      read = ends[0]
      write = ends[1]
    }

    func close() {
      _ = Glibc.close(read)
      _ = Glibc.close(write)
    }
  }

  private static func start(
    _ path: String, _ words: [String], _ additions: [String: String], moving: [(from: Int32, to: Int32)]
  ) throws(RunError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    for move in moving { unsafe posix_spawn_file_actions_adddup2(&actions, move.from, move.to) }
    var noSignals = sigset_t()
    _ = unsafe sigemptyset(&noSignals)
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var arguments = unsafe ([path] + words).map { unsafe strdup($0) } + [nil]
    var variables = unsafe childEnvironment(additions).map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + variables).forEach { word in unsafe free(word) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw .child("'\(path)' could not be started: \(errorText(code))") }
    return process
  }

  private static func childEnvironment(_ additions: [String: String]) -> [String] {
    var variables: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      let name = text.prefix { $0 != "=" }
      if additions[String(name)] == nil { variables.append(text) }
      unsafe next += 1
    }
    return variables + additions.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// Reads both pipes until the child has closed them.
  private static func collect(
    _ started: Started, _ child: inout EndedChild, _ isInterrupted: () -> Bool, _ hasHung: () -> Bool,
    _ hear: ([UInt8]) -> Void
  ) -> [UInt8] {
    var errors: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var polls = [started.reply, started.complaints].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while polls.contains(where: { $0.fd >= 0 }) {
      _ = unsafe poll(&polls, nfds_t(polls.count), pollMilliseconds)
      for index in polls.indices where polls[index].fd >= 0 && polls[index].revents != 0 {
        let count = unsafe chunk.withUnsafeMutableBytes {
          unsafe Glibc.read(polls[index].fd, $0.baseAddress, $0.count)
        }
        guard count > 0 else {
          if count < 0, errno == EINTR { continue }
          polls[index].fd = -1
          continue
        }
        if index == 0 {
          child.reply += chunk[..<count]
          hear(Array(chunk[..<count]))
        } else {
          errors += chunk[..<count]
        }
      }
      if !child.hasHung, hasHung() {
        child.hasHung = true
        _ = kill(started.process, SIGKILL)
      }
      if !child.wasInterrupted, isInterrupted() {
        child.wasInterrupted = true
        _ = kill(started.process, SIGKILL)
      }
    }
    return errors
  }

  private static func reap(_ process: pid_t, _ child: inout EndedChild) {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    if signal == 0 { child.exitCode = status >> 8 & 0xFF } else { child.signal = signal }
  }

  /// How long an interruption may go unnoticed while a child is silent.
  private static let pollMilliseconds: Int32 = 50
}

/// Single calls for `DeviceProbe`, which times them; each says whether it succeeded.
extension Platform {
  static func openFile(_ path: String, creating: Bool) -> Int32 {
    unsafe open(path, O_RDWR | O_CLOEXEC | (creating ? O_CREAT | O_TRUNC : 0), 0o644)
  }

  static func openDirectory(_ path: String) -> Int32 { unsafe open(path, O_RDONLY | O_CLOEXEC) }

  static func writeBytes(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
    unsafe pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count
  }

  static func readBytes(_ bytes: inout [UInt8], from descriptor: Int32, at offset: Int) -> Bool {
    let count = bytes.count
    return unsafe pread(descriptor, &bytes, count, off_t(offset)) == count
  }

  static func syncFile(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }
  /// Sends the content of an open file to the disk.
  static func syncData(_ descriptor: Int32) -> Bool { fdatasync(descriptor) == 0 }
  static func setLength(_ descriptor: Int32, _ length: Int) -> Bool {
    ftruncate(descriptor, off_t(length)) == 0
  }
  static func renameFile(_ path: String, to target: String) -> Bool {
    unsafe Glibc.rename(path, target) == 0
  }
  static func linkFile(_ path: String, to target: String) -> Bool { unsafe link(path, target) == 0 }
  @discardableResult
  static func removeFile(_ path: String) -> Bool { unsafe unlink(path) == 0 }
  static func makeDirectory(_ path: String) -> Bool { unsafe mkdir(path, 0o755) == 0 }
  static func removeDirectory(_ path: String) -> Bool { unsafe rmdir(path) == 0 }
  /// A call that does next to nothing in the kernel.
  static func askFlags(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFL) >= 0 }
  /// Sets space aside; false where the file system can't.
  static func setAside(_ descriptor: Int32, _ length: Int) -> Bool {
    posix_fallocate(descriptor, 0, off_t(length)) == 0
  }
}
