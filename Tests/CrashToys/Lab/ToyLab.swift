internal import InkCrash
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage

/// One store of a toy's trial in the lab: what can be found of it after a crash.
///
/// Method. As for any store: its life is a model, a profile says which states can follow, each content is
/// recovered and compared once, and judged for each progress at which it can be met. For a toy that crashes
/// twice, each state that recovery writes to is crashed again while the store is used, as the lab does it
/// with any store; what the second crash finds is owed what the first one was.
struct ToyLab {
  /// A state that recovery writes to.
  private struct Recovered {
    var state: CrashState
    var image: StoreImage
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
    for builtIn in profiles {
      var profile = builtIn
      if let unit = trial.tornUnitBytes { profile = profile.tearing(at: unit) }
      if trial.damagesWholeBlock, profile.crash == .power { profile.damagesWholeBlock = true }
      var (found, recovered) = try explore(model, profile)
      if trial.crashesTwice { found.add(try crashAgain(recovered, model, profile)) }
      findings[builtIn.name] = found
    }
    return findings
  }

  /// Gives what was found, and the states that recovery writes to.
  private mutating func explore(
    _ model: CrashModel, _ profile: CrashProfile
  ) throws -> (findings: ToyFindings, recovered: [Recovered]) {
    var states: [CrashState] = []
    _ = CrashExploration(model: model, profile: profile, bounds: ExplorationBounds(), seed: Self.seed).run {
      states.append($0)
      return true
    }
    let promise = Promise(.powerDurable, under: profile.crash)
    let culprits = CulpritFinder(model: model, profile: profile)
    var images = CrashImages(model: model, profile: profile)
    var findings = ToyFindings()
    var recovered: [Recovered] = []
    var verdicts: [Key: Verdict] = [:]
    for state in states {
      let key = Key(digest: state.digest, progress: state.progress)
      if verdicts[key] == nil {
        let observation = try observe(state, &images)
        if !observation.shape.isWhole { findings.shapes.insert(observation.shape) }
        verdicts[key] = observation.verdict(for: key.progress, by: checker.history, unit: unit)
        if observation.recoveryChangesFiles == true {
          recovered.append(Recovered(state: state, image: images.image(of: state)))
        }
      }
      guard let verdict = verdicts[key], verdict.isBroken(promise) else { continue }
      findings.broken[verdict.outcome, default: []].insert(verdict.detail ?? "")
      findings.blame(culprits.culprit(of: state).calls)
    }
    findings.stateCount = verdicts.count
    return (findings, recovered)
  }

  /// Crashes the use of stores after a crash; the first crash is what explains what is found.
  private mutating func crashAgain(
    _ recovered: [Recovered], _ model: CrashModel, _ profile: CrashProfile
  ) throws -> ToyFindings {
    let promise = Promise(.powerDurable, under: profile.crash)
    let culprits = CulpritFinder(model: model, profile: profile)
    var findings = ToyFindings()
    var known: [StateDigest: [Observation]] = [:]
    for first in recovered {
      let observations =
        try known[first.state.digest] ?? checker.observeSecondCrashes(in: first.image, under: profile)
      known[first.state.digest] = observations
      findings.stateCount += observations.count
      for observation in observations {
        let verdict = observation.verdict(for: first.state.progress, by: checker.history, unit: unit)
        guard verdict.isBroken(promise) else { continue }
        findings.broken[verdict.outcome, default: []].insert(verdict.detail ?? "")
        findings.blame(culprits.culprit(of: first.state).calls)
      }
    }
    return findings
  }

  private mutating func observe(_ state: CrashState, _ images: inout CrashImages) throws -> Observation {
    if let known = observations[state.digest] { return known }
    let observation = try checker.observe(images.image(of: state))
    observations[state.digest] = observation
    return observation
  }
}
