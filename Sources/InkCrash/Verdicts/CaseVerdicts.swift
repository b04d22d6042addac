internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage

/// What the observations of a case mean, profile by profile.
struct CaseVerdicts {
  let collection: StateCollection
  let observed: StateChecks.Observed
  private let history: DocumentHistory
  private let unit: ConsistencyUnit
  /// Many states show the same, and few progresses lie close to it.
  private let verdicts: VerdictCache

  init(
    collection: StateCollection, observed: StateChecks.Observed, history: DocumentHistory,
    unit: ConsistencyUnit
  ) {
    self.collection = collection
    self.observed = observed
    self.history = history
    self.unit = unit
    verdicts = VerdictCache()
  }

  /// How many states recovery wrote to.
  var recoveredStates: Int {
    observed.results.indices.count(where: isRecovered)
  }

  /// Whether recovery wrote to a state.
  func isRecovered(_ state: Int) -> Bool {
    observed.observation(of: state).map { observed.observations[$0].recoveryChangesFiles == true } ?? false
  }

  /// The verdict of a state at a progress; nil for a state that was not come to.
  func verdict(of sighting: StateCollection.Sighting) -> Verdict? {
    guard let index = observed.observation(of: sighting.state) else { return nil }
    return verdicts.verdict(index, sighting.progress) {
      judge(observed.observations[index], at: sighting.progress)
    }
  }

  /// What an observation means at a progress.
  func judge(_ observation: Observation, at progress: ReplayProgress) -> Verdict {
    observation.verdict(for: progress, by: history, unit: unit)
  }

  /// The row of a profile for a store that claims a class.
  func row(
    of profile: CrashProfile, number: Int, _ counts: ExplorationCounts, claims durability: Durability
  ) -> CrashProfileRow {
    let promise = profile.promise(of: durability)
    let sightings = collection.sightings[number]
    var row = CrashProfileRow(
      profile: profile.name, basis: profile.basis, kind: profile.crash, promise: promise,
      generated: counts.generated, distinct: Set(sightings.map(\.state)).count, bound: CrashBound(counts))
    var outcomes: [Outcome: Int] = [:]
    for sighting in sightings {
      guard let verdict = verdict(of: sighting) else { continue }
      outcomes[verdict.outcome, default: 0] += 1
      if verdict.isBroken(promise) { row.broken += 1 }
      row.strokesLostMax = max(row.strokesLostMax, verdict.strokesLost ?? 0)
      row.millisecondsLostMax = max(row.millisecondsLostMax, verdict.millisecondsLost ?? 0)
      row.orphanFilesMax = max(row.orphanFilesMax, verdict.orphanFiles ?? 0)
    }
    row.outcomes = Outcome.allCases.compactMap { outcome in
      outcomes[outcome].map { OutcomeCount(outcome: outcome, count: $0) }
    }
    return row
  }
}

/// Verdicts that were given, by observation and progress.
private final class VerdictCache {
  private struct Key: Hashable {
    var observation: Int
    var progress: ReplayProgress
  }

  private var verdicts: [Key: Verdict] = [:]

  func verdict(_ observation: Int, _ progress: ReplayProgress, _ judge: () -> Verdict) -> Verdict {
    let key = Key(observation: observation, progress: progress)
    if let known = verdicts[key] { return known }
    let verdict = judge()
    verdicts[key] = verdict
    return verdict
  }
}

extension CrashProfile {
  /// What a class claims under this profile.
  func promise(of durability: Durability) -> Promise {
    holdsClaims ? Promise(durability, under: crash) : .none
  }
}

extension CrashBound {
  fileprivate init(_ counts: ExplorationCounts) {
    self.init(
      epochs: counts.epochs, exhaustiveEpochs: counts.exhaustiveEpochs,
      boundedEpochs: counts.epochs - counts.exhaustiveEpochs, windowedEpochs: counts.windowedEpochs,
      isCutByBudget: counts.isCutByBudget)
  }
}
