internal import InkRun

/// Disks in files, with a file system on them: made, mounted behind a log of what they are asked, and mounted
/// as a crash has left them.
///
/// Method. `qemu-storage-daemon` shows an image as a file, through FUSE, and writes everything that is asked
/// of that file into a log; `mount` puts a loop device on the file. A flush of the file system becomes a sync
/// of the backing file, and that an entry of the log. The process has mounts and process numbers of its own,
/// so that its end, however it comes, ends the daemon, the mounts, and with them the loop devices.
final class DiskBench {
  let fileSystem: CalibratedFileSystem
  private let programs: CalibrationPrograms
  private let place: String
  private var daemon: Int32?
  private var isMounted = false

  /// Where the file system is mounted.
  var mountPoint: String { place + "/mount" }
  /// The store that calls are made on.
  var store: String { mountPoint + "/store" }
  var base: String { place + "/base.img" }
  private var disk: String { place + "/disk.img" }
  private var device: String { place + "/device" }
  private var logPath: String { place + "/disk.log" }
  private var control: String { place + "/control.img" }

  /// Works in a directory that exists and is empty.
  init(
    _ fileSystem: CalibratedFileSystem, _ programs: CalibrationPrograms, place: String
  ) throws(SystemError) {
    self.fileSystem = fileSystem
    self.programs = programs
    self.place = place
    try Platform.makeFolder(mountPoint)
  }

  deinit { detach() }

  /// Makes a file system that holds a store, and leaves it unmounted.
  ///
  /// Some of its free blocks hold garbage, so that bytes that were never written can be told from zeros.
  func makeBase(_ image: StoreImage) throws {
    try Platform.makeHole(base, byteCount: fileSystem.imageBytes)
    try programs.run(fileSystem.maker, fileSystem.makeWords + [base])
    try mount(base)
    let filler = mountPoint + "/filler"
    let garbage = [UInt8](repeating: StoreTree.garbage, count: Self.fillerBytes)
    try Platform.write(garbage, to: filler)
    try Platform.makeDirectory(store)
    try image.write(to: store)
    try programs.run("sync", ["-f", mountPoint])
    try Platform.unlinkFile(filler)
    try unmount()
    // What a maker has written as zeros need not be copied for every crash.
    try programs.run("fallocate", ["--dig-holes", base])
  }

  private static let fillerBytes = 1 << 20

  /// Mounts a copy of the base behind a log.
  func attach() throws {
    try Platform.copySparsely(base, to: disk)
    try Platform.makeHole(logPath, byteCount: 0)
    try Platform.makeHole(device, byteCount: 0)
    let process = try Platform.startServer(programs[CalibrationPrograms.daemon], daemonWords)
    daemon = process
    var waits = 0
    while Platform.length(of: device) != fileSystem.imageBytes {
      guard waits < Self.waitsMax, !Platform.hasEnded(process) else {
        throw RunError.child(
          "\(CalibrationPrograms.daemon) shows no disk; it needs FUSE, which the kernel may refuse here")
      }
      Platform.pause(milliseconds: 10)
      waits += 1
    }
    try mount(device)
  }

  /// Ten seconds.
  private static let waitsMax = 1_000

  private var daemonWords: [String] {
    let node = "driver=file,cache.no-flush=on"
    return [
      "--blockdev", "\(node),node-name=disk,filename=\(disk)",
      "--blockdev", "\(node),node-name=log,filename=\(logPath)",
      "--blockdev",
      "driver=blklogwrites,node-name=logged,file=disk,log=log,log-super-update-interval=1,log-sector-size=512",
      "--export", "type=fuse,id=device,node-name=logged,mountpoint=\(device),writable=on",
    ]
  }

  /// Unmounts what is mounted and ends the daemon.
  func detach() {
    try? unmount()
    guard let daemon else { return }
    Platform.endServer(daemon)
    self.daemon = nil
  }

  /// How many entries the log has.
  func logCount() -> Int {
    BlockLog.count(head: Platform.head(of: logPath, count: BlockLog.countPlace + 8)) ?? 0
  }

  func log() throws -> BlockLog { try BlockLog(bytes: try Platform.bytes(of: logPath)) }

  /// Has the file system write everything back, by a process whose calls are not recorded.
  func commit() throws(RunError) { try programs.run("sync", ["-f", mountPoint]) }

  /// What a crashed disk shows, which `make` leaves as an image: its store, or why it has none.
  ///
  /// A mount fails also where the machine has no loop device or no memory left, which says nothing of the
  /// disk. So a refusal counts only if the base can be mounted behind it, and the disk, made anew, is refused
  /// once more.
  func found(making make: () throws -> String) throws -> FoundStore {
    if case .success(let found) = try read(try make()) { return found }
    try Platform.copySparsely(base, to: control)
    if case .failure(let refusal) = try read(control) {
      throw RunError.child("a file system that met no crash can't be mounted any more: \(refusal.words)")
    }
    switch try read(try make()) {
    case .success(let found): return found
    case .failure(let refusal): return FoundStore(image: nil, words: "no store: \(refusal.words)")
    }
  }

  /// Mounts an image as the crash has left it, which recovers it, and reads the store.
  private func read(_ image: String) throws(RunError) -> Result<FoundStore, MountRefusal> {
    if let refusal = try refusal(of: image) { return .failure(refusal) }
    let found: FoundStore
    do throws(StoreImageError) {
      let image = try StoreImage(directory: store)
      found = FoundStore(image: image, words: image.summary)
    } catch {
      found = FoundStore(image: nil, words: "no store: \(error)")
    }
    try unmount()
    return .success(found)
  }

  private func mount(_ file: String) throws(RunError) {
    if let refusal = try refusal(of: file) { throw .child(refusal.words) }
  }

  /// Mounts an image; gives the words of a mount that failed for what may be the image's fault.
  private func refusal(of file: String) throws(RunError) -> MountRefusal? {
    let options = ["loop", fileSystem.mountOptions].filter { !$0.isEmpty }.joined(separator: ",")
    let words = ["-t", fileSystem.type, "-o", options, file, mountPoint]
    guard let failure = try programs.failure(of: "mount", words) else {
      isMounted = true
      return nil
    }
    guard failure.exitCode == Self.mountFailed else { throw .child(failure.sentence) }
    return MountRefusal(words: failure.sentence)
  }

  /// Of the exit codes of mount(8), the one for a mount that failed; others tell of its use and the system.
  private static let mountFailed: Int32 = 32

  private func unmount() throws(RunError) {
    guard isMounted else { return }
    try programs.run("umount", [mountPoint])
    isMounted = false
  }
}

/// A mount that failed, in words.
private struct MountRefusal: Error {
  var words: String
}
