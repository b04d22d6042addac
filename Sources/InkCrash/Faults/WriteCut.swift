internal import InkTap

/// A place within a write at which the process can end.
struct WriteCut: Equatable {
  /// The number of the write among those that are looked at, from 1.
  var write: UInt64
  /// How much of it is moved.
  var byteCount: Int

  /// All places at the edges of sectors within the writes of a log whose operations have certain numbers.
  ///
  /// The kernel copies a write from its first byte to its last, so that what a process has moved when it ends
  /// is a beginning.
  static func all(in entries: [RecordedEntry], of operations: [ClosedRange<UInt64>]) -> [WriteCut] {
    var cuts: [WriteCut] = []
    var number: UInt64 = 0
    for case .operation(let operation) in entries where operation.kind == .write || operation.kind == .copy {
      guard operations.contains(where: { $0.contains(operation.number) }) else { continue }
      number += 1
      let first = sectorByteCount - Int(operation.offset) % sectorByteCount
      for byteCount in stride(from: first, to: Int(max(0, operation.result)), by: sectorByteCount) {
        cuts.append(WriteCut(write: number, byteCount: byteCount))
      }
    }
    return cuts
  }

  /// The unit in which the crash lab tears writes too.
  private static let sectorByteCount = 512
}
