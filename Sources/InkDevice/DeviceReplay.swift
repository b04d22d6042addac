// DeviceReplay.swift of InkBench: one file for an app or a test target; it needs nothing but Foundation.

import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Repeats the file calls of a benchmark run on this device, and says how long they take here.
///
///     let replay = try DeviceReplay(script: url, directory: FileManager.default.temporaryDirectory)
///     let timings = try replay.run()
///     print(timings.summary, try timings.deviceFile(.full), separator: "\n")
///
/// Method. `inkbench device export` writes which calls the stores of a run made, without contents. A pass
/// makes the files as they were when the recording began, synced, and then makes each call again, each under
/// the clock alone. What is written is random and prepared before. A script does not say in which directory a
/// file lay, so all lie in one, and syncing any directory syncs that one. Passes with different syncs take
/// turns; the first of each is a warm-up. Two cases of the program's own follow, with reads and writes of
/// many sizes, one of them past the system's memory. A pass ends by comparing the lengths of the files with
/// those that the script leads to. Everything lies in a directory that the pass makes and removes.
public struct DeviceReplay: Sendable {
  /// How syncs are made: everything that the script syncs, files and directories.
  public enum Sync: String, CaseIterable, Sendable {
    /// By `fsync`; on Linux by `fdatasync` where the script has that.
    case fsync
    /// By `F_BARRIERFSYNC`; on Linux, which has no such call, by `fdatasync`.
    case barrier
    /// By `F_FULLFSYNC`; on Linux by `fsync`.
    case full
  }

  /// Why a replay stopped, as a sentence.
  public struct Failure: Error, CustomStringConvertible, Sendable {
    public let description: String
    init(_ description: String) { self.description = description }
  }

  public let script: OperationFile
  private let directory: String

  /// Reads a script; the directory must be there, on the disk that is to be measured.
  public init(script: URL, directory: URL) throws {
    do { self.script = try OperationFile(Data(contentsOf: script)) } catch let failure as Failure {
      throw Failure("\(script.lastPathComponent): \(failure)")
    } catch {
      throw Failure("\(script.lastPathComponent) can't be read: \(error.localizedDescription)")
    }
    self.directory = directory.path
  }

  /// Replays every case: for each way of syncing a warm-up and so many passes, in turn.
  ///
  /// `progress` is told the part that is done, from 0 to 1. A save can take 20 ms and more with `full`, so a
  /// long script takes minutes. Use a release build, and let the device do nothing else.
  public func run(
    sync modes: [Sync] = Sync.allCases, passes: Int = 5, progress: (Double) throws -> Void = { _ in }
  ) throws -> DeviceTimings {
    let passes = max(passes, 1)
    var timings = DeviceTimings(
      cases: script.cases + [.calibration(isCold: false), .calibration(isCold: true)], script: script)
    let count = Double(timings.cases.count * (passes + 1) * modes.count)
    var done = 0.0
    for (index, operations) in timings.cases.enumerated() {
      for pass in 0...passes {
        for mode in modes {
          let timing = try self.pass(of: operations, sync: mode)
          if pass > 0 { timings.passes[index][mode, default: []].append(timing) }
          done += 1
          try progress(done / count)
        }
      }
    }
    timings.blockBytes = System.blockBytes(at: directory)
    timings.kernelSpeeds = Kernel.bytesPerSecond()
    return timings
  }

  /// Replays one case once; `observe` is called before the first call, with true, and after the last, with
  /// false.
  public func pass(
    of operations: OperationFile.Case, sync: Sync, observe: (_ isRunning: Bool) -> Void = { _ in }
  ) throws -> PassTiming {
    let free = System.freeBytes(at: directory)
    guard free > operations.peakBytes else {
      throw Failure("'\(operations.name)' needs \(operations.peakBytes) bytes, and \(free) are free")
    }
    let root = "\(directory)/inkbench-replay-\(UUID().uuidString)"
    guard mkdir(root, 0o755) == 0 else {
      throw Failure("nothing can be made in '\(directory)': \(System.words(errno))")
    }
    defer { try? FileManager.default.removeItem(atPath: root) }
    let disk = ReplayDisk(operations, root: root)
    do {
      try disk.prepare()
      observe(true)
      let timing = try disk.run(sync)
      observe(false)
      try disk.check()
      return timing
    } catch let failure as Failure {
      throw Failure("'\(operations.name)', \(failure)")
    }
  }
}

