import Foundation
import Glibc
import InkTestFixtures

/// A small file system in memory, unmounted when the value is released.
final class SmallDisk {
  let path: String

  /// Nil where this process may not mount.
  init?(_ path: String, kilobytes: Int, inodes: Int = 1_000) {
    self.path = path
    guard geteuid() == 0, unsafe mkdir(path, 0o755) == 0,
      unsafe mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k,nr_inodes=\(inodes)") == 0
    else { return nil }
  }

  deinit { unsafe umount(path) }

  static let isPossible: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    return SmallDisk(directory.path + "/disk", kilobytes: 64) != nil
  }()
}
