internal import InkCrash
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage

/// One store of a toy's trial in the lab: what can be found of it after a crash.
///
/// Method. As for any store: its life is a model, a profile says which states can follow, each content is
/// recovered and compared once, and judged for each progress at which it can be met. For a toy that crashes
/// twice, each recovery that wrote something is recorded and explored in the same way; what the second crash
/// finds is owed what the first one was.
struct ToyLab {
  /// A store as a crash left it.
  private struct Found: Hashable {
    var image: StoreImage
    var progress: ReplayProgress
  }

  private struct Key: Hashable {
    var digest: StateDigest
    var progress: ReplayProgress
  }

  private let trial: ToyTrial
  private let unit: ConsistencyUnit
  private var checker: StateChecker
  private var observations: [StateDigest: Observation] = [:]

  private static let seed: UInt64 = 1

  /// Makes a lab for a store; its states lie in a directory that exists.
  init(_ trial: ToyTrial, _ backend: any StorageBackend.Type, in place: String) throws {
    self.trial = trial
    unit = backend.traits.unit
    checker = try StateChecker(
      session: trial.session, plan: ReplayPlan(trial.session), backend: backend,
      environment: ToyRecorder.environment(place), place: place)
    checker.watch()
  }

  /// Crashes in all ways that the profiles allow, and has each store judged; gives the findings by profile.
  mutating func explore(
    _ model: CrashModel, under profiles: [CrashProfile]
  ) throws -> [String: ToyFindings] {
    var findings: [String: ToyFindings] = [:]
    var recoveries: [StoreImage: CrashModel] = [:]
    for profile in profiles {
      var (found, recovered) = try explore(model, profile)
      for store in trial.crashesTwice ? recovered : [] {
        let recovery = try recoveries[store.image] ?? checker.modelOfRecovery(from: store.image)
        recoveries[store.image] = recovery
        found.add(try explore(recovery, profile, owing: store.progress).findings)
      }
      findings[profile.name] = found
    }
    return findings
  }

  /// Gives what was found, and the stores whose recovery wrote something.
  ///
  /// A progress that is owed takes the place of the states' own.
  private mutating func explore(
    _ model: CrashModel, _ profile: CrashProfile, owing progress: ReplayProgress? = nil
  ) throws -> (findings: ToyFindings, recovered: [Found]) {
    var profile = profile
    if let unit = trial.tornUnitBytes { profile = profile.tearing(at: unit) }
    if trial.damagesWholeBlock, profile.crash == .power { profile.damagesWholeBlock = true }
    var states: [CrashState] = []
    _ = CrashExploration(model: model, profile: profile, bounds: ExplorationBounds(), seed: Self.seed).run {
      states.append($0)
      return true
    }
    let promise = Promise(.powerDurable, under: profile.crash)
    let culprits = CulpritFinder(model: model, profile: profile)
    var images = CrashImages(model: model, profile: profile)
    var findings = ToyFindings()
    var recovered: [Found] = []
    var verdicts: [Key: Verdict] = [:]
    for state in states {
      let key = Key(digest: state.digest, progress: progress ?? state.progress)
      if verdicts[key] == nil {
        let observation = try observe(state, &images)
        if !observation.shape.isWhole { findings.shapes.insert(observation.shape) }
        verdicts[key] = observation.verdict(for: key.progress, by: checker.history, unit: unit)
        if observation.recoveryChangesFiles == true {
          recovered.append(Found(image: images.image(of: state), progress: key.progress))
        }
      }
      guard let verdict = verdicts[key], verdict.isBroken(promise) else { continue }
      findings.broken[verdict.outcome, default: []].insert(verdict.detail ?? "")
      findings.blame(culprits.culprit(of: state).calls)
    }
    findings.stateCount = verdicts.count
    return (findings, recovered)
  }

  private mutating func observe(_ state: CrashState, _ images: inout CrashImages) throws -> Observation {
    if let known = observations[state.digest] { return known }
    let observation = try checker.observe(images.image(of: state))
    observations[state.digest] = observation
    return observation
  }
}
