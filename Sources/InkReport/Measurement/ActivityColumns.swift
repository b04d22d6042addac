/// Every single compaction or checkpoint of one round, in order.
package struct ActivityColumns: Codable, Hashable, Sendable {
  package var activity: String
  /// When the call that it was part of should have begun, on the session's clock.
  package var intendedMilliseconds: [UInt64] = []
  package var nanoseconds: [UInt64] = []

  package init(activity: String) { self.activity = activity }
}
