extension CrashProfile {
  /// The profiles that come with the program, in the order of reports: from the least forgetful crash to
  /// disks by their file systems.
  package static let builtIn: [CrashProfile] = [
    read(PackageResources.process_crash_json, "process-crash"),
    read(PackageResources.os_crash_json, "os-crash"),
    read(PackageResources.posix_strict_json, "posix-strict"),
    read(PackageResources.posix_strict_damage_json, "posix-strict-damage"),
    read(PackageResources.ext4_ordered_json, "ext4-ordered"),
    read(PackageResources.ext4_noauto_da_alloc_json, "ext4-noauto_da_alloc"),
    read(PackageResources.ext4_writeback_json, "ext4-writeback"),
    read(PackageResources.xfs_json, "xfs"),
    read(PackageResources.btrfs_json, "btrfs"),
    read(PackageResources.data_journal_json, "data-journal"),
    read(PackageResources.apfs_fsync_json, "apfs-fsync"),
    read(PackageResources.apfs_barrier_json, "apfs-barrier"),
    read(PackageResources.apfs_full_json, "apfs-full"),
  ]

  /// The built-in profile of a name.
  package static func named(_ name: String) -> CrashProfile? { builtIn.first { $0.name == name } }

  private static func read(_ json: [UInt8], _ name: String) -> CrashProfile {
    do { return try CrashProfile(json: json, path: name) } catch {
      preconditionFailure("the embedded crash profile \(name) is not usable: \(error)")
    }
  }
}
