internal import InkModel
internal import InkReplay
package import InkReport
package import InkRun
internal import InkTap
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
  package private(set) var cases: [CrashCase] = []
  package private(set) var recoveries: [CrashTimes.Recovery] = []
  /// Whether the user or a budget of time ended it early.
  package private(set) var isCutByTime = false

  /// Makes a lab; `place` is a directory that exists and is ours, `recorder` starts children that replay and
  /// `checker` those that check.
  package init(_ request: CrashRequest, place: String, recorder: ChildLauncher, checker: ChildLauncher) {
    self.request = request
    self.place = place
    self.recorder = recorder
    self.checker = checker
  }

  /// Explores everything; `progress` hears what comes next, and `keep` when another store is done.
  package func run(
    progress: (_ fraction: Double, _ activity: String) -> Void, keep: () throws(RunError) -> Void
  ) throws(RunError) {
    let sessions = try writeExcerpts()
    let isOver = Deadline(seconds: request.seconds, interruption: recorder.interruption).isOver
    cases = request.keptCases
    recoveries = request.keptRecoveries
    for (number, runCase) in request.cases.enumerated().dropFirst(cases.count) {
      guard !isOver() else {
        isCutByTime = true
        return
      }
      let done = Double(number)
      let total = Double(request.cases.count)
      let exploration = CaseExploration(
        runCase: runCase, excerpt: request.excerpts[runCase.session], session: sessions[runCase.session],
        request: request, place: "\(place)/\(number)", recorder: recorder, checker: checker)
      let found = try exploration.run(isOver: isOver) { fraction, activity in
        progress((done + fraction) / total, "\(runCase.name.text): \(activity)")
      }
      cases.append(found.row)
      if let recovery = found.recovery { recoveries.append(recovery) }
      if found.isCutByTime { isCutByTime = true }
      try keep()
    }
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

/// When an exploration has to end: a number of seconds after it began, or where the user asks for it.
private struct Deadline: Sendable {
  private let endNanoseconds: UInt64
  private let interruption: Interruption

  init(seconds: Int?, interruption: Interruption) {
    endNanoseconds = seconds.map { Clock.nanoseconds() + UInt64($0) * 1_000_000_000 } ?? .max
    self.interruption = interruption
  }

  @Sendable func isOver() -> Bool { interruption.isRequested || Clock.nanoseconds() > endNanoseconds }
}
