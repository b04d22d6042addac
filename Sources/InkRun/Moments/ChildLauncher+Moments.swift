internal import InkReport

extension ChildLauncher {
  /// Measures moments in a child process, and returns what is known of them, beginning with the first.
  ///
  /// If the child ends early there is a row for the moment that it ended at, or for all if it could not build
  /// its store. Where the user interrupts, the rest has no row.
  func measure(_ task: MomentTask, begins: (_ index: Int) -> Void) throws(RunError) -> MomentListener {
    var heard = MomentListener(task.moments)
    let end = try converse(
      ChildWork.moments(task), silenceNanosecondsMax: MomentListener.silenceNanosecondsMax
    ) { (line: MomentLine) in
      heard.take(line)
      begins(heard.rows.count)
      return nil
    }
    if case .interrupted = end { return heard }
    heard.end(end)
    return heard
  }
}

/// Takes a child's answers apart.
struct MomentListener {
  private(set) var rows: [MomentRow] = []
  /// What a store said that found the disk full.
  private(set) var diskFull: String?
  private let moments: [Moment]
  private var isReady = false
  private var hasFailed = false
  private var canarySeen = false

  /// A library of a thousand notebooks takes a slow disk less; nobody waits longer for a dead store.
  static let silenceNanosecondsMax: UInt64 = 600_000_000_000

  init(_ moments: [Moment]) { self.moments = moments }

  mutating func take(_ line: MomentLine) {
    switch line {
    case .ready(let canarySeen): (isReady, self.canarySeen) = (true, canarySeen)
    case .measured(let moment, let samples, let faults):
      var row = MomentRow(moment, samples)
      if !canarySeen { row.withhold("The tap did not see a file that was written to try it.") }
      if let fault = faults.first { row.withhold(fault) }
      rows.append(row)
    case .withheld(let moment, let reason): rows.append(MomentRow(moment, .withheld, reason: reason))
    case .failed(let moment, let reason, let isContent, let isDiskFull):
      hasFailed = true
      if isDiskFull { diskFull = reason }
      fail(moment == nil, reason, isContent ? .wrongContent : .failed)
    case .done(let countedBytes, let kernelBytes):
      guard let kernelBytes, kernelBytes != countedBytes else { return }
      for index in rows.indices {
        rows[index].withhold(
          "The tap counted \(countedBytes) bytes written and the kernel \(kernelBytes); some went past the tap."
        )
      }
    }
  }

  /// Gives the moment that was under way, or all that are left, a row without a number.
  private mutating func fail(_ isAll: Bool, _ reason: String, _ status: MomentRow.Status) {
    for moment in moments.dropFirst(rows.count).prefix(isAll ? .max : 1) {
      rows.append(MomentRow(moment, status, reason: reason))
    }
  }

  /// Notes how the child ended, if it ended early.
  mutating func end(_ end: ConversationEnd) {
    guard !hasFailed, rows.count < moments.count else { return }
    let reason =
      switch end {
      case .hung: "it was silent for ten minutes and was ended"
      case .died(let end): "the process died: \(end.death ?? "")"
      case .complete, .interrupted: "the process ended before it was done"
      }
    fail(!isReady, isReady ? reason : "building the store: \(reason)", .failed)
  }
}
