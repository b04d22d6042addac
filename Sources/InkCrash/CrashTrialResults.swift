package import InkReport
internal import InkRun

/// What came of the crash trials of one case.
package struct CrashTrialResults: Sendable {
  package var trials: [CrashTrial] = []
  package var failures: [ChildFailure] = []
  package var isInterrupted = false
  /// The sentence that says where, if the disk filled up.
  package var diskFull: String?

  mutating func collect(_ outcomes: [Int: Result<CrashTrial, RunError>]) {
    for (index, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
      switch outcome {
      case .success(let trial): trials.append(trial)
      case .failure(let error) where error.isDiskFull: diskFull = error.description
      case .failure(let error):
        failures.append(ChildFailure(round: index, kind: .crashTrial, reason: error.description))
      }
    }
  }
}
