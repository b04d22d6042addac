/// The bare cost of the same bytes with the same calls, measured beside a case.
package struct FloorResult: Codable, Hashable, Sendable {
  /// Which calls were made.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A temporary file, written, synced and renamed over the last.
    case replace
    /// The end of one file, written and synced.
    case append
    /// A place of a file that has its blocks already, written and synced.
    case overwrite
  }

  package var kind: Kind
  /// The median of what was written at a time.
  package var bytes: Int
  package var nanoseconds: [UInt64]

  package init(kind: Kind, bytes: Int, nanoseconds: [UInt64]) {
    self.kind = kind
    self.bytes = bytes
    self.nanoseconds = nanoseconds
  }
}
