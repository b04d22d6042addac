internal import InkModel
internal import InkReplay
package import InkReport
package import InkRun
internal import InkTrace

/// Explores what crashes leave of many stores, one after another.
///
/// A store is recorded once. Each profile then says which states can follow, and all states of all profiles
/// are checked together, because profiles share most of them. Verdicts and findings come last, from what the
/// checks observed.
package final class CrashLab {
  private let request: CrashRequest
  private let place: String
  private let recorder: ChildLauncher
  private let checker: ChildLauncher
  private let faultLauncher: ChildLauncher
  package private(set) var cases: [CrashCase] = []
  package private(set) var recoveries: [CrashTimes.Recovery] = []
  /// Whether the user or a budget of time ended it early.
  package private(set) var isCutByTime = false

  /// Makes a lab; `place` is a directory that exists and is ours, `recorder` starts children that replay,
  /// `checker` those that check, and `faultLauncher` those that live while things go wrong.
  package init(
    _ request: CrashRequest, place: String, recorder: ChildLauncher, checker: ChildLauncher,
    faultLauncher: ChildLauncher
  ) {
    self.request = request
    self.place = place
    self.recorder = recorder
    self.checker = checker
    self.faultLauncher = faultLauncher
  }

  /// Explores everything; `progress` hears what comes next, and `keep` when another store is done.
  ///
  /// What ends all of it stands in `cases` too, as the reason why the last one has no verdicts.
  package func run(
    progress: (_ fraction: Double, _ activity: String) -> Void, keep: () throws(RunError) -> Void
  ) throws(RunError) {
    let sessions = try writeExcerpts()
    let deadline = Deadline(seconds: request.seconds, interruption: recorder.interruption)
    cases = request.keptCases
    recoveries = request.keptRecoveries
    for (number, runCase) in request.cases.enumerated().dropFirst(cases.count) {
      guard !deadline.isOver() else {
        isCutByTime = true
        return
      }
      let done = Double(number)
      let total = Double(request.cases.count)
      let exploration = CaseExploration(
        runCase: runCase, excerpt: request.excerpts[runCase.session], session: sessions[runCase.session],
        request: request, place: "\(place)/\(number)", recorder: recorder, checker: checker)
      do throws(RunError) {
        let share = deadline.share(of: request.cases.count - number)
        var found = CaseExploration.Found(row: CrashCase(name: runCase.name))
        if request.faults?.isAlone != true {
          found = try exploration.run(until: share) { fraction, activity in
            progress((done + fraction) / total, "\(runCase.name.text): \(activity)")
          }
        }
        found.row = try livingThroughFaults(
          found.row, runCase, sessions[runCase.session], number, { share.isOver() }
        ) { fraction in
          progress((done + fraction) / total, "\(runCase.name.text): faults")
        }
        cases.append(found.row)
        if let recovery = found.recovery { recoveries.append(recovery) }
        if found.row.isCutByTime { isCutByTime = true }
      } catch {
        isCutByTime = true
        // A child that was told to stop has failed at nothing.
        if recorder.interruption.isRequested { return }
        // With room on the disk it can be done after all.
        var row = CrashCase(name: runCase.name, notExplored: error.description)
        row.isCutByTime = true
        cases.append(row)
        throw error
      }
      try keep()
    }
  }

  /// Adds to a case what the store makes of faults.
  private func livingThroughFaults(
    _ row: CrashCase, _ runCase: RunCase, _ session: SessionReference, _ number: Int,
    _ isOver: @escaping @Sendable () -> Bool, _ progress: (Double) -> Void
  ) throws(RunError) -> CrashCase {
    // Also where no crash states can be made: faults need no recording.
    // Of an exploration in shards the first one tries them all: they are few.
    guard let faults = request.faults, request.shard?.number ?? 1 == 1 else { return row }
    let place = "\(place)/faults-\(number)"
    try StoreCopy.makeDirectory(place)
    defer { StoreCopy.remove(place) }
    var row = row
    row.faults = try FaultLives(
      runCase: runCase, session: session, storeSeed: request.excerpts[runCase.session].session.seed,
      seed: request.seed, place: place, launcher: faultLauncher, workers: request.workers,
      command: faults.command(of: runCase.name, session: runCase.session)
    ).run(faults.faults, lives: faults.lives, isOver: isOver) { progress(Double($0) / Double(max($1, 1))) }
    // Some lives may be missing, and nothing in the rows tells of it.
    if isOver() { row.isCutByTime = true }
    return row
  }

  /// Each excerpt as a session file, from which every child takes it.
  private func writeExcerpts() throws(RunError) -> [SessionReference] {
    var references: [SessionReference] = []
    for (index, excerpt) in request.excerpts.enumerated() {
      let path = "\(place)/session-\(index).inksession"
      do throws(TraceError) { try SessionFile.write(excerpt.session, to: path) } catch { throw .trace(error) }
      references.append(.file(path: path))
    }
    return references
  }
}
