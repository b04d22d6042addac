internal import InkReport
internal import InkTap

/// Says in which shapes the states of a case are, with a state of each that is easy to explain.
///
/// Method. A shape is what the checks have noted of a state's content. All states of a profile are generated
/// once more, as for findings, and of those in one shape the one with the fewest culprits is taken; of
/// several, the one that comes first. Whole states have no shape, and are left out.
struct ShapeSearch {
  let model: CrashModel
  let entries: [RecordedEntry]
  let verdicts: CaseVerdicts
  let bounds: ExplorationBounds
  let seed: UInt64
  /// Writes a state's command by its id.
  let command: @Sendable (_ id: String) -> String

  private struct Example {
    var state: CrashState
    var culprit: Culprit
  }

  /// The shapes under one profile, in their order.
  func rows(under number: Int, _ profile: CrashProfile, of caseName: CaseName) -> [ShapeRow] {
    var states: [StoreShape: Set<Int>] = [:]
    var worst: [StoreShape: Outcome] = [:]
    for sighting in verdicts.collection.sightings[number] {
      guard let shape = verdicts.observed.shape(of: sighting.state), !shape.isWhole,
        let outcome = verdicts.verdict(of: sighting)?.outcome
      else { continue }
      states[shape, default: []].insert(sighting.state)
      if outcome.severity > worst[shape]?.severity ?? -1 { worst[shape] = outcome }
    }
    guard !states.isEmpty else { return [] }
    let finder = CulpritFinder(model: model, profile: profile)
    let examples = examples(of: Set(states.keys), profile, finder)
    let text = CallText(entries)
    return states.keys.sorted().compactMap { shape in
      guard let example = examples[shape], let outcome = worst[shape] else { return nil }
      let id = StateName(example.state, of: caseName, under: profile).id
      return ShapeRow(
        shape: shape, count: states[shape]?.count ?? 0, worst: outcome, id: id,
        operation: finder.operation(of: example.state, example.culprit, text),
        culprits: example.culprit.calls.count, command: command(id),
        state: StateName.text(of: example.state))
    }
  }

  private func examples(
    of shapes: Set<StoreShape>, _ profile: CrashProfile, _ finder: CulpritFinder
  ) -> [StoreShape: Example] {
    var examples: [StoreShape: Example] = [:]
    _ = CrashExploration(model: model, profile: profile, bounds: bounds, seed: seed).run { state in
      guard let index = verdicts.collection.index(of: state.digest),
        let shape = verdicts.observed.shape(of: index), shapes.contains(shape),
        examples[shape]?.culprit.calls.isEmpty != true
      else { return true }
      let culprit = finder.culprit(of: state)
      if culprit.calls.count < examples[shape]?.culprit.calls.count ?? .max {
        examples[shape] = Example(state: state, culprit: culprit)
      }
      return true
    }
    return examples
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
