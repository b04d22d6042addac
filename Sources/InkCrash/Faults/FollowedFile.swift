/// A file as the process sees it and as the disk has it, in blocks.
struct FollowedFile {
  private(set) var bytes: [UInt8]
  private var disk: [UInt8]
  private var dirty: Set<Int> = []
  /// Blocks that a failed sync has lost.
  private(set) var lost: Set<Int> = []

  static let blockByteCount = 4_096

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    disk = bytes
  }

  /// What it holds once its lost blocks have left the memory.
  var bytesOnDisk: [UInt8] {
    guard !lost.isEmpty else { return bytes }
    var bytes = bytes
    for block in lost {
      for place in block * Self.blockByteCount..<min((block + 1) * Self.blockByteCount, bytes.count) {
        bytes[place] = place < disk.count ? disk[place] : 0
      }
    }
    return bytes
  }

  mutating func write(_ contents: ArraySlice<UInt8>, at offset: Int) {
    let end = offset + contents.count
    if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
    bytes.replaceSubrange(offset..<end, with: contents)
    for block in offset / Self.blockByteCount...max(offset, end - 1) / Self.blockByteCount {
      dirty.insert(block)
      lost.remove(block)
    }
  }

  mutating func resize(to count: Int) {
    if count > bytes.count {
      bytes += [UInt8](repeating: 0, count: count - bytes.count)
      return
    }
    bytes.removeSubrange(count...)
    // What lay behind the end is given back, and is zeros if the file grows again.
    if disk.count > count { disk.removeSubrange(count...) }
    let blocks = (count + Self.blockByteCount - 1) / Self.blockByteCount
    dirty = dirty.filter { $0 < blocks }
    lost = lost.filter { $0 < blocks }
  }

  mutating func sync(hasFailed: Bool) {
    defer { dirty.removeAll() }
    guard !hasFailed else { return lost.formUnion(dirty) }
    for block in dirty {
      let range = block * Self.blockByteCount..<min((block + 1) * Self.blockByteCount, bytes.count)
      guard !range.isEmpty else { continue }
      if disk.count < range.upperBound {
        disk += [UInt8](repeating: 0, count: range.upperBound - disk.count)
      }
      disk.replaceSubrange(range, with: bytes[range])
    }
  }
}