// MARK: - The script

/// The calls of all cases of a run, as `inkbench device export` writes them.
///
/// A JSON value a line: a header; for each case a line about it, and for each step an array of integers:
/// phase, intended start in milliseconds, computing in nanoseconds, and for each call kind, role, file,
/// target or -1, offset, length, recorded nanoseconds. Kinds, roles and phases are places in the header's
/// lists. A file is four integers: whether it is a directory, whether it is there at the start, its length
/// then, and at the end or -1. The last line has the FNV-1a hash of all bytes before it.
public struct OperationFile: Sendable {
  public static let schema = "inkbench-script/1"

  public enum Kind: String, CaseIterable, Sendable {
    case open, create, read, write, truncate, allocate, sync, rename, link, remove, close, other
    case syncData = "sync-data", syncDirectory = "sync-directory"
    case makeDirectory = "make-directory", removeDirectory = "remove-directory"
    public var isSync: Bool { self == .sync || self == .syncData || self == .syncDirectory }
    var movesBytes: Bool { self == .read || self == .write }
  }

  public struct Call: Sendable {
    public var kind: Kind
    public var file: Int
    /// The file whose name this one takes, or -1.
    public var target = -1
    public var offset = 0, length = 0, recordedNanoseconds = 0
  }

  public struct Step: Sendable {
    public var phase: String
    public var intendedMilliseconds: Int
    /// The places of its calls among the case's.
    public var calls: Range<Int>
  }

  /// A file before and after; `finalLength` is nil for what then has no name, and for directories.
  public struct File: Sendable {
    public var isDirectory: Bool, existsAtStart: Bool, initialLength: Int, finalLength: Int?
  }

  public struct Case: Sendable {
    public var name: String
    public var files: [File], steps: [Step] = [], calls: [Call] = []
    public var peakBytes: Int
    /// Whether files are kept out of memory, as far as the system lets them.
    var isCold = false
  }

  public private(set) var cases: [Case] = []
  /// How fast the encoding kernel ran where the script was exported.
  public let kernelBytesPerSecond: Double

  private struct Header: Decodable {
    var caseCount: Int, kinds, phases: [String], kernelBytesPerSecond: Double
  }
  private struct CaseLine: Decodable {
    var name: String, files: [[Int]], callCount, peakBytes, stepCount: Int
  }
  private struct Schema: Decodable { var schema: String }
  private struct End: Decodable { var fnv1a: String }

  /// Reads a script from its bytes, and refuses one that is damaged or asks for what can't be.
  public init(_ data: Data) throws {
    let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
    let json = JSONDecoder()
    guard let version = (try? json.decode(Schema.self, from: lines.first ?? Data()))?.schema,
      version.hasPrefix("inkbench-script/")
    else { throw DeviceReplay.Failure("this is no script of 'inkbench device export'") }
    guard version == Self.schema else {
      throw DeviceReplay.Failure("its version is '\(version)', and '\(Self.schema)' is read here")
    }
    let damage = DeviceReplay.Failure("it is cut off or damaged; export it again")
    guard lines.count > 2, lines[lines.count - 1].isEmpty,
      let end = try? json.decode(End.self, from: lines[lines.count - 2]),
      end.fnv1a == String(hash(data[..<lines[lines.count - 2].startIndex]), radix: 16),
      let header = try? json.decode(Header.self, from: lines[0])
    else { throw damage }
    let kinds = try header.kinds.map { word in
      if let kind = Kind(rawValue: word) { return kind }
      throw DeviceReplay.Failure("'\(word)' is no kind of call")
    }
    kernelBytesPerSecond = header.kernelBytesPerSecond
    var rest = lines[1..<lines.count - 2]
    while let first = rest.popFirst() {
      guard let line = try? json.decode(CaseLine.self, from: first), (0...rest.count).contains(line.stepCount)
      else { throw damage }
      var new = try Case(line.name, line.files, peakBytes: line.peakBytes)
      for _ in 0..<line.stepCount {
        guard let step = rest.popFirst(), let numbers = try? json.decode([Int].self, from: step),
          new.add(numbers, kinds, header.phases)
        else {
          throw DeviceReplay.Failure(
            "line \(rest.startIndex) is no step, or names what is not there, or is out of bounds (64 GiB a file, "
              + "256 MiB a call)")
        }
      }
      guard new.calls.count == line.callCount else { throw damage }
      cases.append(new)
    }
    guard cases.count == header.caseCount else { throw damage }
  }
}

