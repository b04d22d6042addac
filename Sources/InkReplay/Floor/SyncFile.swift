internal import InkModel
internal import InkTap

/// A file whose blocks are all there, to time syncs in.
///
/// Method. One block after the other is written in place and synced with fdatasync; only the sync is timed.
/// No block is allocated and no length changes, so a sync is the disk's answer and little else: what fio does
/// with `--rw=write --overwrite=1 --fdatasync=1 --ioengine=psync`.
package struct SyncFile {
  private let path: String
  private let descriptor: Int32
  private let byteCount: Int
  private let block = [UInt8](repeating: 0x5A, count: Self.blockBytes)
  private var offset = 0

  package static let blockBytes = 4_096

  /// Makes the file, and syncs it.
  package init(path: String, byteCount: Int) throws(ReplayError) {
    self.path = path
    self.byteCount = byteCount
    descriptor = try Platform.create(path)
    try Platform.write([UInt8](repeating: 0xA5, count: byteCount)[...], to: descriptor, path: path)
    try Platform.sync(descriptor, path: path)
  }

  /// Writes the next block and syncs it; the result is the time of the sync in nanoseconds.
  package mutating func sync() throws(ReplayError) -> UInt64 {
    if offset + Self.blockBytes > byteCount { offset = 0 }
    try Platform.write(block[...], to: descriptor, at: offset, path: path)
    offset += Self.blockBytes
    let start = Clock.nanoseconds()
    try Platform.syncData(descriptor, path: path)
    return Clock.nanoseconds() - start
  }

  /// Reads the whole file into memory that is there; the result is the time in nanoseconds, opening
  /// included.
  func read(into buffer: inout [UInt8]) throws(ReplayError) -> UInt64 {
    let start = Clock.nanoseconds()
    try Platform.read(path, into: &buffer)
    return Clock.nanoseconds() - start
  }

  /// Closes and removes the file.
  package func remove() {
    Platform.close(descriptor)
    Platform.remove(path)
  }
}
