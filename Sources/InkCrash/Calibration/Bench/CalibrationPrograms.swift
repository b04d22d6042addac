internal import InkRun

/// The programs that a calibration drives, by name, with where they are.
package struct CalibrationPrograms: Sendable {
  /// A program that is missing, and the Debian package that has it.
  package struct Missing: Error, Hashable, Sendable {
    package var name: String
    package var package: String
  }

  private let paths: [String: String]

  static let daemon = "qemu-storage-daemon"
  package static let isolator = "unshare"

  /// By name, the package of each.
  private static let packages = [
    daemon: "qemu-system-common", isolator: "util-linux", "mount": "mount", "umount": "mount",
    "fallocate": "util-linux", "sync": "coreutils", "mkfs.ext4": "e2fsprogs", "mkfs.xfs": "xfsprogs",
    "mkfs.btrfs": "btrfs-progs",
  ]

  /// Finds what is needed for some file systems; also where only root's search path looks.
  package init(
    for fileSystems: [CalibratedFileSystem], find: (String) -> String? = Self.find
  ) throws(Missing) {
    var paths: [String: String] = [:]
    let makers = Set(fileSystems.map(\.maker))
    for name in Self.packages.keys.sorted() where !name.hasPrefix("mkfs.") || makers.contains(name) {
      guard let path = find(name) else { throw Missing(name: name, package: Self.packages[name] ?? name) }
      paths[name] = path
    }
    self.paths = paths
  }

  package static func find(_ name: String) -> String? {
    Program.path(of: name) ?? Program.path(of: name, searching: "/usr/sbin:/sbin:/usr/bin:/bin")
  }

  package subscript(_ name: String) -> String { paths[name] ?? name }

  /// Runs one to its end; throws if it does not end well.
  func run(_ name: String, _ words: [String]) throws(RunError) {
    if let failure = try failure(of: name, words) { throw .child(failure.sentence) }
  }

  /// How one ended that did not end well, with its exit code if it had one; nil if it ended well.
  func failure(
    of name: String, _ words: [String]
  ) throws(RunError) -> (exitCode: Int32?, sentence: String)? {
    guard let end = try Program.failure(of: self[name], words), case .died(let code, _, _) = end else {
      return nil
    }
    return (code, "'\(name) \(words.joined(separator: " "))' failed: \(end.death ?? "")")
  }
}
