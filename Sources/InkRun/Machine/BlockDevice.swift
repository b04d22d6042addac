/// The disk below a file system, as the kernel describes it under `/sys`.
///
/// The queue of a partition is that of the whole disk, one directory up. Where a file system has no block
/// device of its own, as memory, network shares and btrfs, nothing is exposed.
package struct BlockDevice: Hashable, Sendable {
  package var model: String?
  /// "1" of the kernel; virtual disks often say so without being it.
  package var isRotational: Bool?
  package var scheduler: String?
  /// What the kernel takes the disk's cache for: `write back` needs flushes, `write through` gets none.
  package var writeCache: String?

  /// Looks a device up by its numbers, such as `254:0`.
  init(number: String, files: SystemFiles) {
    let own = "/sys/dev/block/\(number)/"
    let whole = files.exists(own + "queue/rotational") ? own : own + "../"
    model = files.line(whole + "device/model")
    isRotational = files.line(whole + "queue/rotational").map { $0 == "1" }
    scheduler = files.line(whole + "queue/scheduler").map(Self.chosen)
    writeCache = files.line(whole + "queue/write_cache")
  }

  /// The word in brackets of `none [mq-deadline] kyber`.
  private static func chosen(_ line: String) -> String {
    guard let open = line.firstIndex(of: "["), let end = line.firstIndex(of: "]"), open < end else {
      return line
    }
    return String(line[line.index(after: open)..<end])
  }
}
