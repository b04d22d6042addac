internal import Dispatch
internal import InkModel
internal import InkReplay
internal import InkReport
package import InkRun
internal import InkTap

/// Ends processes in the middle of their work, and judges what is left.
///
/// Method. Each trial copies the base, starts a child that replays the crash excerpt and ends itself by
/// SIGKILL at its operation, and has a fresh process judge the store by what the child had acknowledged. The
/// kernel keeps what was written before the end, so this tests the promise `process-crash`, which every class
/// includes; syncs make no difference to it, and are counted but not carried out. Two trials run side by
/// side; nothing is timed.
package struct CrashTrials: Sendable {
  private let runCase: RunCase
  private let caseNumber: Int
  private let session: SessionReference
  private let seed: UInt64
  private let base: String
  private let place: String
  private let launcher: ChildLauncher

  /// Makes the trials of one case; `place` is a directory that exists, beside the base and not in it.
  package init(
    runCase: RunCase, number: Int, session: SessionReference, seed: UInt64, place: String,
    launcher: ChildLauncher
  ) {
    self.runCase = runCase
    caseNumber = number
    self.session = session
    self.seed = seed
    self.place = place
    self.launcher = launcher
    base = place + "/base"
  }

  /// The excerpt in words, for reports.
  package static var excerptDescription: String {
    "the first \(Session.crashExcerptEventsMax) events on the pages that they touch, then some images, a stroke "
      + "with opaque bytes, stays in the background with "
      + "unsaved changes, and the close of the document"
  }

  /// Builds the excerpt's base, surveys its operations, and carries out the trials that are not `kept`.
  ///
  /// Trials that could not be carried out are left out and reported in `failures`. A full disk ends the
  /// trials. `keep` gets the trials that are over, some at a time, and `progress` is called again and again.
  package func run(
    count: Int, kept: [EndedStep] = [], keep: ([EndedStep]) -> Void = { _ in },
    progress: (_ done: Int, _ of: Int) -> Void
  ) throws(RunError) -> CrashTrialResults {
    var results = CrashTrialResults()
    do throws(RunError) {
      try run(count, kept, &results, keep, progress)
    } catch {
      guard error.isDiskFull else { throw error }
      results.diskFull = error.description
    }
    return results
  }

  private func run(
    _ count: Int, _ kept: [EndedStep], _ results: inout CrashTrialResults, _ keep: ([EndedStep]) -> Void,
    _ progress: (_ done: Int, _ of: Int) -> Void
  ) throws(RunError) {
    progress(kept.count, count)
    try StoreCopy.makeDirectory(base)
    guard try reply(to: .buildBase, in: base, &results, kind: .crashBase) != nil else { return }
    guard let survey = try survey(&results) else { return }
    let crashes = CrashChoice.choose(from: survey, count: count, seed: seed)
    let outcomes = TrialOutcomes(of: caseNumber, keeping: kept, amongst: crashes)
    let group = DispatchGroup()
    for lane in 0..<RunRequest.crashTrialsAtOnce {
      DispatchQueue.global().async(group: group) { carryOut(crashes, lane: lane, outcomes) }
    }
    // Progress is told and results are kept from this thread, which has nothing else to do.
    while group.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
      keep(outcomes.takeNew())
      progress(outcomes.count, crashes.count)
    }
    keep(outcomes.takeNew())
    results.collect(outcomes)
    results.isInterrupted = launcher.interruption.isRequested
  }

  private func carryOut(_ crashes: [ChosenCrash], lane: Int, _ outcomes: TrialOutcomes) {
    for index in crashes.indices where index % RunRequest.crashTrialsAtOnce == lane && !outcomes.has(index) {
      guard !launcher.interruption.isRequested, outcomes.diskFull == nil else { return }
      let start = Clock.nanoseconds()
      do throws(RunError) {
        guard let trial = try trial(crashes[index], lane: lane) else { return }
        outcomes.add(.crashTrial(trial), at: index, nanoseconds: Clock.nanoseconds() - start)
      } catch {
        guard !error.isDiskFull else { return outcomes.fillDisk(error.description) }
        let failure = ChildFailure(round: index, kind: .crashTrial, reason: error.description)
        outcomes.add(.failure(failure), at: index, nanoseconds: Clock.nanoseconds() - start)
      }
    }
  }

  private func survey(_ results: inout CrashTrialResults) throws(RunError) -> RoundResult? {
    let store = place + "/survey"
    defer { StoreCopy.remove(store) }
    try StoreCopy.copy(base, to: store)
    var how = ChildTask.Replay(exportPath: place + "/survey-export")
    how.recordsSpans = true
    return try reply(to: .replay(how), in: store, &results, kind: .crashSurvey)?.round
  }

  /// Carries out one trial; nil if the user interrupted it.
  private func trial(_ crash: ChosenCrash, lane: Int) throws(RunError) -> CrashTrial? {
    let store = "\(place)/trial-\(lane)"
    let board = "\(place)/board-\(lane)"
    defer {
      StoreCopy.remove(store)
      StoreCopy.remove(board)
      StoreCopy.remove("\(place)/export-\(lane)")
    }
    try StoreCopy.copyUnsynced(base, to: store)
    var how = ChildTask.Replay(exportPath: "\(place)/export-\(lane)")
    how.boardPath = board
    how.crash = crash.point
    let end = try launcher.run(task(.replay(how), in: store))
    switch end {
    case .died where end.wasKilled: break
    case .died: throw .child("a crash child ended by itself: \(end.death ?? "")")
    case .interrupted: return nil
    case .replied(let reply):
      if reply.isDiskFull { throw .diskFull(reply.failure ?? "") }
      throw .child(
        "operation \(crash.point.operation) was never reached: \(reply.failure ?? "the replay was complete")")
    }
    let progress: ReplayProgress
    do throws(ReplayError) { progress = try ProgressBoard(path: board).progress } catch {
      throw .child(error.description)
    }
    guard let verdict = try verdict(on: store, by: progress) else { return nil }
    return CrashTrial(
      operation: crash.point.operation, isWriteCut: crash.point.isWriteCut, stratum: crash.stratum.rawValue,
      verdict: verdict)
  }

  /// Has a fresh process judge a store; nil if the user interrupted it.
  private func verdict(on store: String, by progress: ReplayProgress) throws(RunError) -> Verdict? {
    let end = try launcher.run(task(.judge(progress), in: store))
    switch end {
    case .interrupted: return nil
    case .died:
      guard let verdict = Verdict(unopenable: end) else { throw .child("the judging process was killed") }
      return verdict
    case .replied(let reply):
      if let verdict = reply.verdict { return verdict }
      let failure = reply.failure ?? "it gave no verdict"
      throw reply.isDiskFull ? .diskFull(failure) : .child("the store could not be judged: \(failure)")
    }
  }

  private func reply(
    to job: ChildTask.Job, in store: String, _ results: inout CrashTrialResults, kind: ChildFailure.Kind
  ) throws(RunError) -> ChildReply? {
    let end = try launcher.run(task(job, in: store))
    if let failure = ChildFailure(end, round: 0, kind: kind) { results.failures.append(failure) }
    switch end {
    case .replied(let reply) where reply.failure == nil: return reply
    case .replied(let reply) where reply.isDiskFull: throw .diskFull(reply.failure ?? "")
    case .replied, .died: break
    case .interrupted: results.isInterrupted = true
    }
    return nil
  }

  private func task(_ job: ChildTask.Job, in store: String) -> ChildTask {
    var task = runCase.task(job, session: session, seed: seed, in: store)
    task.excerptEvents = Session.crashExcerptEventsMax
    task.leavesOutSyncs = true
    return task
  }
}
