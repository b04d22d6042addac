internal import InkModel
internal import InkReport

/// How much room the log of a recorded round gets.
///
/// A timed round has counted the same calls. Each takes an entry, one on names also its paths and what is
/// told of files and directories that it meets first; each call on the store takes two marks. As much again
/// is added for a store whose calls differ from round to round; the log of one that makes more is full, and
/// says so.
enum RecordingCapacity {
  static func bytes(for round: RoundResult) -> Int {
    var calls: UInt64 = 0
    var nameCalls: UInt64 = 0
    for role in round.roles where role.role != .elsewhere {
      calls += role.writeCalls + role.readCalls + role.syncCalls
      nameCalls += role.openCalls + role.renameCalls + role.unlinkCalls + role.otherCalls
    }
    let marks = 2 * round.phases.reduce(0) { $0 + $1.serviceNanoseconds.count }
    let bytes =
      Double(calls) * bytesPerCall + Double(nameCalls) * bytesPerNameCall + Double(marks) * bytesPerMark
    return least + Int(min(bytes * margin, mostBytes))
  }

  private static let bytesPerCall = 128.0
  /// Two paths, an entry for the file, one for its directory, and the closing of what is opened.
  private static let bytesPerNameCall = 1_024.0
  private static let bytesPerMark = 160.0
  private static let margin = 2.0
  private static let least = 1 << 20
  /// More than a run of any of our workloads takes; beyond it the log is full rather than the memory.
  private static let mostBytes = 4e9
}
