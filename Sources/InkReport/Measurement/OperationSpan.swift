/// The operations of one stretch of a replay, counted by the tap; crash points are chosen by these.
package struct OperationSpan: Codable, Hashable, Sendable {
  /// A phase or activity, by its raw name, such as `save.autosave` or `compaction`.
  package var name: String
  /// The first operation of the stretch and the first after it; equal if it made none.
  package var first: UInt64
  package var end: UInt64

  package init(name: String, first: UInt64, end: UInt64) {
    self.name = name
    self.first = first
    self.end = end
  }
}
