internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkStorage
internal import InkTap

/// One store, from its recording to its verdicts.
struct CaseExploration {
  /// What came of it.
  struct Found {
    var row: CrashCase
    var recovery: CrashTimes.Recovery?
  }

  let runCase: RunCase
  let excerpt: CrashExcerpt
  /// The excerpt in a file.
  let session: SessionReference
  let request: CrashRequest
  /// A directory for its files, which is not there yet.
  let place: String
  let recorder: ChildLauncher
  let checker: ChildLauncher

  /// Records, generates, checks and judges; a case that can't be explored says why in its row.
  func run(
    until deadline: Deadline, progress: (_ fraction: Double, _ activity: String) -> Void
  ) throws(RunError) -> Found {
    defer { StoreCopy.remove(place) }
    try StoreCopy.makeDirectory(place)
    progress(0, "recording")
    let recording: CrashRecording
    let model: CrashModel
    let endedCount: Int
    do throws(RunError) {
      recording = try CrashRecorder(launcher: recorder, place: place).record(
        runCase, session: session, seed: excerpt.session.seed)
      model = try recording.model()
      progress(0, "ending processes")
      let points = endedPoints(in: recording)
      try EndedProcesses(
        runCase, session: session, seed: excerpt.session.seed, place: place, launcher: recorder
      ).check(points, against: recording)
      endedCount = points.count
    } catch {
      guard case .child(let reason) = error, !recorder.interruption.isRequested else { throw error }
      return Found(row: CrashCase(name: runCase.name, notExplored: reason))
    }
    var row = CrashCase(name: runCase.name)
    row.describe(model)
    row.endedProcesses = endedCount
    progress(0, "generating states")
    let start = Clock.nanoseconds()
    let (collection, counts) = generate(model) { deadline.isOver() }
    // All states are generated once more to explain what is found: so long before the end, checks are over.
    let checkDeadline = deadline.leaving(nanoseconds: Clock.nanoseconds() - start)
    let isOver: @Sendable () -> Bool = { checkDeadline.isOver() }
    let checks = StateChecks(
      task: StateTask(
        runCase.name, seed: excerpt.session.seed, session: session, place: place, profiles: request.profiles),
      roles: runCase.backend.traits.fileRoles, launcher: checker, workers: request.workers)
    let count = collection.states.count
    let observed = try checks.run(of: collection.states, isOver: isOver) { done in
      progress(0.8 * Double(done) / Double(count), "\(done) of \(count) states")
    }
    let verdicts = CaseVerdicts(
      collection: collection, observed: observed, history: history, unit: runCase.backend.traits.unit)
    let search = StateSearch(
      model: model, entries: recording.entries, verdicts: verdicts, bounds: bounds, seed: request.seed,
      command: request.replayCommand)
    let second = SecondCrashes(of: verdicts, perProfile: secondCrashesPerProfile)
    var again = checks
    again.task.secondProfiles = second.profiles
    let observedAgain = try again.run(of: second.states, isOver: isOver) { done in
      progress(0.8 + 0.2 * Double(done) / Double(second.states.count), "second crashes")
    }
    var isSearchStopped = false
    for (index, profile) in request.profiles.enumerated() {
      var found = verdicts.row(of: profile, number: index, counts[index], claims: runCase.name.durability)
      let explained = search.search(under: index, profile, promise: found.promise, of: runCase.name) {
        deadline.isOver()
      }
      isSearchStopped = isSearchStopped || explained.isStopped
      found.shapes = explained.shapes
      let broken = second.add(observedAgain, of: index, to: &found, verdicts)
      row.profiles.append(found)
      if found.broken > 0 {
        row.findings += explained.findings
      } else if let broken {
        let state = try reported(broken, profile: index, checks)
        row.findings.append(
          search.finding(
            ofSecondCrash: state, broken.verdict, count: found.secondCrashBroken, profile, runCase.name))
      }
    }
    row.checkedStates = observed.results.count { $0 != nil }
    guard row.checkedStates > 0 else {
      var row = CrashCase(name: runCase.name, notExplored: CrashCase.stoppedFirst)
      row.isCutByTime = true
      return Found(row: row)
    }
    row.recoveredStates = verdicts.recoveredStates
    row.isCutByTime =
      (observed.results + observedAgain.results).contains { $0 == nil }
      || counts.contains(where: \.isStopped) || isSearchStopped
    return Found(row: row, recovery: observed.recovery(of: runCase.name))
  }