extension OperationFile.Case {
  /// No file of a store is longer, and no call moves more.
  private static let fileBytes = 0...64 << 30, callBytes = 0...256 << 20

  fileprivate init(_ name: String, _ numbers: [[Int]], peakBytes: Int) throws {
    files = try numbers.map { file in
      guard file.count == 4, Self.fileBytes.contains(file[2]),
        file[3] == -1 || Self.fileBytes.contains(file[3])
      else { throw DeviceReplay.Failure("'\(name)' has a file longer than 64 GiB, or none") }
      return OperationFile.File(
        isDirectory: file[0] == 1, existsAtStart: file[1] == 1, initialLength: file[2],
        finalLength: file[3] < 0 ? nil : file[3])
    }
    (self.name, self.peakBytes) = (name, max(peakBytes, 0))
  }

  /// Adds the step of a line; false if it is none.
  fileprivate mutating func add(
    _ numbers: [Int], _ kinds: [OperationFile.Kind], _ phases: [String]
  ) -> Bool {
    guard numbers.count % 7 == 3, phases.indices.contains(numbers[0]), numbers[1] >= 0 else { return false }
    let start = calls.count
    for at in stride(from: 3, to: numbers.count, by: 7) {
      guard kinds.indices.contains(numbers[at]) else { return false }
      let call = OperationFile.Call(
        kind: kinds[numbers[at]], file: numbers[at + 2], target: numbers[at + 3], offset: numbers[at + 4],
        length: numbers[at + 5], recordedNanoseconds: numbers[at + 6])
      guard files.indices.contains(call.file), call.target == -1 || files.indices.contains(call.target),
        Self.fileBytes.contains(call.offset), call.recordedNanoseconds >= 0,
        (call.kind.movesBytes ? Self.callBytes : Self.fileBytes).contains(call.length)
      else { return false }
      calls.append(call)
    }
    steps.append(
      OperationFile.Step(
        phase: phases[numbers[0]], intendedMilliseconds: numbers[1], calls: start..<calls.count))
    return true
  }

  /// The program's own case: calls of many kinds, with 4 KiB to 8 MiB, perhaps past the system's memory.
  static func calibration(isCold: Bool) -> Self {
    let kinds: [OperationFile.Kind] = [
      .create, .write, .sync, .close, .rename, .syncDirectory, .open, .read, .write, .syncData, .truncate,
      .close, .remove,
    ]
    // A file that is made, and the directory.
    guard var new = try? Self("calibration", [[0, 0, 0, -1], [1, 1, 0, -1]], peakBytes: 1 << 24) else {
      preconditionFailure("these files are within all bounds")
    }
    new.isCold = isCold
    for size in Array(repeating: [12, 16, 20, 23], count: 4).joined() {
      new.calls += kinds.map {
        OperationFile.Call(
          kind: $0, file: $0 == .syncDirectory ? 1 : 0, length: $0.movesBytes ? 1 << size : 0)
      }
    }
    new.steps = [OperationFile.Step(phase: new.name, intendedMilliseconds: 0, calls: new.calls.indices)]
    return new
  }
}

private func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

// MARK: - The disk

/// How long each call of a pass took, in the order of the case's calls.
public struct PassTiming: Sendable {
  public var nanoseconds: [Int] = []
  /// Syncs for which the file system refused the stronger call, and `fsync` was made in its place.
  public var plainSyncCount = 0
}

/// The files of a case on the disk, and the calls on them.
private final class ReplayDisk {
  private typealias Outcome = (result: Int32, code: Int32, nanoseconds: Int)

