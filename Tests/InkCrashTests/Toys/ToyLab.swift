import CrashToys
import Foundation
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkTap

/// One store of a toy's trial in the lab: what can be found of it after a crash.
struct ToyLab {
  /// What was found under a profile.
  struct Findings {
    /// All outcomes that break the store's promise, with what was said of them.
    var broken: [Outcome: Set<String>] = [:]
    var stateCount = 0
    /// The shortest culprit of a state with such an outcome.
    var culprit: Culprit?
    /// States by what they hold and what was owed, where recovery had something to do.
    var recovered: [Found] = []
  }

  /// A store as a crash left it.
  struct Found: Hashable {
    var image: StoreImage
    var progress: ReplayProgress
  }

  private struct Key: Hashable {
    var digest: StateDigest
    var progress: ReplayProgress
  }

  let model: CrashModel
  private let trial: ToyTrial
  private let unit: ConsistencyUnit
  private var checker: StateChecker
  private var observations: [StateDigest: Observation] = [:]

  private static let bounds = ExplorationBounds()
  private static let seed: UInt64 = 1

  /// Takes what a recorder left of a store.
  init(_ trial: ToyTrial, _ backend: any StorageBackend.Type, recordedIn place: String) throws {
    try self.init(trial, backend, base: StoreImage(directory: place + "/base"), log: place + "/log")
  }

  /// Takes a recording that began with a store.
  init(
    _ trial: ToyTrial, _ backend: any StorageBackend.Type, base: StoreImage, log: String
  ) throws {
    self.trial = trial
    unit = backend.traits.unit
    model = try CrashModel(base: base, entries: Recording(contentsOf: log).entries())
    checker = try StateChecker(
      session: trial.session, plan: ReplayPlan(trial.session), backend: backend,
      environment: ToyRecorder.environment("/nowhere"))
  }

  /// Crashes in all ways that a profile allows, and has each store judged.
  ///
  /// What a second crash finds is owed what the first one was: `progress` takes the place of the states' own.
  mutating func explore(_ profile: CrashProfile, owing progress: ReplayProgress? = nil) throws -> Findings {
    var profile = profile
    if let unit = trial.tornUnitBytes { profile = profile.tearing(at: unit) }
    if trial.damagesWholeBlock, profile.crash == .power { profile.damagesWholeBlock = true }
    var states: [CrashState] = []
    let counts = CrashExploration(model: model, profile: profile, bounds: Self.bounds, seed: Self.seed)
      .run { state in
        states.append(state)
        return true
      }
    precondition(counts.generated == states.count)
    return try judge(states, profile, owing: progress)
  }

  private mutating func judge(
    _ states: [CrashState], _ profile: CrashProfile, owing progress: ReplayProgress?
  ) throws -> Findings {
    let promise = Promise(.powerDurable, under: profile.kind)
    let culprits = CulpritFinder(model: model, profile: profile)
    var images = CrashImages(model: model, profile: profile)
    var findings = Findings()
    var verdicts: [Key: Verdict] = [:]
    for state in states {
      let key = Key(digest: state.digest, progress: progress ?? state.progress)
      if verdicts[key] == nil {
        let observation = try observe(state, &images)
        verdicts[key] = observation.verdict(for: key.progress, by: checker.history, unit: unit)
        if observation.recoveryChangesFiles == true {
          findings.recovered.append(Found(image: images.image(of: state), progress: key.progress))
        }
      }
      guard let verdict = verdicts[key], verdict.isBroken(promise) else { continue }
      findings.broken[verdict.outcome, default: []].insert(verdict.detail ?? "")
      let culprit = culprits.culprit(of: state)
      if culprit.calls.count < findings.culprit?.calls.count ?? .max { findings.culprit = culprit }
    }
    findings.stateCount = verdicts.count
    return findings
  }

  private mutating func observe(_ state: CrashState, _ images: inout CrashImages) throws -> Observation {
    if let known = observations[state.digest] { return known }
    let observation = try checker.observe(images.image(of: state))
    observations[state.digest] = observation
    return observation
  }
}

extension CrashProfile {
  /// The kind of crash, as promises have it.
  var kind: CrashKind {
    switch crash {
    case .process: .process
    case .os: .os
    case .power: .power
    }
  }
}
