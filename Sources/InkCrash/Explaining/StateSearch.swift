internal import InkReplay
internal import InkReport
internal import InkTap

/// Finds the states that show best what crashes do to a case under a profile: one for each way in which it
/// breaks its promise, and one for each shape that its files are in.
///
/// Method. A shape is what the checks have noted of a state's content; whole states have none, and are left
/// out. All states of the profile are generated once more, which costs little, and of those of one kind the
/// one with the fewest culprits is taken; of several, the one that comes first. A state that lacks one call,
/// with all that depends on it, is among those that are generated, so this is the smallest there is. Where
/// time ends it first, a kind that was not met by then shows the first state that was collected of it.
struct StateSearch {
  /// What explains a profile.
  struct Found {
    /// In the order of outcomes.
    var findings: [CrashFinding] = []
    /// In their order.
    var shapes: [ShapeRow] = []
    /// Whether it was over before all states were looked at: others may be smaller.
    var isStopped = false
  }

  let model: CrashModel
  let entries: [RecordedEntry]
  let verdicts: CaseVerdicts
  let bounds: ExplorationBounds
  let seed: UInt64
  /// Writes a state's command by its id.
  let command: @Sendable (_ id: String) -> String

  /// Goes through the states of a profile once; every so many, it looks whether it is over.
  func search(
    under number: Int, _ profile: CrashProfile, promise: Promise, of caseName: CaseName, isOver: () -> Bool
  ) -> Found {
    let kinds = SoughtKinds(verdicts, under: number, promise)
    guard !kinds.isEmpty else { return Found() }
    let finder = CulpritFinder(model: model, profile: profile)
    var pass = SearchPass(verdicts: verdicts, kinds: kinds, promise: promise, finder: finder)
    var looked = 0
    let exploration = CrashExploration(model: model, profile: profile, bounds: bounds, seed: seed)
    let counts = exploration.run { state in
      pass.look(at: state)
      looked += 1
      return !looked.isMultiple(of: CaseExploration.statesPerLook) || !isOver()
    }
    if counts.isStopped { pass.fillUp(under: number) }
    let text = CallText(entries)
    var found = Found(isStopped: counts.isStopped)
    found.findings = Outcome.allCases.compactMap { outcome in
      pass.outcomes.best[outcome].map { best in
        finding(best, outcome, count: kinds.outcomes[outcome] ?? 0, profile, caseName, finder, text)
      }
    }
    found.shapes = kinds.shapes.keys.sorted().compactMap { shape in
      guard let best = pass.shapes.best[shape], let kind = kinds.shapes[shape] else { return nil }
      let id = StateName(best.state, of: caseName, under: profile).id
      return ShapeRow(
        shape: shape, count: kind.states.count, worst: kind.worst, id: id,
        operation: finder.operation(of: best.state, best.culprit, text),
        culprits: best.culprit.calls.count, command: command(id), state: StateName.text(of: best.state))
    }
    return found
  }

  /// The finding of a state that is sound, and whose recovery does not survive a crash of its own.
  func finding(
    ofSecondCrash state: ReportedState, _ verdict: Verdict, count: Int, _ profile: CrashProfile,
    _ caseName: CaseName
  ) -> CrashFinding {
    let finder = CulpritFinder(model: model, profile: profile)
    let best = ExplainedState(
      state: state.state, seen: verdict.seen, culprit: finder.culprit(of: state.state))
    var found = finding(best, verdict.outcome, count: count, profile, caseName, finder, CallText(entries))
    found.id = StateName(state, of: caseName, under: profile).id
    found.command = command(found.id)
    found.state = state.text
    found.seen = SecondCrashes.seen(found.seen)
    found.missingBarrier = SecondCrashes.missingBarrier
    return found
  }

  private func finding(
    _ best: ExplainedState, _ outcome: Outcome, count: Int, _ profile: CrashProfile, _ caseName: CaseName,
    _ finder: CulpritFinder, _ text: CallText
  ) -> CrashFinding {
    let id = StateName(best.state, of: caseName, under: profile).id
    let barrier = MissingBarrier(plan: finder.plan, text: text, entries: entries)
    return CrashFinding(
      id: id, profile: profile.name, outcome: outcome, states: count, seen: best.seen,
      culprits: best.culprit.calls.map(text.sentence),
      missingBarrier: barrier.sentence(for: best.culprit, of: best.state), command: command(id),
      state: StateName.text(of: best.state))
  }
}

extension CulpritFinder {
  /// What led to a state, in words: the calls that were forgotten or torn, or after which call the crash
  /// came.
  func operation(of state: CrashState, _ culprit: Culprit, _ text: CallText) -> String {
    let calls = culprit.calls.map(text.sentence).joined(separator: "; ")
    if culprit.calls.isEmpty {
      let limit = plan.epochs[state.epoch].limit
      guard limit > 0 else { return "nothing was forgotten: the crash came before the first call" }
      let last = plan.model.operations[limit - 1].operation
      return "nothing was forgotten: the crash came after \(text.sentence(of: last))"
    }
    return plan.profile.crash == .process ? "the process ended at \(calls)" : "forgotten or torn: \(calls)"
  }
}