  private let operations: OperationFile.Case
  private let root: String
  /// A file can have several names, by links, and be open several times; calls take the last of each.
  private var names: [[String]]
  private var descriptors: [[Int32]]
  private var rootDescriptor: Int32 = -1
  private var nameCount = 0, writeCount = 0
  /// What is written: random, so that nothing on the way to the flash makes it smaller.
  private let content: UnsafeMutableRawBufferPointer
  private let scratch: UnsafeMutableRawBufferPointer

  private static let chunkBytes = 1 << 20

  init(_ operations: OperationFile.Case, root: String) {
    (self.operations, self.root) = (operations, root)
    names = operations.files.map { _ in [] }
    descriptors = names.map { _ in [] }
    let longest = operations.calls.lazy.filter(\.kind.movesBytes).map(\.length).max() ?? 0
    content = .allocate(byteCount: longest / 8 * 8 + 2 * Self.chunkBytes, alignment: 16)
    scratch = .allocate(byteCount: longest + 1, alignment: 16)
    scratch.initializeMemory(as: UInt8.self, repeating: 0)
    var state: UInt64 = 1
    for offset in stride(from: 0, to: content.count, by: 8) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      content.storeBytes(of: state ^ (state >> 29), toByteOffset: offset, as: UInt64.self)
    }
  }

  deinit {
    for descriptor in descriptors.joined() + [rootDescriptor] where descriptor >= 0 { close(descriptor) }
    content.deallocate()
    scratch.deallocate()
  }

  /// Makes the files as they were when the recording began, synced.
  func prepare() throws {
    for (file, about) in operations.files.enumerated() where about.existsAtStart {
      if about.isDirectory {
        try require(mkdir(currentName(file), 0o755), "make a directory")
        continue
      }
      let descriptor = System.open(currentName(file), O_RDWR | O_CREAT | O_EXCL)
      try require(descriptor, "make a file")
      defer { close(descriptor) }
      for start in stride(from: 0, to: about.initialLength, by: Self.chunkBytes) {
        let count = min(Self.chunkBytes, about.initialLength - start)
        try require(System.write(descriptor, fresh(count), at: start), "write \(about.initialLength) bytes")
      }
      try require(fsync(descriptor), "sync a file")
    }
    rootDescriptor = System.open(root, O_RDONLY | O_DIRECTORY)
    try require(fsync(rootDescriptor), "sync a directory")
  }

  /// Makes every call, and says how long each took.
  func run(_ sync: DeviceReplay.Sync) throws -> PassTiming {
    var timing = PassTiming()
    timing.nanoseconds.reserveCapacity(operations.calls.count)
    for (number, step) in operations.steps.enumerated() {
      for call in operations.calls[step.calls] {
        let isThere = !names[call.file].isEmpty
        let outcome = carryOut(call, sync, &timing.plainSyncCount)
        // A recorded call can have failed for the same reasons, and closed what was open from before.
        let isExpected = outcome.code == ENOENT ? !isThere : outcome.code == EEXIST || call.kind == .close
        guard outcome.result >= 0 || isExpected else {
          throw DeviceReplay.Failure(
            "step \(number + 1): \(call.kind.rawValue), \(call.length) bytes: \(System.words(outcome.code))")
        }
        timing.nanoseconds.append(outcome.nanoseconds)
      }
    }
    return timing
  }

  /// Compares the lengths of the files with those that the script leads to.
  func check() throws {
    for (file, about) in operations.files.enumerated() {
      guard let expected = about.finalLength else { continue }
      guard let name = names[file].last else {
        throw DeviceReplay.Failure("file \(file) has no name, and should have \(expected) bytes")
      }
      var status = stat()
      guard stat(name, &status) == 0, Int(status.st_size) == expected else {
        throw DeviceReplay.Failure("file \(file) has \(status.st_size) bytes, and should have \(expected)")
      }
    }
  }

  private func carryOut(
    _ call: OperationFile.Call, _ sync: DeviceReplay.Sync, _ plainSyncCount: inout Int
  ) -> Outcome {
    let file = call.file
    let name = names[file].last ?? "\(root)/none"
    switch call.kind {
    case .open, .create:
      let isDirectory = operations.files[file].isDirectory
      let path = isDirectory ? root : call.kind == .create ? currentName(file) : name
      let flags = isDirectory ? O_RDONLY : call.kind == .create ? O_RDWR | O_CREAT | O_TRUNC : O_RDWR
      let outcome = timed { System.open(path, flags) }
      if outcome.result >= 0 { descriptors[file].append(outcome.result) }
      if operations.isCold { System.keepOutOfMemory(outcome.result) }
      return outcome
    case .makeDirectory:
      let path = currentName(file)
      return timed { mkdir(path, 0o755) }
    case .remove, .removeDirectory:
      let outcome = timed { call.kind == .remove ? unlink(name) : rmdir(name) }
      if outcome.result == 0 { names[file].removeLast() }
      return outcome
    case .rename, .link:
      nameCount += 1
      let new = call.target >= 0 ? currentName(call.target) : "\(root)/n\(nameCount)"
      let outcome = timed { call.kind == .rename ? rename(name, new) : link(name, new) }
      guard outcome.result == 0 else { return outcome }
      if call.kind == .rename {
        if call.target >= 0 { _ = names[call.target].popLast() }
        _ = names[file].popLast()
        names[file].append(new)
      } else {
        names[file].insert(new, at: 0)
      }
      return outcome
    case .close:
      let descriptor = descriptors[file].popLast() ?? -1
      return timed { close(descriptor) }
    case .other:
      // A recorded call that failed, or that the script has no word for: a look at the name stands for it.
      let outcome = timed { access(name, F_OK) }
      return (0, 0, outcome.nanoseconds)
    case .read, .write, .truncate, .allocate, .sync, .syncData, .syncDirectory:
      let descriptor = descriptor(of: file)
      let bytes = call.kind == .write ? fresh(call.length) : UnsafeRawBufferPointer(scratch)
      let offset = off_t(call.offset)
      return timed {
        switch call.kind {
        case .read: Int32(clamping: pread(descriptor, scratch.baseAddress, call.length, offset))
        case .write: System.write(descriptor, bytes, at: call.offset)
        case .truncate: ftruncate(descriptor, offset)
        case .allocate: System.allocate(descriptor, offset, off_t(call.length))
        default: System.sync(descriptor, sync, dataOnly: call.kind == .syncData, &plainSyncCount)
        }
      }
    }
  }

  private func timed(_ call: () -> Int32) -> Outcome {
    let start = System.nanoseconds()
    let result = call()
    let code = errno
    return (result, code, Int(System.nanoseconds() &- start))
  }

  private func currentName(_ file: Int) -> String {
    if names[file].isEmpty { names[file].append("\(root)/f\(file)") }
    return names[file][names[file].count - 1]
  }

  /// The last descriptor of a file; one that the script has from before its first call is opened now.
  private func descriptor(of file: Int) -> Int32 {
    if let open = descriptors[file].last { return open }
    if operations.files[file].isDirectory { return rootDescriptor }
    descriptors[file].append(System.open(currentName(file), O_RDWR | O_CREAT))
    return descriptors[file][0]
  }

  /// So many bytes that were not written the last time.
  private func fresh(_ count: Int) -> UnsafeRawBufferPointer {
    writeCount += 1
    let start = writeCount &* 4_160 % Self.chunkBytes
    return UnsafeRawBufferPointer(rebasing: content[start..<start + count])
  }

  private func require(_ result: Int32, _ what: String) throws {
    if result < 0 { throw DeviceReplay.Failure("this disk can't \(what): \(System.words(errno))") }
  }
}

