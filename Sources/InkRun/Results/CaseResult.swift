package import InkReport

/// One thing that was found of a case; a new kind of result is a new case here and in `CaseRecord.add`.
package enum CaseResult: Codable, Sendable {
  case timed(round: RoundResult)
  case allocations(round: RoundResult)
  case verdict(Verdict)
  case floor(FloorResult)
  case crashTrial(CrashTrial)
  case crashStates(CrashStates)
  case failure(ChildFailure)
}

extension CaseRecord {
  /// Takes up a result, in a run as it comes and from a log as it came.
  package mutating func add(_ result: CaseResult) {
    switch result {
    case .timed(let round): timed.append(round)
    case .allocations(let round): allocationRounds.append(round)
    case .verdict(let verdict): verdicts.append(verdict)
    case .floor(let floor): floors.append(floor)
    case .crashTrial(let trial): crashTrials.append(trial)
    case .crashStates(let states): crashStates = states
    case .failure(let failure): failures.append(failure)
    }
  }
}
