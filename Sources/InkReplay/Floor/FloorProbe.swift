package import InkModel
package import InkReport
internal import InkTap

/// The bare cost of the same bytes with the same calls on the same disk.
///
/// Method. `replace` does what a snapshot save does with its bytes already encoded in a warm buffer: create a
/// temporary file, write, sync as the durability class asks, close, rename over a file of the same size, sync
/// the directory. `append` writes at the end of one file and syncs it as the class asks. `overwrite` does the
/// same in a file that has its blocks already, as a database's log does once it has come round: a disk syncs
/// that much faster. Each probe works on files of its own, because a rename over another's file would charge
/// it with freeing that one's blocks.
package enum FloorProbe {
  package typealias Kind = FloorResult.Kind

  /// The kind that does what a round's median automatic save did, by what the tap counted inside these saves.
  ///
  /// A save that renames has replaced a file; a write-ahead log is written over; everything else is appended.
  /// What is renamed between saves has no say: a journal's snapshots and thumbnails can be as many as its
  /// saves.
  package static func kind(for result: RoundResult) -> Kind {
    let renames = result.phases.first { $0.phase == .saveAutosave }?.renameCalls.sorted() ?? []
    if !renames.isEmpty, renames[renames.count / 2] > 0 { return .replace }
    return result.roles.contains { $0.role == .wal && $0.writtenBytes > 0 } ? .overwrite : .append
  }

  /// Runs a probe in a directory, and removes its files.
  package static func run(
    _ kind: Kind, bytes: Int, count: Int, durability: Durability, in directory: String
  ) throws(ReplayError) -> FloorResult {
    let buffer = [UInt8](repeating: 0x5A, count: max(bytes, 1))
    var nanoseconds: [UInt64] = []
    nanoseconds.reserveCapacity(count)
    var probe = try FloorFile(directory: directory, durability: durability)
    defer { probe.remove() }
    for index in 0..<count + warmUps {
      let start = Clock.nanoseconds()
      switch kind {
      case .replace: try probe.replace(buffer)
      case .append: try probe.append(buffer)
      case .overwrite: try probe.overwrite(buffer)
      }
      if index >= warmUps { nanoseconds.append(Clock.nanoseconds() - start) }
    }
    return FloorResult(kind: kind, bytes: bytes, nanoseconds: nanoseconds)
  }

  /// The first rounds find cold directories and no file to replace.
  private static let warmUps = 5
}
