internal import InkModel
package import InkReport
internal import InkTap

/// The bare costs of a machine: what any store pays to replace, append, sync, read and copy.
///
/// Method. All kinds are measured in turn, a few calls of each, so that a slow spell meets all of them. Every
/// call is timed by itself, with the bytes ready in warm memory and each kind on a file of its own. Sizes are
/// fixed, so that reports can be held side by side. A slow disk gets fewer turns rather than more time.
package enum MachineFloorProbe {
  /// A page of handwriting, as `packed` has it.
  static let replaceBytes = 65_536
  /// One or two strokes.
  static let appendBytes = 4_096
  /// A full page: more than a core's own cache, less than what cores share.
  static let readBytes = 4_194_304

  /// Measures in a directory that exists, and removes its files.
  package static func run(in directory: String) throws(ReplayError) -> [MachineFloor] {
    var turns = try Turns(directory)
    defer { turns.end() }
    let start = Clock.nanoseconds()
    for turn in 0..<turnsMax {
      try turns.take()
      // The first turn finds cold directories and no file to replace.
      if turn == 0 { turns.forget() }
      if turn > 0, Clock.nanoseconds() - start > budgetNanoseconds { break }
    }
    return [turns.replace, turns.append, turns.sync, turns.read, turns.copy]
  }

  /// With four readings, as a run of three rounds has, there are over a thousand syncs: enough for a p99.
  private static let turnsMax = 13
  /// A reading may not make a run noticeably longer.
  private static let budgetNanoseconds: UInt64 = 400_000_000
}

/// The files and the samples of a probe.
private struct Turns {
  private static let syncs = 24
  private static let appends = 4
  private static let others = 2

  var replace = MachineFloor(kind: .replace, bytes: MachineFloorProbe.replaceBytes)
  var append = MachineFloor(kind: .append, bytes: MachineFloorProbe.appendBytes)
  var sync = MachineFloor(kind: .sync, bytes: SyncFile.blockBytes)
  var read = MachineFloor(kind: .read, bytes: MachineFloorProbe.readBytes)
  var copy = MachineFloor(kind: .copy, bytes: MachineFloorProbe.readBytes)
  private let file: FloorFile
  private var syncFile: SyncFile
  private let bytes = [UInt8](repeating: 0x5A, count: MachineFloorProbe.replaceBytes)
  private var buffer = [UInt8](repeating: 0, count: MachineFloorProbe.readBytes)
  private var target = [UInt8](repeating: 1, count: MachineFloorProbe.readBytes)

  init(_ directory: String) throws(ReplayError) {
    syncFile = try SyncFile(path: directory + "/floor.sync", byteCount: MachineFloorProbe.readBytes)
    file = try FloorFile(directory: directory, durability: .powerDurable)
  }

  mutating func take() throws(ReplayError) {
    for _ in 0..<Self.others {
      let start = Clock.nanoseconds()
      try file.replace(bytes[...])
      replace.nanoseconds.append(Clock.nanoseconds() - start)
    }
    for _ in 0..<Self.appends {
      let start = Clock.nanoseconds()
      try file.append(bytes[..<MachineFloorProbe.appendBytes])
      append.nanoseconds.append(Clock.nanoseconds() - start)
    }
    for _ in 0..<Self.syncs { sync.nanoseconds.append(try syncFile.sync()) }
    for _ in 0..<Self.others {
      read.nanoseconds.append(try syncFile.read(into: &buffer))
      let start = Clock.nanoseconds()
      Platform.copy(buffer, into: &target)
      copy.nanoseconds.append(Clock.nanoseconds() - start)
    }
  }

  /// Drops what was measured so far.
  mutating func forget() {
    replace.nanoseconds = []
    append.nanoseconds = []
    sync.nanoseconds = []
    read.nanoseconds = []
    copy.nanoseconds = []
  }

  func end() {
    file.remove()
    syncFile.remove()
  }
}
