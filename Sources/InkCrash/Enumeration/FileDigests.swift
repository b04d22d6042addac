/// Digests of the files that the pending operations of one epoch change, for any set that is kept.
///
/// Method. Blocks that no pending operation reaches are summed up once. The others are remembered by the
/// operations on them that are kept and by how much of them is visible: a set that is tried differs from the
/// ones before it in few blocks, and those have mostly been seen too. Lengths of a file survive in order, so
/// the number of them that are kept tells the length.
struct FileDigests {
  /// What is special about a file in a variant of a state.
  enum Special: Hashable {
    case none
    /// Of this pending write, only the first bytes are there.
    case torn(place: Int, bytes: Int)
    /// Forgotten writes beyond the end read as garbage.
    case garbage
    /// A block is garbage as far as the file reaches.
    case damaged(number: Int)
  }

  private struct File {
    var inode: Int
    /// Of the blocks that nothing pending reaches.
    var rest: StateDigest
    var blocks: Range<Int>
    /// The pending changes of length, and the length after none, one, two of them.
    var sizes = PendingSet()
    var lengths: [Int]
  }

  private struct Block {
    var number: Int
    var start: Int
    /// Pending operations on it.
    var places: [Int]
    var settled: [UInt8]
    /// From the first pending one on; those that are not pending have no place.
    var changes: [(operation: Int, place: Int?)]
    /// Digests of the wholly visible block by which of its few operations are kept; empty for many.
    var whole: [StateDigest?]
  }

  private struct Key: Hashable {
    var block: Int
    var visible: Int
    var kept: UInt64
    var more: PendingSet
    var special: Special
  }

  private let model: CrashModel
  private var files: [File] = []
  private var blocks: [Block] = []
  private var slots: [Int: Int] = [:]
  private var known: [Key: StateDigest] = [:]
  private var buffer: [UInt8] = []

  /// Tables double with each operation; blocks of more go through the dictionary.
  private static let tableOperationsMax = 6

  /// The slot of a file that has pending operations; nil for others.
  func slot(of inode: Int) -> Int? { slots[inode] }

  init(_ live: inout LiveStore, _ window: EpochWindow) {
    model = live.model
    var places: [Int: Int] = [:]
    var changed: [Int: Set<Int>] = [:]
    var order: [Int] = []
    for (place, operation) in window.operations.enumerated() {
      places[operation] = place
      let operation = model.operations[operation]
      guard !operation.isName else { continue }
      if changed[operation.inode] == nil { order.append(operation.inode) }
      changed[operation.inode, default: []].formUnion(Self.blocks(of: operation))
    }
    for inode in order {
      add(inode, changed[inode, default: []].sorted(), &live, places)
    }
    for (place, index) in window.operations.enumerated() {
      note(index, place, growsWithWrites: live.growsWithWrites)
    }
  }

  private static func blocks(of operation: MicroOperation) -> ClosedRange<Int> {
    switch operation.change {
    case .write(_, let offset, _, _):
      let number = offset / ContentDigest.blockBytes
      return number...number
    case .size(_, let old, let new):
      return min(old, new) / ContentDigest.blockBytes...(max(old, new, 1) - 1) / ContentDigest.blockBytes
    case .link, .unlink, .rename: return 0...0
    }
  }

  private mutating func add(
    _ inode: Int, _ numbers: [Int], _ live: inout LiveStore, _ places: [Int: Int]
  ) {
    slots[inode] = files.count
    let first = blocks.count
    var rest = live.content(of: inode) &- ContentDigest.length(live.lengths[inode])
    for number in numbers {
      let block = LiveStore.Block(inode: inode, number: number)
      rest = rest &- live.digest(of: block)
      let (settled, later) = live.settledBlock(block) { places[$0] != nil }
      let changes = later.map { (operation: $0, place: places[$0]) }
      let pending = changes.compactMap(\.place)
      let table = pending.count <= Self.tableOperationsMax ? 1 << pending.count : 0
      blocks.append(
        Block(
          number: number, start: number * ContentDigest.blockBytes, places: pending, settled: settled,
          changes: changes, whole: [StateDigest?](repeating: nil, count: table)))
    }
    files.append(File(inode: inode, rest: rest, blocks: first..<blocks.count, lengths: [live.lengths[inode]]))
  }

