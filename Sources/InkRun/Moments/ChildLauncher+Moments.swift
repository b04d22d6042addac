internal import FoundationEssentials
internal import InkReport
internal import InkTap

extension ChildLauncher {
  /// Measures moments in a child process, and returns what is known of them, beginning with the first.
  ///
  /// If the child ends early there is a row for the moment that it ended at, or for all if it could not build
  /// its store. Where the user interrupts, the rest has no row.
  func measure(_ task: MomentTask, begins: (_ index: Int) -> Void) throws(RunError) -> MomentListener {
    let input: Data
    do { input = try JSONEncoder().encode(ChildWork.moments(task)) } catch {
      throw .child("a task can't be written as JSON: \(error)")
    }
    var heard = MomentListener(task.moments)
    let child = try Platform.spawn(
      executable, words, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], input: [UInt8](input),
      isInterrupted: { interruption.isRequested }, hasHung: { heard.isOverdue },
      hear: { heard.hear($0, begins: begins) })
    if let failure = heard.failure { throw failure }
    guard !child.wasInterrupted else { return heard }
    heard.end(child)
    return heard
  }
}

/// Takes a child's answers apart, and keeps the time since the last one.
struct MomentListener {
  private(set) var rows: [MomentRow] = []
  /// What a store said that found the disk full.
  private(set) var diskFull: String?
  private(set) var failure: RunError?
  private let moments: [Moment]
  private var isReady = false
  private var hasFailed = false
  private var canarySeen = false
  private var pending: [UInt8] = []
  private var heardNanoseconds = Clock.nanoseconds()

  /// A library of a thousand notebooks takes a slow disk less; nobody waits longer for a dead store.
  private static let silenceNanosecondsMax: UInt64 = 600_000_000_000

  init(_ moments: [Moment]) { self.moments = moments }

  var isOverdue: Bool { Clock.nanoseconds() - heardNanoseconds > Self.silenceNanosecondsMax }

  mutating func hear(_ bytes: [UInt8], begins: (Int) -> Void) {
    pending += bytes
    while failure == nil, let end = pending.firstIndex(of: 0x0A) {
      let text = Data(pending[..<end])
      pending.removeSubrange(...end)
      guard let line = try? JSONDecoder().decode(MomentLine.self, from: text) else {
        failure = .child(
          "a measuring process spoke another language: \(String(decoding: text, as: UTF8.self))")
        return
      }
      heardNanoseconds = Clock.nanoseconds()
      take(line)
      begins(rows.count)
    }
  }

  private mutating func take(_ line: MomentLine) {
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
  mutating func end(_ child: EndedChild) {
    guard !hasFailed, rows.count < moments.count else { return }
    let how = ChildEnd.died(exitCode: child.exitCode, signal: child.signal, lastWords: child.lastWords)
    let reason =
      child.hasHung ? "it was silent for ten minutes and was ended" : "the process died: \(how.death ?? "")"
    fail(!isReady, isReady ? reason : "building the store: \(reason)", .failed)
  }
}
