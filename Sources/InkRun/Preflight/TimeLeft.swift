internal import InkStorage

/// How long a run will still take.
///
/// Method. Beforehand each step has a reckoned time. The steps that are over tell how wrong the reckoning
/// was: overall, as the ratio of seen to reckoned time, begun with `trustedSeconds` in which both are equal,
/// so that the first steps don't throw it about; and for each case and kind of step, as the mean of what was
/// seen with one corrected reckoning. What is left is the sum of these means over the open steps.
package struct TimeLeft: Sendable {
  private struct Tally {
    var open = 0
    var reckoned = 0.0
    var seen = 0
    var seenSeconds = 0.0
  }

  /// By case, then by kind of step.
  private var tallies: [[RunStep.Kind: Tally]]
  private var seenSeconds = Self.trustedSeconds
  private var reckonedSeconds = Self.trustedSeconds

  private static let trustedSeconds = 2.0

  /// Begins with all steps of a run open that are not kept; `seconds` has the reckoned times, case by case.
  package init(_ request: RunRequest, seconds: [StepSeconds], kept: [RunStep: EndedStep] = [:]) {
    tallies = zip(request.cases, seconds).map { runCase, seconds in
      let trials = runCase.backend.traits.retainsContent ? request.crashTrialsPerCase : 0
      let counts: [RunStep.Kind: Int] = [
        .base: 1, .round: request.rounds, .recorded: 1, .allocations: 1, .crashTrial: trials,
        .crashStates: runCase.backend.traits.retainsContent && request.crashStatesPerCase > 0 ? 1 : 0,
      ]
      return Dictionary(
        uniqueKeysWithValues: counts.map { ($0, Tally(open: $1, reckoned: Self.share($0, seconds[$0]))) })
    }
    for ended in kept.values.sorted(by: { $0.step < $1.step }) { end(ended) }
  }

  /// What a step adds to the length of the run: crash trials share it.
  private static func share(_ kind: RunStep.Kind, _ seconds: Double) -> Double {
    kind == .crashTrial ? seconds / Double(RunRequest.crashTrialsAtOnce) : seconds
  }

  /// Takes a step that is over off, and learns from it.
  package mutating func end(_ ended: EndedStep) {
    let step = ended.step
    if step.kind == .crash { return tallies[step.caseNumber][.crashTrial, default: Tally()].open = 0 }
    guard var tally = tallies[step.caseNumber][step.kind] else { return }
    let seconds = Self.share(step.kind, Double(ended.nanoseconds) / 1e9)
    tally.open = max(tally.open - 1, 0)
    tally.seen += 1
    tally.seenSeconds += seconds
    tallies[step.caseNumber][step.kind] = tally
    seenSeconds += seconds
    reckonedSeconds += tally.reckoned
    // Without its base, nothing of a case is done but its crashes.
    guard step.kind == .base, !ended.results.isEmpty else { return }
    for kind in [RunStep.Kind.round, .recorded, .allocations] { tallies[step.caseNumber][kind]?.open = 0 }
  }

  /// How long all open steps will take together.
  package var seconds: Double { secondsByCase.reduce(0, +) }

  /// The same case by case; always the same sums, though they are of fractions.
  var secondsByCase: [Double] {
    tallies.map { tallies in
      RunStep.Kind.allCases.compactMap { tallies[$0] }.reduce(0) { $0 + Double($1.open) * expected($1) }
    }
  }

  /// How long a step should take by what is known now.
  package func seconds(for step: RunStep) -> Double {
    tallies[step.caseNumber][step.kind].map(expected) ?? 0
  }

  private func expected(_ tally: Tally) -> Double {
    let corrected = tally.reckoned * seenSeconds / reckonedSeconds
    return (tally.seenSeconds + corrected) / Double(tally.seen + 1)
  }

  /// How many steps are open.
  package var openSteps: Int { tallies.reduce(0) { $1.values.reduce($0) { $0 + $1.open } } }
}
