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
  /// The rounds' share of the time, and the crash trials'.
  package var roundSeconds: Double
  package var crashSeconds: Double
  /// Stores of which nothing is known beforehand, reckoned as if they rewrote pages.
  package var guesses: [String]

  package var seconds: Double { roundSeconds + crashSeconds }

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
    diskBytes = cases.reduce(0) { $0 + $1.baseBytes } + (cases.map(\.largestCopyBytes).max() ?? 0)
    writtenBytes = cases.reduce(0) { $0 + $1.roundBytes + $1.crashBytes }
    roundSeconds = cases.reduce(0) {
      $0 + Double($1.roundBytes) / Self.bytesPerSecond + Double($1.syncs) * syncSeconds
        + Double($1.roundChildren) * Self.secondsPerChild
    }
    crashSeconds = cases.reduce(0) {
      $0 + Double($1.crashBytes) / Self.bytesPerSecond
        + Double($1.crashChildren) * Self.secondsPerChild / Double(Self.trialsAtOnce)
    }
    guesses = kept.filter { $0.backend.traits.level == nil }.map(\.name.store)
    if request.pace == .real { roundSeconds += Self.pacedSeconds(request, costs) }
  }

  /// Timed rounds take as long as their sessions, on every backend.
  private static func pacedSeconds(_ request: RunRequest, _ costs: [SessionCost]) -> Double {
    let milliseconds = request.cases.reduce(0) { $0 + costs[$1.session].lengthMilliseconds }
    return Double(milliseconds) / 1_000 * Double(request.rounds)
  }

  /// A disk that can't be probed gets the sync latency of a middling SSD.
  private static let syncNanosecondsAssumed: UInt64 = 1_000_000
  /// A cautious disk: the estimate should rather be too long.
  private static let bytesPerSecond = 500e6
  /// Starting a process, making its session, and reading its answer.
  private static let secondsPerChild = 0.06
  /// Crash trials run side by side.
  private static let trialsAtOnce = 2
}
