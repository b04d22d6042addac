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

  /// The sizes of a round's automatic saves, in their order, evenly thinned out.
  ///
  /// A floor writes these and not their median again and again: an append that opens another block of the
  /// file costs several times one that does not, and which of the two is the median would be an accident.
  package static func sizes(of result: RoundResult) -> [Int] {
    let written = result.phases.first { $0.phase == .saveAutosave }?.writtenBytes ?? []
    let count = min(written.count, samplesMax)
    return (0..<count).map { Int(written[$0 * written.count / count]) }
  }

  /// Enough for a stable median; a floor is a yardstick and needs no tail.
  private static let samplesMax = 120

  /// Writes so many bytes at a time in a directory, and removes its files.
  package static func run(
    _ kind: Kind, sizes: [Int], durability: Durability, in directory: String
  ) throws(ReplayError) -> FloorResult {
    let buffer = [UInt8](repeating: 0x5A, count: sizes.max() ?? 0)
    var nanoseconds: [UInt64] = []
    nanoseconds.reserveCapacity(sizes.count)
    var probe = try FloorFile(directory: directory, durability: durability)
    defer { probe.remove() }
    for (index, size) in (sizes.prefix(warmUps) + sizes).enumerated() {
      let bytes = buffer[..<size]
      let start = Clock.nanoseconds()
      switch kind {
      case .replace: try probe.replace(bytes)
      case .append: try probe.append(bytes)
      case .overwrite: try probe.overwrite(bytes)
      }
      let end = Clock.nanoseconds()
      if index >= min(warmUps, sizes.count) { nanoseconds.append(end - start) }
    }
    let median = sizes.isEmpty ? 0 : sizes.sorted()[sizes.count / 2]
    return FloorResult(kind: kind, bytes: median, nanoseconds: nanoseconds)
  }

  /// The first rounds find cold directories and no file to replace.
  private static let warmUps = 5
}
