package import InkReport
internal import InkRun

/// What came of the crash trials of one case.
package struct CrashTrialResults: Sendable {
  package var trials: [CrashTrial] = []
  package var failures: [ChildFailure] = []
  package var isInterrupted = false
  /// The sentence that says where, if the disk filled up.
  package var diskFull: String?

  mutating func collect(_ outcomes: TrialOutcomes) {
    for result in outcomes.all.flatMap(\.results) {
      switch result {
      case .crashTrial(let trial): trials.append(trial)
      case .failure(let failure): failures.append(failure)
      default: break
      }
    }
    diskFull = outcomes.diskFull
  }
}