/// The calls of the system, which differ between Darwin and Linux.
private enum System {
  static func open(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
      return Darwin.open(path, flags | O_CLOEXEC, 0o644)
    #else
      return Glibc.open(path, flags | O_CLOEXEC, 0o644)
    #endif
  }

  /// Writes all of it; -1 and `errno` if that fails.
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    var done = 0
    repeat {
      let start = bytes.baseAddress.map { $0 + done }
      let count = pwrite(descriptor, start, bytes.count - done, off_t(offset + done))
      if count < 0, errno != EINTR { return -1 }
      done += max(count, 0)
    } while done < bytes.count
    return 0
  }

  static func allocate(_ descriptor: Int32, _ offset: off_t, _ length: off_t) -> Int32 {
    #if canImport(Darwin)
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_size < offset + length else { return 0 }
      var space = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: offset + length - status.st_size, fst_bytesalloc: 0)
      return fcntl(descriptor, F_PREALLOCATE, &space) < 0 ? -1 : ftruncate(descriptor, offset + length)
    #else
      errno = posix_fallocate(descriptor, offset, length)
      return errno == 0 ? 0 : -1
    #endif
  }

  /// Syncs; a file system that refuses the stronger call is asked for `fsync`, and that is counted.
  static func sync(
    _ descriptor: Int32, _ sync: DeviceReplay.Sync, dataOnly: Bool, _ plainSyncCount: inout Int
  ) -> Int32 {
    #if canImport(Darwin)
      guard sync != .fsync else { return fsync(descriptor) }
      let result = fcntl(descriptor, sync == .full ? F_FULLFSYNC : F_BARRIERFSYNC)
      guard result < 0, errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { return result }
      plainSyncCount += 1
      return fsync(descriptor)
    #else
      return sync == .barrier || (sync == .fsync && dataOnly) ? fdatasync(descriptor) : fsync(descriptor)
    #endif
  }

  static func keepOutOfMemory(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_NOCACHE, 1)
    #else
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    #endif
  }

  static func nanoseconds() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_RAW, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }

  static func freeBytes(at path: String) -> Int {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return Int.max }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }

  static func blockBytes(at path: String) -> Double {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? Double(max(status.f_frsize, 512)) : 4_096
  }

  static func words(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// What the device calls itself, such as `iPad14,3`.
  static var model: String {
    var about = utsname()
    uname(&about)
    return withUnsafeBytes(of: &about.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

// MARK: - What came of it

/// What a replay measured.
public struct DeviceTimings: Sendable {
  /// The script's cases, and two of the program's own.
  public let cases: [OperationFile.Case]
  public let script: OperationFile
  /// The passes of each case.
  public internal(set) var passes: [[DeviceReplay.Sync: [PassTiming]]]
  /// How fast the encoding kernel ran, pass by pass; empty in a debug build.
  public internal(set) var kernelSpeeds: [Double] = []
  public internal(set) var blockBytes = 4_096.0

  init(cases: [OperationFile.Case], script: OperationFile) {
    (self.cases, self.script) = (cases, script)
    passes = cases.map { _ in [:] }
  }

  /// A line for each case and way of syncing: the medians of what its passes took, beside the recording.
  public var summary: String {
    var lines = script.cases.enumerated().flatMap { index, operations in
      DeviceReplay.Sync.allCases.compactMap { sync -> String? in
        guard let passes = passes[index][sync] else { return nil }
        let (file, flush) = (
          Self.median(passes, operations, inSync: false), Self.median(passes, operations, inSync: true)
        )
        let recorded = Double(operations.calls.reduce(0) { $0 + $1.recordedNanoseconds })
        return "\(operations.name), \(sync.rawValue): file \(Self.text(file)), sync \(Self.text(flush)); "
          + "recorded: \(Self.text(recorded)) together"
      }
    }
    let plain = passes.lazy.flatMap(\.values).joined().reduce(0) { $0 + $1.plainSyncCount }
    if plain > 0 { lines.append("\(plain) syncs were refused, and made by fsync instead") }
    lines.append("encoding kernel: sum \(Kernel.pass()), \(kernelSpeeds.count) passes")
    return lines.joined(separator: "\n")
  }

  private static func text(_ nanoseconds: Double) -> String { String(format: "%.3f ms", nanoseconds / 1e6) }

  private static func median(
    _ passes: [PassTiming], _ operations: OperationFile.Case, inSync: Bool
  ) -> Double {
    Estimate(
      passes.map { pass in
        zip(operations.calls, pass.nanoseconds).reduce(0) { sum, timed in
          sum + (timed.0.kind.isSync == inSync ? Double(timed.1) : 0)
        }
      })?.value ?? 0
  }

  /// The device as a file for `--device`, with syncs made in one of the ways that were replayed.
  public func deviceFile(_ sync: DeviceReplay.Sync) throws -> String {
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    let source = "measured by DeviceReplay on \(System.model), \(system), with \(sync.rawValue)"
    let samples = self.samples(sync)
    // A flush that outlasts the bytes leaves little of a sync's time; a quarter of it is the least that is
    // theirs.
    func rate(_ wanted: [Sample], less flush: Double = 0) -> Estimate? {
      let large = wanted.filter { $0.bytes >= 1_048_576 }
      return Estimate(large.map { $0.bytes / max($0.nanoseconds - flush, $0.nanoseconds / 4) * 1e9 })
    }
    let warm = samples.filter { !$0.isCold }
    // A small sync moves bytes too: its flush is what they leave of it at the rate of the large ones.
    func waits(_ kind: OperationFile.Kind, at bytesPerSecond: Double) -> [Double] {
      warm.filter { $0.kind == kind && $0.bytes <= 65_536 }.map {
        max($0.nanoseconds - $0.bytes / bytesPerSecond * 1e9, 0)
      }
    }
    // Rate and flush need each other. Begun with a flush that holds all of a small sync, the error left by
    // one more turn is that of the first by the ratio of small bytes to large, a sixteenth at most.
    guard let copy = rate(warm.filter { $0.kind == .write }),
      let gross = rate(warm.filter { $0.kind.isSync }),
      let whole = Estimate(waits(.sync, at: .infinity)),
      let rough = rate(warm.filter { $0.kind.isSync }, less: whole.value),
      let flush = Estimate(waits(.sync, at: rough.value)),
      var write = rate(warm.filter { $0.kind.isSync }, less: flush.value),
      let read = rate(samples.filter { $0.isCold && $0.kind == .read }),
      let other = Estimate(warm.filter { !$0.kind.isSync && !$0.kind.movesBytes }.map(\.nanoseconds))
    else { throw DeviceReplay.Failure("nothing was replayed with \(sync.rawValue)") }
    write.low = min(write.low, gross.low)
    let calls = Dictionary(grouping: warm.filter { !$0.kind.isSync && $0.bytes <= 4_096 }, by: \.kind)
    let costs = calls.compactMapValues { samples in
      Estimate(samples.map { max($0.nanoseconds - $0.bytes / copy.value * 1e9, 0) })
    }
    let factor = Estimate(kernelSpeeds.map { script.kernelBytesPerSecond / $0 })
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789."
    let name = String("\(System.model)-\(sync.rawValue)".lowercased().map { letters.contains($0) ? $0 : "-" })
    let device: [String: Any] = [
      "schema": "inkbench-device/1",
      "name": name,
      "about": "\(System.model), \(system), as DeviceReplay measured it; syncs by \(sync.rawValue).",
      "bandwidth": [
        "readBytesPerSecond": read.figure(source), "writeBytesPerSecond": write.figure(source),
        "copyBytesPerSecond": copy.figure(source),
      ],
      "calls": costs.merging([.other: other]) { measured, _ in measured }
        .sorted { $0.key.rawValue < $1.key.rawValue }
        .map { ["kind": $0.key.rawValue, "nanoseconds": $0.value.figure(source)] as [String: Any] },
      "flushes": OperationFile.Kind.allCases.filter(\.isSync).compactMap { kind -> [String: Any]? in
        let flushes = waits(kind, at: write.value)
        guard let p50 = Estimate(flushes), let p95 = Estimate(flushes, quantile: 0.95) else { return nil }
        return [
          "kind": kind.rawValue, "p50Nanoseconds": p50.figure(source), "p95Nanoseconds": p95.figure(source),
        ]
      },
      "fileSystem": [
        "blockBytes": Estimate(blockBytes).figure("statvfs on \(System.model)"),
        "memoryPageBytes": Estimate(Double(sysconf(Int32(_SC_PAGESIZE)))).figure(
          "sysconf on \(System.model)"),
        "metadataBytesPerCommit": Estimate(16_384, 4_096, 65_536).figure("no call tells it", "assumed"),
        "writebackMilliseconds": Estimate(5_000, 1_000, 30_000).figure("no call tells it", "assumed"),
      ],
      "processor": [
        "timeFactor": factor?.figure(source)
          ?? Estimate(1, 0.25, 4).figure("a debug build, whose speed says nothing", "assumed"),
        "referenceKernelBytesPerSecond": Estimate(script.kernelBytesPerSecond)
          .figure("measured where the script was exported"),
      ],
      "endurance": NSNull(),
    ]
    let json = try JSONSerialization.data(
      withJSONObject: device, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: json, as: UTF8.self)
  }

  /// A call; `bytes` are those that it moved, or, for a sync, those written to the file since its last.
  private struct Sample { var kind: OperationFile.Kind, bytes, nanoseconds: Double, isCold: Bool }

  private func samples(_ sync: DeviceReplay.Sync) -> [Sample] {
    zip(cases, passes).flatMap { operations, passes in
      (passes[sync] ?? []).flatMap { pass in
        var unsynced = operations.files.map { _ in 0 }
        return zip(operations.calls, pass.nanoseconds).map { call, nanoseconds in
          if call.kind == .write { unsynced[call.file] += call.length }
          let bytes = call.kind.isSync ? unsynced[call.file] : call.length
          if call.kind.isSync { unsynced[call.file] = 0 }
          return Sample(
            kind: call.kind, bytes: Double(bytes), nanoseconds: Double(nanoseconds), isCold: operations.isCold
          )
        }
      }
    }
  }
}

/// A quantile with the interval in which it lies with 95 % confidence, by order statistics; of few samples,
/// their range.
private struct Estimate {
  var value, low, high: Double

  init(_ value: Double, _ low: Double? = nil, _ high: Double? = nil) {
    (self.value, self.low, self.high) = (value, low ?? value, high ?? value)
  }

  init?(_ samples: [Double], quantile: Double = 0.5) {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    let place = Double(sorted.count - 1) * quantile
    let reach = 1.96 * (Double(sorted.count) * quantile * (1 - quantile)).squareRoot()
    value = sorted[Int(place.rounded())]
    low = sorted[max(Int((place - reach).rounded(.down)), 0)]
    high = sorted[min(Int((place + reach).rounded(.up)), sorted.count - 1)]
  }

  func figure(_ source: String, _ basis: String = "measured") -> [String: Any] {
    ["value": value, "low": low, "high": high, "basis": basis, "source": source]
  }
}

/// A fixed computation, the same on every machine: differences of made-up points as zigzag varints.
enum Kernel {
  private static let pointCount = 65_536

  /// Encodes the points once; the sum over the encoding keeps a compiler from leaving it out.
  static func pass() -> UInt64 {
    var buffer = [UInt8](repeating: 0, count: pointCount * 25)
    return pass(into: &buffer)
  }

  private static func pass(into buffer: inout [UInt8]) -> UInt64 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var place = 0
    for _ in 0..<pointCount {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      put(Int32(truncatingIfNeeded: state >> 58) - 32, into: &buffer, &place)
      put(Int32(truncatingIfNeeded: (state >> 52) & 63) - 32, into: &buffer, &place)
      put(4, into: &buffer, &place)
      put(Int32(truncatingIfNeeded: (state >> 44) & 255) - 128, into: &buffer, &place)
      put(Int32(truncatingIfNeeded: (state >> 42) & 3) - 1, into: &buffer, &place)
    }
    return stride(from: 0, to: place, by: 64).reduce(UInt64(place)) { $0 &* 31 &+ UInt64(buffer[$1]) }
  }

  @inline(__always)
  private static func put(_ difference: Int32, into buffer: inout [UInt8], _ place: inout Int) {
    var rest = UInt32(bitPattern: (difference << 1) ^ (difference >> 31))
    while rest >= 0x80 {
      buffer[place] = UInt8(truncatingIfNeeded: rest) | 0x80
      place += 1
      rest >>= 7
    }
    buffer[place] = UInt8(truncatingIfNeeded: rest)
    place += 1
  }

  /// The speeds of some passes, in bytes of points, 16 each; none in a debug build, which would mislead.
  static func bytesPerSecond() -> [Double] {
    var isDebug = false
    assert({ isDebug = true }() == ())
    guard !isDebug else { return [] }
    var buffer = [UInt8](repeating: 0, count: pointCount * 25)
    return (0..<24).compactMap { index in
      let start = System.nanoseconds()
      let sum = pass(into: &buffer)
      let nanoseconds = System.nanoseconds() &- start
      return index < 3 || sum == 0 ? nil : Double(pointCount * 16) / Double(nanoseconds) * 1e9
    }
  }
}
