/// The bare cost of one thing that every store does, at one moment of a run.
package struct MachineFloor: Codable, Hashable, Sendable {
  /// What was done.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A temporary file, written, synced and renamed over the last, and a sync of the directory.
    case replace
    /// The end of one file, written and synced.
    case append
    /// A sync alone, after a block was written in place.
    case sync
    /// A file that lies in memory already, opened and read.
    case read
    /// `memcpy`, of as many bytes as are read.
    case copy
  }

  package var kind: Kind
  /// What is written, read or copied at a time.
  package var bytes: Int
  package var nanoseconds: [UInt64]

  package init(kind: Kind, bytes: Int, nanoseconds: [UInt64] = []) {
    self.kind = kind
    self.bytes = bytes
    self.nanoseconds = nanoseconds
  }
}
