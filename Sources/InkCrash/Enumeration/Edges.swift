internal import InkReport

/// Which operation can survive only with which others, under a profile.
///
/// Every edge leads from an operation to an earlier one. Only what must be stored is: chains are told by
/// their last link, since what is required requires in turn. The names E1 to E7 are those of the profile's
/// fields.
struct Edges {
  struct Edge: BitwiseCopyable {
    var to: Int
    /// E2 and E3, where the file system waits for bytes: it no longer does for bytes whose write-back failed.
    var awaitsData: Bool
  }

  private var starts: [Int] = [0]
  private var edges: [Edge] = []
  /// All operations before this one are required, by a barrier.
  private(set) var barriers: [Int] = []

  /// What an operation requires directly, beside what a barrier requires.
  func of(_ operation: Int) -> ArraySlice<Edge> { edges[starts[operation]..<starts[operation + 1]] }

  init(_ model: CrashModel, _ profile: CrashProfile) {
    var builder = EdgeBuilder(model, profile)
    var events = model.events[...]
    for (index, operation) in model.operations.enumerated() {
      while let event = events.first, event.at <= index {
        if case .sync = event.kind, profile.syncScope == .barrier { builder.barrier = index }
        events.removeFirst()
      }
      edges += builder.take(operation, index)
      starts.append(edges.count)
      barriers.append(builder.barrier)
    }
  }
}

/// Goes through the operations once, and remembers who came last.
private struct EdgeBuilder {
  private let model: CrashModel
  private let profile: CrashProfile
  var barrier = 0
  private var lastOfAll: Int?
  private var lastMetadata: Int?
  /// By inode: the newest change of length, all shrinks, all writes and changes of length.
  private var lastSize: [Int: Int] = [:]
  private var shrinks: [Int: [(operation: Int, length: Int)]] = [:]
  private var contents: [Int: [Int]] = [:]
  /// The newest write of each sector.
  private var lastOfSector: [Sector: Int] = [:]
  /// The writes of the call that is being gone through, if they lie beyond the end.
  private var fresh: (entry: Int, writes: [Int]) = (-1, [])

  private struct Sector: Hashable {
    var inode: Int
    var number: Int
  }

  init(_ model: CrashModel, _ profile: CrashProfile) {
    self.model = model
    self.profile = profile
  }

  mutating func take(_ operation: MicroOperation, _ index: Int) -> [Edges.Edge] {
    guard model.isConsidered(index, by: profile) else { return [] }
    var edges: [Edges.Edge] = []
    func require(_ other: Int?, awaitingData: Bool = false) {
      if let other { edges.append(Edges.Edge(to: other, awaitsData: awaitingData)) }
    }
    if profile.totalOrder { require(lastOfAll) }
    lastOfAll = index
    if operation.isName || operation.isShrink {
      if profile.metadataChain { require(lastMetadata) }
      lastMetadata = index
    }
    let inode = operation.inode
    switch operation.change {
    case .write(_, let offset, let bytes, let freshFrom):
      let end = offset + bytes.count
      if profile.writeDependsOnShrink {
        // Of the block that holds the new end nothing was given back: it is written where it is.
        let block = offset - offset % ContentDigest.blockBytes
        require(shrinks[inode, default: []].last { $0.length <= block }?.operation)
      }
      for number in offset / CrashProfile.sectorBytes...(end - 1) / CrashProfile.sectorBytes {
        let sector = Sector(inode: inode, number: number)
        if profile.sectorOrder { require(lastOfSector[sector]) }
        lastOfSector[sector] = index
      }
      if fresh.entry != operation.entry { fresh = (operation.entry, []) }
      if end > freshFrom { fresh.writes.append(index) }
    case .size(_, let old, let new):
      require(lastSize[inode])
      lastSize[inode] = index
      if new < old { shrinks[inode, default: []].append((index, new)) }
      if profile.dataBeforeSize, new > old, fresh.entry == operation.entry {
        for write in fresh.writes { require(write, awaitingData: true) }
      }
    case .rename(_, _, _, let replaced):
      if profile.flushesData(replacing: replaced != nil) {
        for content in contents[inode, default: []] { require(content, awaitingData: true) }
      }
    case .link, .unlink: break
    }
    if !operation.isName { contents[inode, default: []].append(index) }
    return edges
  }
}

extension CrashProfile {
  /// E3 for one rename.
  fileprivate func flushesData(replacing: Bool) -> Bool {
    switch renameFlushesData {
    case .none: false
    case .overExisting: replacing
    case .always: true
    }
  }
}

extension CrashModel {
  /// Whether an operation means anything after the crash of a profile: shared memory does not outlive the
  /// system, and a program never sees half of a shrink.
  func isConsidered(_ operation: Int, by profile: CrashProfile) -> Bool {
    let operation = operations[operation]
    return profile.crash == .process ? !operation.clearsTail : !inodes[operation.inode].isSharedMemory
  }
}
