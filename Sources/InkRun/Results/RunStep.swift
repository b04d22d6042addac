/// One piece of a run's work: it is done as a whole, or done again.
package struct RunStep: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Writing the base that all rounds of a case begin with.
    case base
    /// A timed round, the judgement of its store, and its floor.
    case round
    /// The round that records the file calls of a case; they are kept in a file of their own.
    case recorded
    case allocations
    case crashTrial = "crash-trial"
    /// The end of all crash trials of a case, or why there are none.
    case crash
    /// The exploration of the states that a crash can leave of a case.
    case crashStates = "crash-states"
  }

  package var kind: Kind
  /// Which of the run's cases, by index.
  package var caseNumber: Int
  /// Which round or crash trial, from 0; 0 for steps that a case has once.
  package var number: Int

  package init(_ kind: Kind, of caseNumber: Int, number: Int = 0) {
    self.kind = kind
    self.caseNumber = caseNumber
    self.number = number
  }
}

extension RunStep: Comparable {
  /// Case by case, and in a case as a run does them.
  package static func < (one: RunStep, other: RunStep) -> Bool { one.place < other.place }

  private var place: (Int, Int, Int) {
    (caseNumber, Kind.allCases.firstIndex(of: kind) ?? 0, number)
  }
}

/// A step that is over, with everything that it found.
package struct EndedStep: Codable, Sendable {
  package var step: RunStep
  package var results: [CaseResult]
  /// How long it took, children and copies included.
  package var nanoseconds: UInt64

  package init(_ step: RunStep, results: [CaseResult], nanoseconds: UInt64) {
    self.step = step
    self.results = results
    self.nanoseconds = nanoseconds
  }
}
