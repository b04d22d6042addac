internal import InkReport
internal import InkRun
internal import Synchronization

/// What trials that run side by side have come to.
final class TrialOutcomes: Sendable {
  private let outcomes = Mutex<[Int: Result<CrashTrial, RunError>]>([:])

  var all: [Int: Result<CrashTrial, RunError>] { outcomes.withLock { $0 } }

  /// Whether a trial met a full disk, as all that follow would.
  var haveFilledDisk: Bool {
    outcomes.withLock { outcomes in
      outcomes.values.contains { if case .failure(let error) = $0 { error.isDiskFull } else { false } }
    }
  }

  func add(_ outcome: Result<CrashTrial, RunError>, at index: Int) {
    outcomes.withLock { $0[index] = outcome }
  }
}
