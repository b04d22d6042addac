internal import InkTap

/// What failed syncs lose of a store, worked out from a log of its file calls.
///
/// Method. Linux marks pages clean whose writing has failed: the process goes on seeing its bytes, a later
/// sync finds nothing to do and succeeds, and the disk keeps what it had, which is seen once the pages leave
/// the memory. So each file is followed in blocks as large as a page. A write makes its blocks dirty, whether
/// they were lost before or not, since a page is written whole. A sync that succeeds brings the dirty ones to
/// the disk; one that fails makes them lost. When the process has ended, each lost block of each file is
/// given what the disk has of it, or zeros where it has nothing. Blocks that nobody synced are left: the
/// system did not end. Sizes and names are kept too, because file systems write those by a journal of their
/// own.
struct LostPages {
  fileprivate struct Followed {
    var bytes: [UInt8]
    var disk: [UInt8]
    var dirty: Set<Int> = []
    var lost: Set<Int> = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      disk = bytes
    }
  }

  private var files: [Int: Followed] = [:]
  private var identities: [FileIdentity: Int] = [:]

  static let blockByteCount = 4_096
  /// `FALLOC_FL_KEEP_SIZE` of fallocate(2).
  private static let keepsSize: Int32 = 1

  /// Follows the calls of a log; `before` is what files held before them.
  ///
  /// Nil if a call shares blocks of files, which can't be followed.
  init?(_ entries: [RecordedEntry], before: [FileIdentity: [UInt8]]) {
    for case .file(let file) in entries where !file.isDirectory {
      let identity = FileIdentity(device: file.device, inode: file.inode)
      files[file.number] = Followed(file.isNew ? [] : before[identity] ?? [])
      // The last of two files is the one that is there: an inode is free when its file is gone.
      identities[identity] = max(identities[identity] ?? 0, file.number)
    }
    for case .operation(let operation) in entries {
      guard operation.kind != .clone || operation.result < 0 else { return nil }
      take(operation)
    }
  }

  /// How many blocks are lost, over all files.
  var lostBlockCount: Int { files.values.reduce(0) { $0 + $1.lost.count } }

  /// What a file holds once its lost blocks have left the memory; nil if it has lost none.
  func bytes(of identity: FileIdentity) -> [UInt8]? {
    guard let number = identities[identity], let file = files[number], !file.lost.isEmpty else { return nil }
    var bytes = file.bytes
    for block in file.lost {
      for place in block * Self.blockByteCount..<min((block + 1) * Self.blockByteCount, bytes.count) {
        bytes[place] = place < file.disk.count ? file.disk[place] : 0
      }
    }
    return bytes
  }

  private mutating func take(_ operation: RecordedOperation) {
    switch operation.kind {
    case .syncAll:
      for number in files.keys { files[number]?.sync(hasFailed: operation.result < 0) }
    case .sync, .syncData, .syncMapping:
      guard let number = operation.file else { return }
      files[number]?.sync(hasFailed: operation.result < 0)
    case .write, .copy:
      guard let number = operation.file, operation.result > 0 else { return }
      files[number]?.write(operation.contents, at: Int(operation.offset))
    case .truncate:
      guard let number = operation.file, operation.result >= 0 else { return }
      files[number]?.resize(to: Int(operation.offset))
    case .open:
      guard let number = operation.file, operation.result >= 0, operation.flags & Platform.truncateFlag != 0
      else { return }
      files[number]?.resize(to: 0)
    case .allocate:
      guard let number = operation.file, operation.result >= 0, operation.flags & Self.keepsSize == 0 else {
        return
      }
      let end = Int(operation.offset + operation.size)
      if let count = files[number]?.bytes.count, count < end { files[number]?.resize(to: end) }
    default: return
    }
  }
}

extension LostPages.Followed {
  fileprivate mutating func write(_ contents: ArraySlice<UInt8>, at offset: Int) {
    let end = offset + contents.count
    if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
    bytes.replaceSubrange(offset..<end, with: contents)
    for block in offset / LostPages.blockByteCount...max(offset, end - 1) / LostPages.blockByteCount {
      dirty.insert(block)
      lost.remove(block)
    }
  }

  fileprivate mutating func resize(to count: Int) {
    if count > bytes.count {
      bytes += [UInt8](repeating: 0, count: count - bytes.count)
      return
    }
    bytes.removeSubrange(count...)
    // What lay behind the end is given back, and is zeros if the file grows again.
    if disk.count > count { disk.removeSubrange(count...) }
    let blocks = (count + LostPages.blockByteCount - 1) / LostPages.blockByteCount
    dirty = dirty.filter { $0 < blocks }
    lost = lost.filter { $0 < blocks }
  }

  fileprivate mutating func sync(hasFailed: Bool) {
    defer { dirty.removeAll() }
    guard !hasFailed else { return lost.formUnion(dirty) }
    for block in dirty {
      let range = block * LostPages.blockByteCount..<min((block + 1) * LostPages.blockByteCount, bytes.count)
      guard !range.isEmpty else { continue }
      if disk.count < range.upperBound {
        disk += [UInt8](repeating: 0, count: range.upperBound - disk.count)
      }
      disk.replaceSubrange(range, with: bytes[range])
    }
  }
}
