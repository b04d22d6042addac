internal import InkModel
internal import InkReport
internal import Synchronization

/// Checks the sessions of many seeds, and shrinks some of those that fail.
///
/// Method. The seeds of each case are cut into stretches, and a child process checks one stretch after
/// another, two side by side. The stretches of all cases take turns, so that an interrupted run has a share
/// of each. Then the first failing sessions of each case are shrunk.
package final class SeedRunner: Sendable {
  private let request: SeedRequest
  private let directory: StoreDirectory
  private let launcher: ChildLauncher
  private let outcome: Mutex<[SeedResult]>

  /// Long enough that starting a process does not count, short enough for cases to take turns.
  private static let sessionsPerProcess = 250
  /// More of a case seldom tell more.
  package static let shrunkPerCaseMax = 3

  /// Makes a runner; `directory` is where stores lie meanwhile.
  package init(request: SeedRequest, directory: StoreDirectory, launcher: ChildLauncher) {
    self.request = request
    self.directory = directory
    self.launcher = launcher
    outcome = Mutex(request.cases.map { SeedResult(name: $0.name) })
  }

  /// What is known so far, failures in the order of their sessions.
  package var results: [SeedResult] {
    outcome.withLock { results in
      results.map { result in
        var sorted = result
        sorted.failures.sort { $0.index < $1.index }
        return sorted
      }
    }
  }

  /// Checks all sessions; `progress` hears how many are done.
  package func check(progress: (_ done: Int) -> Void) throws(RunError) {
    let stretches = self.stretches
    try Lanes(pieces: stretches.count) { [self] (piece, lane) throws(RunError) in
      try check(stretches[piece], lane)
    }.run {
      progress(outcome.withLock { $0.reduce(0) { $0 + $1.checkedCount + $1.uncheckedCount } })
    }
  }

  /// Shrinks the first failing sessions of each case; `progress` hears how many are done, and of how many.
  package func shrink(progress: (_ done: Int, _ of: Int) -> Void) throws(RunError) {
    let chosen = results.enumerated().flatMap { number, result in
      result.failures.prefix(Self.shrunkPerCaseMax).map { (number, $0) }
    }
    let done = Mutex(0)
    try Lanes(pieces: chosen.count) { [self] (piece, lane) throws(RunError) in
      guard !launcher.interruption.isRequested else { return }
      try shrink(chosen[piece].1, of: chosen[piece].0, lane)
      done.withLock { $0 += 1 }
    }.run { progress(done.withLock { $0 }, chosen.count) }
  }

  private struct Stretch: Sendable {
    var number: Int
    var start: Int
    var count: Int
  }

  private var stretches: [Stretch] {
    let longest = request.cases.map(\.sessions.count).max() ?? 0
    return stride(from: 0, to: longest, by: Self.sessionsPerProcess).flatMap { start in
      request.cases.indices.compactMap { number in
        let count = min(Self.sessionsPerProcess, request.cases[number].sessions.count - start)
        return count > 0 ? Stretch(number: number, start: start, count: count) : nil
      }
    }
  }

  private func check(_ stretch: Stretch, _ lane: Int) throws(RunError) {
    let sessions = request.cases[stretch.number].sessions.dropping(stretch.start).prefix(stretch.count)
    let task = task(sessions, of: stretch.number, in: directory.copy("lane-\(lane)"))
    try launcher.check(task, secondsPerSession: request.secondsPerSession) { index, checked in
      note(checked, stretch.start + index, of: stretch.number)
    }
  }

  private func note(_ checked: ChildLauncher.Checked, _ index: Int, of number: Int) {
    outcome.withLock { results in
      switch checked {
      case .sound: results[number].checkedCount += 1
      case .found(let finding):
        results[number].checkedCount += 1
        results[number].failures.append(SeedResult.Failure(index: index, finding: finding))
      case .unchecked(let reason):
        results[number].uncheckedCount += 1
        if results[number].uncheckedReason == nil { results[number].uncheckedReason = reason }
      }
    }
  }

  private func shrink(_ failure: SeedResult.Failure, of number: Int, _ lane: Int) throws(RunError) {
    let sessions = request.cases[number].sessions
    let place = directory.copy("lane-\(lane)")
    var shrinker = Shrinker(
      task: task(.files([]), of: number, in: place), candidates: directory.beside("lane-\(lane)"),
      launcher: launcher, secondsPerSession: request.secondsPerSession, kind: failure.finding.kind)
    let shrunk = try shrinker.shrink(try sessions.session(failure.index))
    outcome.withLock { results in
      guard let place = results[number].failures.firstIndex(where: { $0.index == failure.index }) else {
        return
      }
      results[number].failures[place].shrunk = shrunk
    }
  }

  private func task(_ sessions: CheckTask.Sessions, of number: Int, in place: String) -> CheckTask {
    let name = request.cases[number].name
    return CheckTask(
      sessions: sessions, backend: name.backend, codec: name.codec, durability: name.durability, place: place)
  }
}