  /// Collects the lengths of a file; the first is that before the first pending change of it.
  private mutating func note(_ index: Int, _ place: Int, growsWithWrites: Bool) {
    let operation = model.operations[index]
    guard let slot = slots[operation.inode] else { return }
    var (before, after) = (0, 0)
    switch operation.change {
    case .size(_, let old, let new): (before, after) = (old, new)
    case .write(_, let offset, let bytes, let freshFrom) where growsWithWrites:
      (before, after) = (freshFrom, max(freshFrom, offset + bytes.count))
    case .write, .link, .unlink, .rename: return
    }
    if growsWithWrites, index > 0, model.operations[index - 1].entry == operation.entry,
      case .write(_, let offset, let bytes, let freshFrom) = model.operations[index - 1].change
    {
      before = max(freshFrom, offset + bytes.count)
    }
    if files[slot].sizes.isEmpty { files[slot].lengths = [before] }
    files[slot].sizes[place] = true
    files[slot].lengths.append(after)
  }

  /// The length of a file when so much is kept.
  func length(of slot: Int, _ kept: PendingSet) -> Int {
    let file = files[slot]
    return file.sizes.isEmpty ? file.lengths[0] : file.lengths[file.sizes.intersection(kept).count]
  }

  /// The content of a file when so much is kept.
  mutating func content(of slot: Int, _ kept: PendingSet, _ special: Special = .none) -> StateDigest {
    var length = length(of: slot, kept)
    if case .torn(let place, let bytes) = special, files[slot].sizes[place] {
      // The file has grown with the part of the write that is there.
      var before = kept
      before[place] = false
      length = max(self.length(of: slot, before), start(of: slot, place) + bytes)
    }
    var sum = files[slot].rest &+ ContentDigest.length(length)
    for block in files[slot].blocks {
      let visible = min(length - blocks[block].start, ContentDigest.blockBytes)
      if visible > 0 { sum = sum &+ digest(of: block, visible, kept, special) }
    }
    return sum
  }

  private func start(of slot: Int, _ place: Int) -> Int {
    for block in files[slot].blocks {
      for change in blocks[block].changes where change.place == place {
        if case .write(_, let offset, _, _) = model.operations[change.operation].change { return offset }
      }
    }
    return 0
  }

  private mutating func digest(
    of block: Int, _ visible: Int, _ kept: PendingSet, _ special: Special
  ) -> StateDigest {
    let places = blocks[block].places
    let special = isSpecial(block, places, special) ? special : .none
    var mask: UInt64 = 0
    var more = PendingSet()
    if places.count <= 64 {
      for (bit, place) in places.enumerated() where kept[place] { mask |= 1 << UInt64(bit) }
    } else {
      for place in places where kept[place] { more[place] = true }
    }
    let isInTable =
      visible == ContentDigest.blockBytes && special == .none && !blocks[block].whole.isEmpty
    if isInTable, let digest = blocks[block].whole[Int(mask)] { return digest }
    let key = Key(block: block, visible: visible, kept: mask, more: more, special: special)
    if !isInTable, let digest = known[key] { return digest }
    let digest = render(block, visible, kept, special)
    if isInTable { blocks[block].whole[Int(mask)] = digest } else { known[key] = digest }
    return digest
  }

  /// Whether what is special about a file shows in one of its blocks.
  private func isSpecial(_ block: Int, _ places: [Int], _ special: Special) -> Bool {
    switch special {
    case .none, .garbage: special != .none
    case .torn(let place, _): places.contains(place)
    case .damaged(let number): blocks[block].number == number
    }
  }

  private mutating func render(
    _ number: Int, _ visible: Int, _ kept: PendingSet, _ special: Special
  ) -> StateDigest {
    let block = blocks[number]
    let name = LiveStore.Block(inode: 0, number: block.number)
    buffer = block.settled
    // What a forgotten shrink had taken away is there, and nothing that was written behind it is to be seen.
    var hasForgottenShrink = false
    for (index, place) in block.changes {
      let operation = model.operations[index]
      if let place, !kept[place] {
        hasForgottenShrink = hasForgottenShrink || operation.isShrink
        if special == .garbage, !hasForgottenShrink {
          BlockRendering.spoil(operation, in: &buffer, of: name)
        }
      } else if case .torn(let torn, let bytes) = special, torn == place {
        BlockRendering.apply(operation, to: &buffer, of: name, first: bytes)
      } else {
        BlockRendering.apply(operation, to: &buffer, of: name)
      }
    }
    if case .damaged = special { BlockRendering.fill(&buffer, 0..<visible, with: StoreTree.garbage) }
    return unsafe buffer.withUnsafeBytes { bytes in
      unsafe ContentDigest.block(UnsafeRawBufferPointer(rebasing: bytes[..<visible]), number: block.number)
    }
  }
}
