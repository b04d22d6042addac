internal import InkModel
internal import InkReport
internal import InkStorage
internal import InkTap

/// Where a run will work, how many bytes it will write, how long it will take, and whether it fits.
package struct Preflight: Sendable {
  package var storeDirectory: String
  package var fileSystem: FileSystem
  /// The most bytes that lie on the disk at one time.
  package var diskBytes: UInt64
  package var freeBytes: UInt64?
  /// Bytes written over the whole run.
  package var writtenBytes: UInt64
  package var seconds: Double

  package var fits: Bool { freeBytes.map { $0 > diskBytes + diskBytes / 10 } ?? true }

  /// Reckons a run up; the disk is probed with a few small syncs where the store will lie.
  package init(request: RunRequest, costs: [SessionCost]) throws(RunError) {
    storeDirectory = request.storeDirectory
    let place = FileSystem.existingParent(of: request.storeDirectory)
    fileSystem = FileSystem(of: place)
    freeBytes = Platform.freeBytes(place)
    diskBytes = 0
    writtenBytes = 0
    seconds = 0
    let syncSeconds = Double(SyncProbe.medianNanoseconds(in: place) ?? Self.syncNanosecondsAssumed) / 1e9
    var largestStore: UInt64 = 0
    for runCase in request.cases where runCase.backend.traits.retainsContent {
      let cost = costs[runCase.session]
      let base = UInt64(cost.basePoints * SamplePoint.byteCount)
      let rounds = UInt64(request.rounds + 1)
      let saved = Self.savedBytes(cost, level: runCase.backend.traits.level)
      let grown = base + cost.logicalBytes * 2 + UInt64(cost.assetBytes)
      diskBytes += base
      largestStore = max(largestStore, grown * 2)
      writtenBytes += base + rounds * (base + saved)
      let syncs = Double(cost.saveCount) * Self.syncsPerSave(runCase.name.durability)
      seconds +=
        Double(base + rounds * (base + saved)) / Self.bytesPerSecond
        + Double(rounds) * (syncs * syncSeconds + Self.secondsPerChild * 3)
      seconds += Double(request.crashTrialsPerCase) * Self.secondsPerChild
    }
    diskBytes += largestStore
    if request.pace == .real { seconds += Self.pacedSeconds(request, costs) }
  }

  /// Timed rounds take as long as their sessions, on every backend.
  private static func pacedSeconds(_ request: RunRequest, _ costs: [SessionCost]) -> Double {
    let milliseconds = request.cases.reduce(0) { $0 + costs[$1.session].lengthMilliseconds }
    return Double(milliseconds) / 1_000 * Double(request.rounds)
  }

  /// What the saves of one round write, by what a level rewrites.
  ///
  /// A journal writes its edits twice, once more when it is compacted; a database writes whole pages to its
  /// log and moves them from there, about seven times the edits of our workloads.
  private static func savedBytes(_ cost: SessionCost, level: Int?) -> UInt64 {
    switch level {
    case 1: UInt64(cost.logicalBytes) * 2 + UInt64(cost.assetBytes)
    case 2: UInt64(cost.logicalBytes) * 7 + UInt64(cost.assetBytes)
    default: UInt64(cost.rewrittenPoints * SamplePoint.byteCount + cost.assetBytes)
    }
  }

  private static func syncsPerSave(_ durability: Durability) -> Double {
    switch durability {
    case .processCrash: 0
    case .powerConsistent: 1
    case .powerDurable: 2
    }
  }

  /// A disk that can't be probed gets the sync latency of a middling SSD.
  private static let syncNanosecondsAssumed: UInt64 = 1_000_000
  /// A cautious disk: the estimate should rather be too long.
  private static let bytesPerSecond = 500e6
  /// Starting a process, making its session, and reading its answer.
  private static let secondsPerChild = 0.06
}
