internal import InkReplay
internal import InkReport
internal import InkTap

/// Finds, for each way in which a case breaks its promise under a profile, the state that shows it best.
///
/// Method. All states of the profile are generated once more, which costs little, and of those that broke the
/// promise in one way the one with the fewest culprits is taken; of several, the one that was found first. A
/// state that lacks one call, with all that depends on it, is among those that are generated, so this is the
/// smallest there is.
struct FindingSearch {
  let model: CrashModel
  let entries: [RecordedEntry]
  let verdicts: CaseVerdicts
  let bounds: ExplorationBounds
  let seed: UInt64
  /// Writes a finding's command by its id.
  let command: @Sendable (_ id: String) -> String

  private struct Best {
    var state: CrashState
    var verdict: Verdict
    var culprit: Culprit
  }

  /// The findings under one profile, in the order of outcomes.
  func findings(
    under profile: CrashProfile, promise: Promise, of caseName: CaseName
  ) -> [CrashFinding] {
    let finder = CulpritFinder(model: model, profile: profile)
    var best: [Outcome: Best] = [:]
    var counts: [Outcome: Set<StateCollection.Sighting>] = [:]
    _ = CrashExploration(model: model, profile: profile, bounds: bounds, seed: seed).run { state in
      guard let index = verdicts.collection.index(of: state.digest) else { return true }
      let sighting = StateCollection.Sighting(state: index, progress: state.progress)
      guard let verdict = verdicts.verdict(of: sighting), verdict.isBroken(promise) else { return true }
      counts[verdict.outcome, default: []].insert(sighting)
      let culprit = finder.culprit(of: state)
      if culprit.calls.count < best[verdict.outcome]?.culprit.calls.count ?? .max {
        best[verdict.outcome] = Best(state: state, verdict: verdict, culprit: culprit)
      }
      return true
    }
    let text = CallText(entries)
    return Outcome.allCases.compactMap { outcome in
      best[outcome].map { best in
        finding(best, count: counts[outcome]?.count ?? 0, profile, caseName, finder, text)
      }
    }
  }

  /// The finding of a state that is sound, and after which the store does not survive another crash.
  func finding(
    ofSecondCrash state: CrashState, _ verdict: Verdict, count: Int, _ profile: CrashProfile,
    _ caseName: CaseName
  ) -> CrashFinding {
    let finder = CulpritFinder(model: model, profile: profile)
    let best = Best(state: state, verdict: verdict, culprit: finder.culprit(of: state))
    var found = finding(best, count: count, profile, caseName, finder, CallText(entries))
    found.seen = "After a second crash, while it was opened, saved to and closed: " + found.seen
    found.missingBarrier =
      "What the store does after a crash does not survive another: opening it, its first save or its close."
    return found
  }

  private func finding(
    _ best: Best, count: Int, _ profile: CrashProfile, _ caseName: CaseName, _ finder: CulpritFinder,
    _ text: CallText
  ) -> CrashFinding {
    let id = StateName(best.state, of: caseName, under: profile).id
    let barrier = MissingBarrier(plan: finder.plan, text: text, entries: entries)
    return CrashFinding(
      id: id, profile: profile.name, outcome: best.verdict.outcome, states: count,
      seen: best.verdict.seen, culprits: best.culprit.calls.map(text.sentence),
      missingBarrier: barrier.sentence(for: best.culprit, of: best.state), command: command(id),
      state: StateName.text(of: best.state))
  }
}
