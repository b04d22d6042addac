package import InkModel

/// What one call on the store asks of a device, before any price.
package struct StepLoad: Hashable, Sendable {
  package var phase: String
  /// File calls by kind.
  package var calls: [FileOperation.Kind: UInt64] = [:]
  /// Bytes that went between the caller's memory and the page cache.
  package var copiedBytes: UInt64 = 0
  /// Bytes of blocks that a read had to fetch from the storage.
  package var fetchedBytes: UInt64 = 0
  /// Bytes of blocks that syncs had to bring onto the storage.
  package var syncedBytes: UInt64 = 0
  package var computeNanoseconds: UInt64 = 0

  init(phase: String) { self.phase = phase }
}

/// What a whole script brings onto the storage, and dirties in memory.
package struct FlashLoad: Hashable, Sendable {
  /// Blocks of files that reached the storage, in bytes.
  package var blockBytes: UInt64 = 0
  /// Commits of the file system's metadata.
  package var commits: UInt64 = 0
  /// What the store handed over in writes.
  package var writtenBytes: UInt64 = 0
  /// Memory pages of files that became dirty, in bytes; one that is dirty already counts no second time.
  package var dirtiedBytes: UInt64 = 0

  init() {}
}
