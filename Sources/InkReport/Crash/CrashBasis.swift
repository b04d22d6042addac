/// What a crash profile rests on.
package enum CrashBasis: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing else can happen.
  case exact
  /// True because the profile is what it says.
  case definition
  /// Replayed on the real file system.
  case calibrated
  /// Said by those who made the system, or measured by others.
  case documented
  /// Believed for want of a way to try.
  case assumed
}