  /// A second crash's state as `crash replay` makes it; without what it left where that ended its process.
  private func reported(
    _ broken: SecondCrashes.Broken, profile: Int, _ checks: StateChecks
  ) throws(RunError) -> ReportedState {
    let made = try SecondRepeat.make(broken.number, after: broken.state, profile: profile, checks)
    guard let made, made.observation == broken.observation else { return ReportedState(broken.state) }
    return ReportedState(
      broken.state, second: ReportedState.SecondState(number: broken.number, digest: made.image.digest))
  }

  /// Where real processes are ended, dealt out amongst the shards.
  private func endedPoints(in recording: CrashRecording) -> [CrashPoint] {
    let shards = request.shard?.count ?? 1
    let points = EndedProcesses.spread(
      EndedProcesses.points(in: recording.entries), count: Self.endedProcesses * shards)
    return stride(from: (request.shard?.number ?? 1) - 1, to: points.count, by: shards).map { points[$0] }
  }

  private var secondCrashesPerProfile: Int {
    let all = min(request.statesPerCase / Self.statesPerSecondCrash, Self.secondCrashesMax)
    return min(all, max(1, all / (request.shard?.count ?? 1)))
  }

  private var bounds: ExplorationBounds {
    ExplorationBounds(statesMax: max(1, request.statesPerCase / request.profiles.count))
  }

  private var history: DocumentHistory {
    DocumentHistory(session: excerpt.session, plan: ReplayPlan(excerpt.session))
  }

  /// All states that the profiles allow, within the budget, which they share evenly; fewer if it is over.
  private func generate(
    _ model: CrashModel, isOver: () -> Bool
  ) -> (StateCollection, [ExplorationCounts]) {
    var collection = StateCollection(profileCount: request.profiles.count, shard: request.shard)
    var counts: [ExplorationCounts] = []
    var generated = 0
    for (index, profile) in request.profiles.enumerated() {
      let exploration = CrashExploration(model: model, profile: profile, bounds: bounds, seed: request.seed)
      counts.append(
        exploration.run { state in
          collection.add(state, profile: index)
          generated += 1
          return !generated.isMultiple(of: Self.statesPerLook) || !isOver()
        })
    }
    return (collection, counts)
  }

  /// Generating so many takes milliseconds.
  static let statesPerLook = 1_024
  /// Enough that a model which has gone wrong is met, and few beside the thousands of states of a case.
  private static let endedProcesses = 4
  /// A second crash leaves some three hundred states, each checked like a first one's.
  private static let statesPerSecondCrash = 20_000
  /// Of each profile; more of them show a store's few ways of recovering again and again.
  private static let secondCrashesMax = 16
}

extension CrashCase {
  /// Notes what the recording held.
  fileprivate mutating func describe(_ model: CrashModel) {
    saves = model.events.count {
      if case .mark(let mark) = $0.kind {
        mark.kind == .acknowledged && mark.phase.hasPrefix("save")
      } else {
        false
      }
    }
    fileOperations = Set(model.operations.map(\.entry)).count
    microOperations = model.operations.count
  }
}

extension StateChecks.Observed {
  /// How long recovery took; nil if nothing was observed.
  fileprivate func recovery(of name: CaseName) -> CrashTimes.Recovery? {
    let sorted = recoveryNanoseconds.sorted()
    guard let most = sorted.last else { return nil }
    return CrashTimes.Recovery(
      store: name.text, states: sorted.count,
      medianNanoseconds: sorted[(sorted.count - 1) / 2], maxNanoseconds: most)
  }
}
