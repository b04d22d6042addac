/// A file system of a few megabytes, in memory, of its own.
///
/// It is mounted in a mount name space of this process alone, so that it is gone with the process, however
/// that ends. It takes the rights of root.
final class SmallDisk {
  /// Where it is mounted.
  let directory: String
  private var ballast: String { directory + "/ballast" }

  /// Many times a store of an excerpt; all of it is taken in each life.
  static let megabytes = 32
  static let blockByteCount = 4_096

  /// Mounts one at a directory that exists, in a process that has one thread; an error is why it can't be.
  init(at directory: String) throws(SystemError) {
    self.directory = directory
    try Platform.mountMemory(at: directory, megabytes: Self.megabytes)
  }

  deinit { Platform.unmount(directory) }

  var freeBlocks: Int { Platform.freeBytes(of: directory) / Self.blockByteCount }

  /// Takes all blocks but so many.
  func fill(leaving freeBlocks: Int) {
    Platform.reserve(ballast, byteCount: (self.freeBlocks - freeBlocks) * Self.blockByteCount)
  }

  /// Gives them back.
  func empty() { Platform.removeAll(ballast) }
}

/// Why the system did not do something, as a clause.
struct SystemError: Error, CustomStringConvertible {
  var description: String
}
