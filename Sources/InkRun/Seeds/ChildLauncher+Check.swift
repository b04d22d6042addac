internal import InkModel

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
      var lastKind: Finding.Kind?
      let end = try converse(
        ChildWork.check(rest), silenceNanosecondsMax: UInt64(secondsPerSession) * 1_000_000_000
      ) { (line: CheckLine) in
        if line.isDiskFull { return .diskFull(line.failure ?? "the disk is full") }
        lastKind = line.finding?.kind
        tell(done, Checked(line))
        done += 1
        return nil
      }
      if case .interrupted = end { return }
      if let lastKind, lastKind == task.stopsAt { return }
      guard done < task.sessions.count else { return }
      let found = Checked(end, secondsPerSession: secondsPerSession)
      tell(done, found)
      if case .found(let finding) = found, finding.kind == task.stopsAt { return }
      done += 1
    }
  }
}

extension ChildLauncher.Checked {
  fileprivate init(_ line: CheckLine) {
    self = line.finding.map { .found($0) } ?? line.failure.map { .unchecked($0) } ?? .sound
  }

  /// What it means that a child ended before its last session.
  fileprivate init(_ end: ConversationEnd, secondsPerSession: Int) {
    switch end {
    case .hung:
      self = .found(
        Finding(
          kind: .hung, moment: "at a call", detail: "the session was not over after \(secondsPerSession) s"))
    case .died(let end) where end.wasKilled: self = .unchecked("the process was killed from outside")
    case .died(let end):
      self = .found(
        Finding(kind: .died, moment: "at a call", detail: "the process died: \(end.death ?? "")"))
    case .complete, .interrupted: self = .unchecked("the process ended before its last session")
    }
  }
}
