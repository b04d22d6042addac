package import InkReport

/// What a disk may forget when it crashes: the content of a profile file.
///
/// A profile is a set of rules about which micro-operations depend on which, and about what a sync forces.
/// The JSON is a stable format; `CrashProfile.schemaName` names its version.
package struct CrashProfile: Codable, Hashable, Sendable {
  /// Names the format; a reader refuses any other text.
  package static let schemaName = "inkbench-crash-profile/1"

  /// Which renames wait for the bytes of what they rename.
  package enum RenameFlush: String, Codable, Hashable, Sendable, CaseIterable {
    case none, overExisting, always
  }

  /// What a sync of a file or directory forces.
  package enum SyncScope: String, Codable, Hashable, Sendable, CaseIterable {
    /// Nothing at all.
    case nothing
    /// The file's bytes and length; of a directory, its names.
    case own = "self"
    /// Also the names of the file itself.
    case ownAndNames = "selfAndNames"
    /// Also all changes of names and shrinks up to the last change of the file that is no bytes.
    case journal
    /// Nothing, but whatever follows depends on everything before.
    case barrier
    case everythingBefore
  }

  /// What bytes read as that the file's length covers and that were never written.
  package enum UnwrittenBytes: String, Codable, Hashable, Sendable, CaseIterable { case zeros, garbage }

  package var schema = CrashProfile.schemaName
  /// Lower-case letters, digits and `-`.
  package var name: String
  /// One sentence: what the profile stands for.
  package var summary: String
  package var basis: CrashBasis
  package var crash: CrashKind
  /// E1: names and shrinks survive in their order.
  package var metadataChain: Bool
  /// E2: a file grows only once the bytes that made it grow are there.
  package var dataBeforeSize: Bool
  /// E3.
  package var renameFlushesData: RenameFlush
  /// E4.
  package var syncScope: SyncScope
  /// E5: bytes in a block that a shrink gave back depend on the shrink.
  package var writeDependsOnShrink: Bool
  /// E7: within a sector of a file, later bytes imply earlier ones.
  ///
  /// E6, that lengths of a file survive in their order, always holds.
  package var sectorOrder: Bool
  /// Everything survives in the order of the program.
  package var totalOrder: Bool
  /// At least one; which of them a state shows is one of its variants.
  package var unwrittenBytes: [UnwrittenBytes]
  /// A write may be cut at multiples of this.
  package var tornUnitBytes: Int
  /// A write that is cut may spoil the whole block around it.
  package var damagesWholeBlock: Bool
  /// A rename may survive in parts.
  package var splitsRename: Bool
  /// Whether the promises of durability classes are held against this profile; not where a sync does not mean
  /// what they need.
  package var holdsClaims: Bool

  /// The same disk with another unit of tearing; below a sector, order within sectors means nothing.
  package func tearing(at unitBytes: Int) -> CrashProfile {
    var profile = self
    profile.tornUnitBytes = unitBytes
    if unitBytes < Self.sectorBytes { profile.sectorOrder = false }
    return profile
  }

  /// The sector of a disk.
  static let sectorBytes = 512
}
