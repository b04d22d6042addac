/// A file system as it is made and mounted for a calibration, and the profile that is held against it.
package struct CalibratedFileSystem: Hashable, Sendable {
  package let name: String
  package let profile: String
  /// As `mount -t` knows it.
  let type: String
  /// Beside those that everything is mounted with; empty for none.
  package let mountOptions: String
  let imageBytes: Int
  let makeWords: [String]

  package static let all = [
    ext4("ext4", profile: "ext4-ordered", ""),
    ext4("ext4-noauto_da_alloc", profile: "ext4-noauto_da_alloc", "noauto_da_alloc"),
    ext4("ext4-writeback", profile: "ext4-writeback", "data=writeback"),
    ext4("ext4-journal", profile: "data-journal", "data=journal"),
    CalibratedFileSystem(
      name: "xfs", profile: "xfs", type: "xfs", mountOptions: "", imageBytes: 300 << 20, makeWords: ["-q"]),
    CalibratedFileSystem(
      name: "btrfs", profile: "btrfs", type: "btrfs", mountOptions: "", imageBytes: 128 << 20,
      makeWords: ["-q"]),
  ]

  /// With blocks of 4 KiB as on a disk of usual size, and nothing left to be made in the background.
  private static func ext4(_ name: String, profile: String, _ options: String) -> CalibratedFileSystem {
    CalibratedFileSystem(
      name: name, profile: profile, type: "ext4", mountOptions: options, imageBytes: 24 << 20,
      makeWords: ["-q", "-F", "-b", "4096", "-E", "lazy_itable_init=0,lazy_journal_init=0"])
  }

  package static func named(_ name: String) -> CalibratedFileSystem? { all.first { $0.name == name } }

  /// The program that makes it.
  package var maker: String { "mkfs.\(type)" }
}
