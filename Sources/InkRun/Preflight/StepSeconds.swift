/// How long each kind of step of one case should take, reckoned beforehand.
package struct StepSeconds: Sendable {
  package var base = 0.0
  package var round = 0.0
  package var recorded = 0.0
  package var allocations = 0.0
  /// One crash trial by itself; several run side by side.
  package var crashTrial = 0.0
  /// All states that a crash can leave.
  package var crashStates = 0.0

  package init() {}

  package subscript(kind: RunStep.Kind) -> Double {
    switch kind {
    case .base: base
    case .round: round
    case .recorded: recorded
    case .allocations: allocations
    case .crashTrial: crashTrial
    case .crash: 0
    case .crashStates: crashStates
    }
  }
}
