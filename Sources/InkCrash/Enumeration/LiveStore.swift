internal import InkReport

/// The store as the program sees it while an exploration goes through its epochs.
///
/// It holds what all epochs share: contents with everything applied up to the present epoch, the digests of
/// their blocks, and which operations have changed each block. Blocks that pending operations touch are
/// rendered anew from what was settled before the first of them.
struct LiveStore {
  struct Block: Hashable {
    var inode: Int
    var number: Int
  }

  private struct Settled {
    var bytes: [UInt8]
    /// How many of the block's operations are in it.
    var count: Int
  }

  let model: CrashModel
  let growsWithWrites: Bool
  private var limit = 0
  private(set) var lengths: [Int]
  private var bytes: [[UInt8]]
  private var digests: [[StateDigest?]]
  /// Content digests of whole files; nil for one that has changed.
  private var contents: [StateDigest?]
  /// Writes and shrinks of each block, in order.
  private var changes: [Block: [Int]] = [:]
  private var settled: [Block: Settled] = [:]

  init(_ model: CrashModel, _ profile: CrashProfile) {
    self.model = model
    growsWithWrites = profile.crash == .process
    bytes = model.inodes.map(\.bytes)
    lengths = bytes.map(\.count)
    digests = bytes.map { [StateDigest?](repeating: nil, count: Self.blockCount($0.count)) }
    contents = [StateDigest?](repeating: nil, count: bytes.count)
    for (index, operation) in model.operations.enumerated() where model.isConsidered(index, by: profile) {
      switch operation.change {
      case .write(let inode, let offset, _, _):
        changes[Block(inode: inode, number: offset / ContentDigest.blockBytes), default: []].append(index)
      case .size(let inode, let old, let new) where new < old:
        for number in new / ContentDigest.blockBytes...(old - 1) / ContentDigest.blockBytes {
          changes[Block(inode: inode, number: number), default: []].append(index)
        }
      case .size, .link, .unlink, .rename: break
      }
    }
  }

  static func blockCount(_ length: Int) -> Int {
    (length + ContentDigest.blockBytes - 1) / ContentDigest.blockBytes
  }

  /// Applies everything before an operation.
  mutating func advance(to end: Int, _ profile: CrashProfile) {
    for index in limit..<max(end, limit) where model.isConsidered(index, by: profile) {
      switch model.operations[index].change {
      case .write(let inode, let offset, let piece, _):
        write(piece, at: offset, of: inode)
        if growsWithWrites, offset + piece.count > lengths[inode] { resize(inode, offset + piece.count) }
      case .size(let inode, _, let new): resize(inode, new)
      case .link, .unlink, .rename: break
      }
    }
    limit = max(end, limit)
  }

  private mutating func write(_ piece: ArraySlice<UInt8>, at offset: Int, of inode: Int) {
    let missing = offset + piece.count - bytes[inode].count
    if missing > 0 { bytes[inode] += [UInt8](repeating: 0, count: missing) }
    bytes[inode].replaceSubrange(offset..<offset + piece.count, with: piece)
    forget(offset / ContentDigest.blockBytes, of: inode)
  }

  private mutating func resize(_ inode: Int, _ length: Int) {
    let excess = bytes[inode].count - length
    if excess > 0 { bytes[inode].removeLast(excess) }
    // The last block shows more or less of itself, before and after.
    forget(max(lengths[inode] - 1, 0) / ContentDigest.blockBytes, of: inode)
    lengths[inode] = length
    let count = Self.blockCount(length)
    if digests[inode].count > count { digests[inode].removeLast(digests[inode].count - count) }
    while digests[inode].count < count { digests[inode].append(nil) }
    forget(max(length - 1, 0) / ContentDigest.blockBytes, of: inode)
  }

  private mutating func forget(_ number: Int, of inode: Int) {
    if number < digests[inode].count { digests[inode][number] = nil }
    contents[inode] = nil
  }

  /// What the program would read of a file.
  mutating func content(of inode: Int) -> StateDigest {
    if let content = contents[inode] { return content }
    var sum = ContentDigest.length(lengths[inode])
    for number in digests[inode].indices { sum = sum &+ digest(of: Block(inode: inode, number: number)) }
    contents[inode] = sum
    return sum
  }

  /// What the program would read of a block; nothing beyond the end.
  mutating func digest(of block: Block) -> StateDigest {
    guard block.number < digests[block.inode].count else { return .zero }
    if let digest = digests[block.inode][block.number] { return digest }
    let start = block.number * ContentDigest.blockBytes
    let visible = min(lengths[block.inode] - start, ContentDigest.blockBytes)
    var piece = [UInt8](repeating: 0, count: visible)
    let stored = max(min(bytes[block.inode].count - start, visible), 0)
    if stored > 0 { piece.replaceSubrange(0..<stored, with: bytes[block.inode][start..<start + stored]) }
    let digest = unsafe piece.withUnsafeBytes { unsafe ContentDigest.block($0, number: block.number) }
    digests[block.inode][block.number] = digest
    return digest
  }

  /// A block before the first pending operation on it, and the operations from there on up to the present.
  mutating func settledBlock(
    _ block: Block, isPending: (Int) -> Bool
  ) -> (bytes: [UInt8], later: ArraySlice<Int>) {
    let changes = changes[block] ?? []
    var known = settled[block] ?? Settled(bytes: original(block), count: 0)
    let end = changes.firstIndex { $0 >= limit } ?? changes.count
    while known.count < end, !isPending(changes[known.count]) {
      BlockRendering.apply(model.operations[changes[known.count]], to: &known.bytes, of: block)
      known.count += 1
    }
    settled[block] = known
    return (known.bytes, changes[known.count..<end])
  }

  private func original(_ block: Block) -> [UInt8] {
    let all = model.inodes[block.inode].bytes
    let start = min(block.number * ContentDigest.blockBytes, all.count)
    var bytes = [UInt8](all[start..<min(start + ContentDigest.blockBytes, all.count)])
    bytes += [UInt8](repeating: 0, count: ContentDigest.blockBytes - bytes.count)
    return bytes
  }
}
