internal import InkReport

/// The ways in which a case breaks its promise under a profile, and the shapes that its files are in, with
/// how often each was met.
struct SoughtKinds {
  /// The states of a shape, and the worst that was made of one.
  struct Shape {
    var states: Set<Int> = []
    var worst: Outcome
  }

  private(set) var outcomes: [Outcome: Int] = [:]
  private(set) var shapes: [StoreShape: Shape] = [:]

  init(_ verdicts: CaseVerdicts, under number: Int, _ promise: Promise) {
    for sighting in verdicts.collection.sightings[number] {
      guard let verdict = verdicts.verdict(of: sighting) else { continue }
      if verdict.isBroken(promise) { outcomes[verdict.outcome, default: 0] += 1 }
      guard let shape = verdicts.observed.shape(of: sighting.state), !shape.isWhole else { continue }
      var kind = shapes[shape] ?? Shape(worst: verdict.outcome)
      kind.states.insert(sighting.state)
      if verdict.outcome.severity > kind.worst.severity { kind.worst = verdict.outcome }
      shapes[shape] = kind
    }
  }

  var isEmpty: Bool { outcomes.isEmpty && shapes.isEmpty }
}

/// A state with what the user would see, and with what led to it.
struct ExplainedState {
  var state: CrashState
  var seen: String
  var culprit: Culprit
}

/// One way through the states of a profile, with the best of each kind so far.
struct SearchPass {
  /// The best states by kind: those with the fewest culprits, the first of equals.
  struct Best<Kind: Hashable> {
    private(set) var best: [Kind: ExplainedState] = [:]

    /// Whether a state can be better than what there is: none is better than one without a culprit, and if
    /// only missing ones are wanted, than any.
    func isOpen(_ kind: Kind, _ onlyMissing: Bool) -> Bool {
      guard let best = best[kind] else { return true }
      return !onlyMissing && !best.culprit.calls.isEmpty
    }

    mutating func offer(_ state: ExplainedState, as kind: Kind) {
      if state.culprit.calls.count < best[kind]?.culprit.calls.count ?? .max { best[kind] = state }
    }
  }

  let verdicts: CaseVerdicts
  let kinds: SoughtKinds
  let promise: Promise
  let finder: CulpritFinder
  private(set) var outcomes = Best<Outcome>()
  private(set) var shapes = Best<StoreShape>()

  init(verdicts: CaseVerdicts, kinds: SoughtKinds, promise: Promise, finder: CulpritFinder) {
    self.verdicts = verdicts
    self.kinds = kinds
    self.promise = promise
    self.finder = finder
  }

  /// Takes a state if it is the best of a kind so far.
  mutating func look(at state: CrashState) {
    take(state, onlyMissing: false)
  }

  /// Takes the first states that were collected under a profile of kinds that have none yet.
  mutating func fillUp(under number: Int) {
    for sighting in verdicts.collection.sightings[number] {
      let (profile, state) = verdicts.collection.states[sighting.state]
      // The others are states of another profile, or another's progress.
      guard profile == number, state.progress == sighting.progress else { continue }
      take(state, onlyMissing: true)
    }
  }

  private mutating func take(_ state: CrashState, onlyMissing: Bool) {
    guard let index = verdicts.collection.index(of: state.digest),
      let verdict = verdicts.verdict(of: StateCollection.Sighting(state: index, progress: state.progress))
    else { return }
    var outcome: Outcome?
    if verdict.isBroken(promise), outcomes.isOpen(verdict.outcome, onlyMissing) { outcome = verdict.outcome }
    var shape = verdicts.observed.shape(of: index)
    if let found = shape, kinds.shapes[found] == nil || !shapes.isOpen(found, onlyMissing) { shape = nil }
    guard outcome != nil || shape != nil else { return }
    let explained = ExplainedState(state: state, seen: verdict.seen, culprit: finder.culprit(of: state))
    if let outcome { outcomes.offer(explained, as: outcome) }
    if let shape { shapes.offer(explained, as: shape) }
  }
}
