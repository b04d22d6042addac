/// Work inside a call that reports show by itself.
public enum StoreActivity: String, Sendable, CaseIterable {
  /// Turning elements into bytes.
  case encode
  /// Folding a journal into its snapshot.
  case compaction
  /// Moving a write-ahead log into its database.
  case checkpoint
}

/// Hears when a backend begins and ends an activity; activities may nest but not overlap.
///
/// It may be told from any thread, one at a time, while a call on the store is under way.
public protocol StoreObserver: AnyObject, Sendable {
  func began(_ activity: StoreActivity)
  func ended(_ activity: StoreActivity)
}
