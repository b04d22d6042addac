/// Applies operations to the bytes of one block.
enum BlockRendering {
  /// Applies a write or a shrink; of a write, at most so many bytes.
  static func apply(
    _ operation: MicroOperation, to bytes: inout [UInt8], of block: LiveStore.Block, first: Int = .max
  ) {
    let start = block.number * ContentDigest.blockBytes
    switch operation.change {
    case .write(_, let offset, let piece, _):
      let part = piece.prefix(first)
      bytes.replaceSubrange(offset - start..<offset - start + part.count, with: part)
    case .size(_, _, let new):
      let from = max(new - start, 0)
      if from < bytes.count { fill(&bytes, from..<bytes.count, with: 0) }
    case .link, .unlink, .rename: break
    }
  }

  /// Makes garbage of what a forgotten write would have put beyond the end of the file.
  static func spoil(_ operation: MicroOperation, in bytes: inout [UInt8], of block: LiveStore.Block) {
    guard case .write(_, let offset, let piece, let freshFrom) = operation.change else { return }
    let start = block.number * ContentDigest.blockBytes
    let first = max(offset, freshFrom)
    let end = offset + piece.count
    if first < end { fill(&bytes, first - start..<end - start, with: StoreTree.garbage) }
  }

  static func fill(_ bytes: inout [UInt8], _ range: Range<Int>, with byte: UInt8) {
    for index in range { bytes[index] = byte }
  }
}
