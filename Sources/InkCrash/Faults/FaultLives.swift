internal import Dispatch
internal import InkModel
package import InkReport
package import InkRun
internal import Synchronization

/// Many lives of one store, each with something going wrong, in processes side by side.
///
/// A first process tells how many moments each fault has. The lives are divided evenly among the faults, and
/// those of a fault evenly over its moments. Where all moments of a run were tried, the run is lived once
/// more with the fault behind the last of them: if it is struck all the same, that was another moment, and so
/// on until it passes untouched. A process that dies or falls silent has met a life that the store does not
/// survive; the next one goes on behind it.
package struct FaultLives: Sendable {
  package var runCase: RunCase
  /// The excerpt, in a file.
  package var session: SessionReference
  /// The seed of stores, and that of the choice of moments.
  package var storeSeed: UInt64
  package var seed: UInt64
  /// A directory that exists and is ours.
  package var place: String
  package var launcher: ChildLauncher
  package var workers: Int
  /// The command that lives one life again, up to its moment.
  package var command: String
  /// How long a life may take, a thousand times what it takes.
  package var silenceSecondsMax = 20

  package init(
    runCase: RunCase, session: SessionReference, storeSeed: UInt64, seed: UInt64, place: String,
    launcher: ChildLauncher, workers: Int, command: String
  ) {
    self.runCase = runCase
    self.session = session
    self.storeSeed = storeSeed
    self.seed = seed
    self.place = place
    self.launcher = launcher
    self.workers = workers
    self.command = command
  }

  /// Lives so many lives of some faults; a moment with a number is one life, whatever the budget.
  package func run(
    _ faults: [FaultMoment] = FaultMoment.all, lives: Int, isOver: @escaping @Sendable () -> Bool = { false },
    progress: (_ done: Int, _ of: Int) -> Void
  ) throws(RunError) -> [FaultRow] {
    let surveyed: [Surveyed]
    do throws(RunError) { surveyed = try survey(faults) } catch {
      guard case .child(let reason) = error, !launcher.interruption.isRequested else { throw error }
      return faults.map { row(of: $0, skipped: reason, hasFailed: true) }
    }
    let shares = FaultNumbers.shares(
      of: lives,
      among: zip(faults, surveyed).map { $0.number == nil ? $1.stretches.reduce(0, +) : 0 })
    var moments: [FaultMoment] = []
    var rows: [FaultRow] = []
    var owners: [Int] = []
    for (index, fault) in faults.enumerated() {
      let (stretches, reason) = (surveyed[index].stretches, surveyed[index].reason)
      rows.append(
        row(
          of: fault, moments: stretches.reduce(0, +), skipped: reason, hasFailed: surveyed[index].hasFailed))
      guard reason == nil else { continue }
      let numbers =
        fault.number.map { [$0] }
        ?? FaultNumbers.pick(shares[index], of: stretches, seed: seed &+ UInt64(index))
      for number in numbers {
        moments.append(FaultMoment(fault.fault, fault.span, at: number))
        owners.append(index)
      }
    }
    let verdicts = try live(moments, isOver, progress)
    for (index, verdict) in verdicts.enumerated() {
      guard let verdict else { continue }
      rows[owners[index]].add(verdict, at: moments[index], command: command)
    }
    try goOn(&rows, faults, isOver)
    return rows
  }

  /// Goes on behind the last moment of each fault whose moments were all tried, until a run is not struck.
  private func goOn(
    _ rows: inout [FaultRow], _ faults: [FaultMoment], _ isOver: @escaping @Sendable () -> Bool
  ) throws(RunError) {
    var open = faults.indices.filter { index in
      let row = rows[index]
      return faults[index].number == nil && row.skipped == nil && row.lives == row.moments
    }
    for index in open where faults[index].fault.isAtRest { rows[index].isExhausted = true }
    open.removeAll { faults[$0].fault.isAtRest }
    for _ in 0..<Self.furtherMomentsMax where !open.isEmpty && !isOver() {
      let moments = open.map {
        FaultMoment(faults[$0].fault, faults[$0].span, at: rows[$0].moments + 1)
      }
      let verdicts = try live(moments, isOver) { _, _ in }
      var struck: [Int] = []
      for (place, index) in open.enumerated() {
        guard let verdict = verdicts[place] else { continue }
        let isUntouched = verdict.failure == nil && verdict.faultsMet == 0
        rows[index].isExhausted = isUntouched
        // An untouched run is no life with a fault, unless it breaks without one.
        if isUntouched && !verdict.isBroken { continue }
        rows[index].moments += 1
        rows[index].add(verdict, at: moments[place], command: command)
        if !isUntouched && rows[index].skipped == nil { struck.append(index) }
      }
      open = struck
    }
  }

  /// A store that makes this many calls more, each time it is asked, is not one that repeats itself.
  private static let furtherMomentsMax = 64

  private func row(
    of fault: FaultMoment, moments: Int = 0, skipped: String?, hasFailed: Bool
  ) -> FaultRow {
    var row = FaultRow(
      fault: fault.fault.rawValue, span: fault.span,
      promise: fault.fault.promise(of: runCase.name.durability),
      moments: moments, skipped: skipped)
    row.hasFailed = hasFailed
    return row
  }

  private struct Surveyed {
    var stretches: [Int] = []
    var reason: String?
    var hasFailed = false
  }

  private func survey(_ faults: [FaultMoment]) throws(RunError) -> [Surveyed] {
    var found: [Surveyed] = []
    let asked = faults.map { FaultMoment($0.fault, $0.span) }
    let end = try converse(asked, lane: 0) { line in
      switch line {
      case .surveyed(let stretches): found.append(Surveyed(stretches: stretches))
      case .skipped(let reason): found.append(Surveyed(reason: reason))
      case .lived(let verdict): found.append(Surveyed(reason: verdict.failure, hasFailed: true))
      case .failed(let reason, let isDiskFull): return isDiskFull ? .diskFull(reason) : .child(reason)
      }
      return nil
    }
    if case .interrupted = end { throw .child("interrupted") }
    guard found.count == faults.count else {
      throw .child("the store does not live through the session untouched: \(end.words)")
    }
    return found
  }

  /// The verdicts of all lives, in their order; nil for those that the user did not wait for.
  private func live(
    _ moments: [FaultMoment], _ isOver: @escaping @Sendable () -> Bool, _ progress: (Int, Int) -> Void
  ) throws(RunError) -> [LifeVerdict?] {
    let shared = Mutex<(verdicts: [LifeVerdict?], done: Int, failure: RunError?)>(
      (Array(repeating: nil, count: moments.count), 0, nil))
    let group = DispatchGroup()
    let lanes = max(1, min(workers, moments.count / Self.livesPerLaneMin))
    for lane in 0..<lanes {
      DispatchQueue.global().async(group: group) {
        let places = Array(stride(from: lane, to: moments.count, by: lanes))
        do throws(RunError) {
          try live(places.map { moments[$0] }, lane: lane, isOver) { index, verdict in
            shared.withLock {
              $0.verdicts[places[index]] = verdict
              $0.done += 1
            }
          }
        } catch {
          shared.withLock { $0.failure = $0.failure ?? error }
        }
      }
    }
    while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      progress(shared.withLock { $0.done }, moments.count)
    }
    let result = shared.withLock { $0 }
    if let failure = result.failure { throw failure }
    return result.verdicts
  }

  private func live(
    _ moments: [FaultMoment], lane: Int, _ isOver: () -> Bool, take: (Int, LifeVerdict) -> Void
  ) throws(RunError) {
    var next = 0
    while next < moments.count, !isOver() {
      let part = moments[next..<min(moments.count, next + Self.livesPerProcess)]
      let last = part.endIndex
      let end = try converse(Array(part), lane: lane) { line in
        switch line {
        case .lived(let verdict):
          take(next, verdict)
          next += 1
          return nil
        case .failed(let reason, let isDiskFull): return isDiskFull ? .diskFull(reason) : .child(reason)
        case .skipped(let reason): return .child(reason)
        case .surveyed: return .child("a process answered what nobody had asked")
        }
      }
      if case .interrupted = end { return }
      guard next < last else { continue }
      if case .died(let end) = end, end.wasKilled { throw .child("a process was killed from outside") }
      var verdict = LifeVerdict(faultsMet: 1, outcome: .unopenable)
      verdict.isBroken = true
      verdict.seen = end.words
      take(next, verdict)
      next += 1
    }
  }

  private func converse(
    _ moments: [FaultMoment], lane: Int, take: (FaultLine) -> RunError?
  ) throws(RunError) -> ConversationEnd {
    let own = "\(place)/lives-\(lane)"
    StoreCopy.remove(own)
    try StoreCopy.makeDirectory(own)
    defer { StoreCopy.remove(own) }
    let name = runCase.name
    return try launcher.converse(
      FaultTask(
        backend: name.backend, codec: name.codec, durability: name.durability, seed: storeSeed,
        session: session, place: own, moments: moments),
      silenceNanosecondsMax: UInt64(silenceSecondsMax) * 1_000_000_000, take: take)
  }

  /// A process costs as much as some lives; a budget of time is looked at between two.
  private static let livesPerProcess = 512
  private static let livesPerLaneMin = 8
}

extension ConversationEnd {
  /// How it ended, as a clause.
  fileprivate var words: String {
    switch self {
    case .complete, .interrupted: "the process ended before its last life"
    case .hung: "the process hung in the middle of a life"
    case .died(let end): "the process died in the middle of a life: \(end.death ?? "")"
    }
  }
}

extension FaultRow {
  /// Adds a life to the row.
  fileprivate mutating func add(_ verdict: LifeVerdict, at moment: FaultMoment, command: String) {
    if let failure = verdict.failure {
      if skipped == nil { skipped = failure }
      hasFailed = true
      return
    }
    lives += 1
    faultsMet += verdict.faultsMet
    reported += verdict.reported
    absorbed += verdict.absorbed
    refused += verdict.isRefused ? 1 : 0
    count(verdict.outcome)
    shapes = ShapeRow.sum(of: [shapes, verdict.shapes(at: moment, of: self, command: command)])
    guard verdict.isBroken else { return }
    broken += 1
    guard firstFailure == nil else { return }
    firstFailure = Failure(
      moment: moment.text, outcome: verdict.outcome, seen: verdict.seen ?? "",
      command: "\(command) --fault \(moment.text)")
  }
}
