/// A store as inodes and names, to which operations are applied.
///
/// Bytes behind a file's length are kept where a write has left them, and seen only if the length grows over
/// them in the order of the program.
struct StoreTree {
  private struct Content {
    var bytes: [UInt8]
    var length: Int
    /// Whether a shrink was forgotten: what it had taken away is there, and no later length is.
    var hasForgottenShrink = false
  }

  /// What a byte reads as that was never written, where it does not read as zero.
  static let garbage: UInt8 = 0xA5

  private let inodes: [CrashModel.Inode]
  private let growsWithWrites: Bool
  private var contents: [Content]
  private var names: [Int: [String: Int]] = [:]

  /// The store of a model before its first operation.
  ///
  /// Where only a program ends, a file has grown as far as the call had come that was writing to it.
  init(_ model: CrashModel, growsWithWrites: Bool) {
    self.growsWithWrites = growsWithWrites
    inodes = model.inodes
    contents = model.inodes.map { Content(bytes: $0.bytes, length: $0.bytes.count) }
    for (place, inode) in model.names { names[place.directory, default: [:]][place.name] = inode }
  }

  mutating func apply(_ operation: MicroOperation, as fate: KeptOperations.Fate) {
    if case .write(let inode, let offset, let bytes, let freshFrom) = operation.change {
      return write(bytes, at: offset, of: inode, freshFrom: freshFrom, as: fate)
    }
    guard fate == .kept else {
      if operation.isShrink { contents[operation.inode].hasForgottenShrink = true }
      return
    }
    switch operation.change {
    case .write: break
    case .size(let inode, _, let new):
      let excess = contents[inode].bytes.count - new
      if excess > 0 { contents[inode].bytes.removeLast(excess) }
      contents[inode].length = new
    case .link(let place, let inode): names[place.directory, default: [:]][place.name] = inode
    case .unlink(let place, _): names[place.directory, default: [:]][place.name] = nil
    case .rename(let from, let to, let inode, _):
      names[from.directory, default: [:]][from.name] = nil
      names[to.directory, default: [:]][to.name] = inode
    }
  }

  private mutating func write(
    _ bytes: ArraySlice<UInt8>, at offset: Int, of inode: Int, freshFrom: Int, as fate: KeptOperations.Fate
  ) {
    switch fate {
    case .forgotten: break
    case .kept, .torn:
      var count = bytes.count
      if case .torn(let torn) = fate { count = min(count, torn) }
      store(bytes.prefix(count), at: offset, of: inode)
      if growsWithWrites { contents[inode].length = max(contents[inode].length, offset + count) }
    case .garbage:
      guard !contents[inode].hasForgottenShrink else { return }
      let first = max(offset, freshFrom)
      let count = max(offset + bytes.count - first, 0)
      store([UInt8](repeating: Self.garbage, count: count)[...], at: first, of: inode)
    }
  }

  private mutating func store(_ bytes: ArraySlice<UInt8>, at offset: Int, of inode: Int) {
    let missing = offset + bytes.count - contents[inode].bytes.count
    if missing > 0 { contents[inode].bytes += [UInt8](repeating: 0, count: missing) }
    contents[inode].bytes.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  /// Makes the block around a write garbage, as far as the file reaches.
  mutating func damageBlock(of operation: MicroOperation) {
    guard case .write(let inode, let offset, _, _) = operation.change else { return }
    let first = offset / ContentDigest.blockBytes * ContentDigest.blockBytes
    let count = min(ContentDigest.blockBytes, contents[inode].length - first)
    guard count > 0 else { return }
    store([UInt8](repeating: Self.garbage, count: count)[...], at: first, of: inode)
  }

  /// What can be reached from the store's directory.
  func image(droppingSharedMemory: Bool) -> StoreImage {
    var directories: [String] = []
    var files: [StoreImage.File] = []
    func walk(_ directory: Int, _ path: String, below: [Int]) {
      for (name, inode) in names[directory] ?? [:] {
        let path = path.isEmpty ? name : path + "/" + name
        if inodes[inode].isDirectory {
          // A rename that survived by halves can leave a directory within itself.
          guard !below.contains(inode) else { continue }
          directories.append(path)
          walk(inode, path, below: below + [inode])
        } else if !(droppingSharedMemory && inodes[inode].isSharedMemory) {
          files.append(StoreImage.File(path: path, bytes: bytes(of: inode)))
        }
      }
    }
    walk(CrashModel.root, "", below: [CrashModel.root])
    return StoreImage(directories: directories, files: files)
  }

  private func bytes(of inode: Int) -> [UInt8] {
    let content = contents[inode]
    if content.bytes.count == content.length { return content.bytes }
    if content.bytes.count > content.length { return [UInt8](content.bytes.prefix(content.length)) }
    return content.bytes + [UInt8](repeating: 0, count: content.length - content.bytes.count)
  }
}
