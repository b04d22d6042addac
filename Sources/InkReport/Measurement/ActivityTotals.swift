/// What was counted for one activity that a backend bracketed.
package struct ActivityTotals: Codable, Hashable, Sendable {
  package var activity: String
  package var count: UInt64 = 0
  package var nanoseconds: UInt64 = 0
  package var writtenBytes: UInt64 = 0
  package var syncCalls: UInt64 = 0

  package init(activity: String) { self.activity = activity }
}
