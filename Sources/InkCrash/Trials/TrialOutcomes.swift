internal import InkReport
internal import InkRun
internal import Synchronization

/// What trials that run side by side have come to, and those of an earlier run.
final class TrialOutcomes: Sendable {
  private struct State {
    var outcomes: [Int: EndedStep] = [:]
    /// Those that nobody has taken yet.
    var new: [EndedStep] = []
    var diskFull: String?
  }

  private let state: Mutex<State>
  private let caseNumber: Int

  /// Begins with the trials that are kept.
  ///
  /// A kept trial counts only if the same operation would be chosen for it again. A store whose operations
  /// are not the same each time is tried anew.
  init(of caseNumber: Int, keeping kept: [EndedStep], amongst crashes: [ChosenCrash]) {
    self.caseNumber = caseNumber
    let isRepeated = kept.allSatisfy { ended in
      guard crashes.indices.contains(ended.step.number) else { return false }
      guard case .crashTrial(let trial)? = ended.results.first else { return true }
      let point = crashes[ended.step.number].point
      return point.operation == trial.operation && point.isWriteCut == trial.isWriteCut
    }
    let usable = isRepeated ? kept : []
    state = Mutex(
      State(outcomes: Dictionary(usable.map { ($0.step.number, $0) }, uniquingKeysWith: { $1 })))
  }

  /// All that is over, in the order of the trials.
  var all: [EndedStep] { state.withLock { $0.outcomes.values.sorted { $0.step < $1.step } } }

  var count: Int { state.withLock { $0.outcomes.count } }

  func has(_ index: Int) -> Bool { state.withLock { $0.outcomes[index] != nil } }

  /// Where a trial met a full disk, as all that follow would.
  var diskFull: String? { state.withLock { $0.diskFull } }

  func fillDisk(_ sentence: String) { state.withLock { $0.diskFull = sentence } }

  func add(_ result: CaseResult, at index: Int, nanoseconds: UInt64) {
    let step = RunStep(.crashTrial, of: caseNumber, number: index)
    let ended = EndedStep(step, results: [result], nanoseconds: nanoseconds)
    state.withLock { state in
      state.outcomes[index] = ended
      state.new.append(ended)
    }
  }

  /// The trials that are over since this was asked last.
  func takeNew() -> [EndedStep] {
    state.withLock { state in
      defer { state.new = [] }
      return state.new
    }
  }
}
