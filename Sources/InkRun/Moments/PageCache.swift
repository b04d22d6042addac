internal import FoundationEssentials

/// The kernel's copy of files in memory.
///
/// Method: each file is given up by `posix_fadvise`, and `mincore` says what is still there. What is dirty
/// stays; such a file is sent to the disk and given up again. Names and inodes have caches
/// of their own, which only a privileged user could empty. On a file system in memory the cache *is* the
/// file, and nothing can be dropped.
enum PageCache {
  /// Drops the files below a directory; throws `MomentFailure.withheld` if some of their bytes remain.
  ///
  /// A database's shared memory is left out: it is mapped while the store is open, and never part of the
  /// data.
  static func drop(below directory: String) throws(MomentFailure) {
    do throws(RunError) {
      var left = 0
      for name in (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? [] {
        let path = directory + "/" + name
        guard !name.hasSuffix("-shm"), Platform.regularFileSize(path) ?? 0 > 0 else { continue }
        left += try Platform.dropCachedBytes(path)
      }
      guard left == 0 else {
        let type = FileSystem(of: directory).type
        throw RunError.store("\(type) keeps \(left) bytes of the store in memory, so nothing here is cold")
      }
    } catch {
      if case .store(let reason) = error { throw .withheld(reason) }
      throw .run(error)
    }
  }

  /// What this process made the kernel fetch from devices so far; nil where the kernel does not say.
  static func fetchedBytes() -> UInt64? {
    guard let text = SystemFiles.live.text("/proc/self/io") else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("read_bytes: ") }
    return line.flatMap { UInt64($0.dropFirst("read_bytes: ".count)) }
  }
}
