internal import FoundationEssentials
internal import InkTap

extension ChildLauncher {
  /// What is known of one session.
  enum Checked {
    case sound
    case found(Finding)
    /// It could not be checked, which says nothing of the store.
    case unchecked(String)
  }

  /// Checks sessions in child processes, and tells of each as it is done.
  ///
  /// A child takes one session after another. One that dies or is silent for longer than the limit has met a
  /// finding, and the next child goes on behind it. Where the user interrupts, the rest stays untold.
  func check(
    _ task: CheckTask, secondsPerSession: Int, tell: (_ index: Int, Checked) -> Void
  ) throws(RunError) {
    var done = 0
    while done < task.sessions.count, !interruption.isRequested {
      StoreCopy.remove(task.place)
      try StoreCopy.makeDirectory(task.place)
      var rest = task
      rest.sessions = task.sessions.dropping(done)
      var listener = CheckListener(secondsPerSession: secondsPerSession)
      let child = try listen(to: rest, &listener) { tell(done + $0, $1) }
      done += listener.count
      if let failure = listener.failure { throw failure }
      if child.wasInterrupted || listener.hasReached(task.stopsAt) { return }
      guard done < task.sessions.count else { return }
      let end = Self.end(of: child, secondsPerSession)
      tell(done, end)
      if case .found(let finding) = end, finding.kind == task.stopsAt { return }
      done += 1
    }
  }

  private func listen(
    to task: CheckTask, _ listener: inout CheckListener, tell: (Int, Checked) -> Void
  ) throws(RunError) -> EndedChild {
    let input: Data
    do { input = try JSONEncoder().encode(ChildWork.check(task)) } catch {
      throw .child("a task can't be written as JSON: \(error)")
    }
    var heard = listener
    let child = try Platform.spawn(
      executable, words, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], input: [UInt8](input),
      isInterrupted: { interruption.isRequested }, hasHung: { heard.isOverdue },
      hear: { heard.hear($0, tell: tell) })
    listener = heard
    return child
  }

  /// What it means that a child ended before its last session.
  private static func end(of child: EndedChild, _ seconds: Int) -> Checked {
    if child.hasHung {
      return .found(
        Finding(kind: .hung, moment: "at a call", detail: "the session was not over after \(seconds) s"))
    }
    let end = ChildEnd.died(exitCode: child.exitCode, signal: child.signal, lastWords: child.lastWords)
    guard !end.wasKilled else { return .unchecked("the process was killed from outside") }
    return .found(
      Finding(kind: .died, moment: "at a call", detail: "the process died: \(end.death ?? "")"))
  }
}

/// Takes a child's answers apart, and keeps the time since the last one.
private struct CheckListener {
  private(set) var count = 0
  private(set) var failure: RunError?
  private var pending: [UInt8] = []
  private var lastKind: Finding.Kind?
  private var heardNanoseconds = Clock.nanoseconds()
  private let limitNanoseconds: UInt64

  init(secondsPerSession: Int) { limitNanoseconds = UInt64(secondsPerSession) * 1_000_000_000 }

  var isOverdue: Bool { Clock.nanoseconds() - heardNanoseconds > limitNanoseconds }

  func hasReached(_ kind: Finding.Kind?) -> Bool { kind != nil && lastKind == kind }

  mutating func hear(_ bytes: [UInt8], tell: (Int, ChildLauncher.Checked) -> Void) {
    pending += bytes
    while failure == nil, let end = pending.firstIndex(of: 0x0A) {
      let text = Data(pending[..<end])
      pending.removeSubrange(...end)
      guard let line = try? JSONDecoder().decode(CheckLine.self, from: text) else {
        let words = String(decoding: text, as: UTF8.self)
        failure = .child("a checking process spoke another language: \(words)")
        return
      }
      take(line, tell)
    }
  }

  private mutating func take(_ line: CheckLine, _ tell: (Int, ChildLauncher.Checked) -> Void) {
    heardNanoseconds = Clock.nanoseconds()
    if line.isDiskFull { return failure = .diskFull(line.failure ?? "the disk is full") }
    lastKind = line.finding?.kind
    if let finding = line.finding {
      tell(count, .found(finding))
    } else {
      tell(count, line.failure.map { .unchecked($0) } ?? .sound)
    }
    count += 1
  }
}
