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
  /// How long the run will take.
  package var seconds: Double
  /// The same by step, case by case.
  package var steps: [StepSeconds]
  /// Stores of which nothing is known beforehand, reckoned as if they rewrote pages.
  package var guesses: [String]

  package var fits: Bool { freeBytes.map { $0 > diskBytes + diskBytes / 10 } ?? true }

  /// Reckons a run up; the disk is probed with a few small syncs where the store will lie.
  ///
  /// A place that the run would refuse is refused here.
  package init(request: RunRequest, costs: [SessionCost]) throws(RunError) {
    storeDirectory = request.storeDirectory
    try StoreDirectory.isFree(storeDirectory)
    let place = FileSystem.existingParent(of: request.storeDirectory)
    fileSystem = FileSystem(of: place)
    freeBytes = Platform.freeBytes(place)
    let syncSeconds = Double(SyncProbe.medianNanoseconds(in: place) ?? Self.syncNanosecondsAssumed) / 1e9
    let kept = request.cases.filter { $0.backend.traits.retainsContent }
    let cases = kept.map { CaseCost(costs[$0.session], $0, request) }
    let copy = cases.map(\.largestCopyBytes).max() ?? 0
    // Trials side by side, and the base that they are copied from.
    let copiesAtOnce = request.crashTrialsPerCase > 0 ? UInt64(RunRequest.crashTrialsAtOnce) + 1 : 1
    diskBytes = cases.reduce(0) { $0 + $1.baseBytes } + copy * copiesAtOnce
    writtenBytes = cases.reduce(0) { $0 + $1.roundBytes + $1.crashBytes }
    steps = Self.steps(of: request, costs, syncSeconds: syncSeconds)
    seconds = TimeLeft(request, seconds: steps).seconds
    guesses = kept.filter { $0.backend.traits.level == nil }.map(\.name.store)
  }

  /// How long each case's steps should take on a disk with this sync latency, and with nothing else of the
  /// machine in it.
  static func steps(of request: RunRequest, _ costs: [SessionCost], syncSeconds: Double) -> [StepSeconds] {
    request.cases.map { runCase in
      let cost = costs[runCase.session]
      var seconds = CaseCost(cost, runCase, request).seconds(
        // A backend that keeps nothing has only its processes to wait for.
        bytesPerSecond: runCase.backend.traits.retainsContent ? bytesPerSecond : .infinity,
        syncSeconds: runCase.backend.traits.retainsContent ? syncSeconds : 0, childSeconds: secondsPerChild)
      // A timed round takes as long as its session, on every backend.
      if request.pace == .real { seconds.round += Double(cost.lengthMilliseconds) / 1_000 }
      return seconds
    }
  }

  /// A disk that can't be probed gets the sync latency of a middling SSD.
  private static let syncNanosecondsAssumed: UInt64 = 1_000_000
  /// A cautious disk: the estimate should rather be too long.
  private static let bytesPerSecond = 500e6
  /// Starting a process, making its session, and reading its answer.
  private static let secondsPerChild = 0.06
}
