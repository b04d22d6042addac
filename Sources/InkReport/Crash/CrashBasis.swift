/// What a crash profile rests on.
package enum CrashBasis: String, Codable, Hashable, Sendable, CaseIterable {
  /// The kernel's own contract.
  case exact
  /// True because the profile is what it says.
  case definition
  /// Held against the file system itself, on a log of its block device.
  case calibrated
  /// In part.
  case partlyCalibrated = "partly-calibrated"
  /// Published by others and not tried here.
  case published
  /// From the maker's documents; nobody has tried it here.
  case assumed
}
