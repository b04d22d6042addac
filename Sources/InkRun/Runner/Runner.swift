internal import InkModel
internal import InkReplay
package import InkReport
internal import InkStorage

/// Carries out a run: every round of every case in a child process of its own.
///
/// Method. The base of each case is written once and copied for every round. Rounds are interleaved: round 1
/// of all cases, then round 2, each starting with another case, so that slow spells of the machine spread
/// over all. Each timed round is followed by a judgement of its store in a fresh process, and by its floor:
/// the bare cost of the same saves' bytes. Allocations get rounds of their own. A child that fails or dies
/// is noted with its case, and the run goes on; an interruption ends it and keeps what is there.
package final class Runner {
  package private(set) var records: [CaseRecord]
  package private(set) var isInterrupted = false
  /// Set when the disk filled up: the sentence that says where.
  package private(set) var diskFull: String?

  private let request: RunRequest
  private let directory: StoreDirectory
  private let launcher: ChildLauncher
  private let seeds: [UInt64]
  private let report: (RunProgress) -> Void
  private let keep: (ResultLine) -> Void
  private var failedBases: Set<Int> = []

  /// Makes a runner; `report` hears of progress and `keep` of every result as it comes.
  package init(
    request: RunRequest, seeds: [UInt64], directory: StoreDirectory, launcher: ChildLauncher,
    report: @escaping (RunProgress) -> Void, keep: @escaping (ResultLine) -> Void
  ) {
    self.request = request
    self.seeds = seeds
    self.directory = directory
    self.launcher = launcher
    self.report = report
    self.keep = keep
    records = request.cases.map {
      CaseRecord(
        name: $0.name, level: $0.backend.traits.level, retainsContent: $0.backend.traits.retainsContent,
        unit: $0.backend.traits.unit)
    }
  }

  /// How often `report` is called, if nothing goes wrong.
  package static func stepCount(of request: RunRequest) -> Int {
    request.cases.count * (1 + 2 * request.rounds + request.allocationRounds)
  }

  /// Carries out all rounds.
  package func run() throws(RunError) {
    do throws(RunError) { try carryOut() } catch {
      // What was measured before is kept, as if a store had met the full disk.
      guard error.isDiskFull else { throw error }
      diskFull = "the disk is full: \(error)"
    }
  }

  private func carryOut() throws(RunError) {
    try buildBases()
    for round in 0..<request.rounds {
      for offset in request.cases.indices {
        let number = (offset + round) % request.cases.count
        try timedRound(round, of: number)
      }
    }
    for round in 0..<request.allocationRounds {
      for number in request.cases.indices { try allocationRound(round, of: number) }
    }
  }

  private var hasStopped: Bool { isInterrupted || diskFull != nil }

  private func buildBases() throws(RunError) {
    for number in request.cases.indices where !hasStopped {
      report(RunProgress(caseName: request.cases[number].name.text, activity: "building the base"))
      try Platform.makeDirectories(directory.base(number))
      let end = try launcher.run(task(.buildBase, of: number, in: directory.base(number)))
      if note(end, number, round: 0, kind: .base) == nil { failedBases.insert(number) }
    }
  }

  private func timedRound(_ round: Int, of number: Int) throws(RunError) {
    guard !hasStopped, !failedBases.contains(number) else { return }
    let name = request.cases[number].name.text
    report(RunProgress(caseName: name, activity: "round \(round + 1) of \(request.rounds)"))
    let store = directory.copy("round")
    defer { removeLeavings(store) }
    try StoreCopy.copy(directory.base(number), to: store)
    var how = ChildTask.Replay(exportPath: exportPath)
    how.isPaced = request.pace == .real
    let end = try launcher.run(task(.replay(how), of: number, in: store))
    guard let result = note(end, number, round: round, kind: .timed)?.round else {
      return try judge(number, round: round, store, after: end)
    }
    records[number].timed.append(result)
    keep(ResultLine(name: request.cases[number].name, round: round, kind: .timed, result: result))
    try judge(number, round: round, store, nil)
    try measureFloor(number, round: round, saves: result)
  }

  private var exportPath: String { directory.beside("export") }

  /// Removes a round's store, and the export of a child that ended before it could remove it: the next one
  /// would find its place taken.
  private func removeLeavings(_ store: String) {
    StoreCopy.remove(store)
    StoreCopy.remove(exportPath)
  }

  /// A replay that failed is a process that ended: what it had acknowledged must be there all the same.
  private func judge(_ number: Int, round: Int, _ store: String, after end: ChildEnd) throws(RunError) {
    guard case .replied(let reply) = end, let progress = reply.progress else { return }
    try judge(number, round: round, store, progress)
  }

  private func judge(
    _ number: Int, round: Int, _ store: String, _ progress: ReplayProgress?
  ) throws(RunError) {
    guard !hasStopped, request.cases[number].backend.traits.retainsContent else { return }
    report(RunProgress(caseName: request.cases[number].name.text, activity: "comparing the store"))
    let end = try launcher.run(task(.judge(progress), of: number, in: store))
    let verdict = note(end, number, round: round, kind: .verify)?.verdict ?? Verdict(unopenable: end)
    if let verdict { records[number].verdicts.append(verdict) }
  }

  private func measureFloor(_ number: Int, round: Int, saves: RoundResult) throws(RunError) {
    let sizes = FloorProbe.sizes(of: saves)
    guard !hasStopped, request.cases[number].backend.traits.retainsContent, !sizes.isEmpty else { return }
    let place = directory.beside("floor")
    try Platform.makeDirectories(place)
    let job = ChildTask.Job.floor(kind: FloorProbe.kind(for: saves), sizes: sizes)
    let end = try launcher.run(task(job, of: number, in: place))
    guard let floor = note(end, number, round: round, kind: .floor)?.floor else { return }
    records[number].floors.append(floor)
  }

  private func allocationRound(_ round: Int, of number: Int) throws(RunError) {
    guard !hasStopped, !failedBases.contains(number) else { return }
    report(RunProgress(caseName: request.cases[number].name.text, activity: "counting allocations"))
    let store = directory.copy("allocations")
    defer { removeLeavings(store) }
    try StoreCopy.copy(directory.base(number), to: store)
    var how = ChildTask.Replay(exportPath: exportPath)
    how.countsAllocations = true
    let end = try launcher.run(task(.replay(how), of: number, in: store))
    guard let result = note(end, number, round: round, kind: .allocations)?.round else { return }
    records[number].allocationRounds.append(result)
  }

  private func task(_ job: ChildTask.Job, of number: Int, in store: String) -> ChildTask {
    request.cases[number].task(
      job, session: request.sessions[request.cases[number].session],
      seed: seeds[request.cases[number].session], in: store)
  }

  /// The answer of a child that did its job; otherwise its failure is noted.
  private func note(_ end: ChildEnd, _ number: Int, round: Int, kind: ChildFailure.Kind) -> ChildReply? {
    if let failure = ChildFailure(end, round: round, kind: kind) { records[number].failures.append(failure) }
    switch end {
    case .interrupted: isInterrupted = true
    case .replied(let reply) where reply.failure == nil: return reply
    case .replied(let reply) where reply.isDiskFull:
      diskFull = "the disk is full: \(request.cases[number].name.text): \(reply.failure ?? "")"
    case .replied, .died: break
    }
    return nil
  }
}

extension RunCase {
  /// The task of a child that works on this case.
  package func task(
    _ job: ChildTask.Job, session: SessionReference, seed: UInt64, in store: String
  ) -> ChildTask {
    ChildTask(
      job: job, session: session, backend: name.backend, codec: name.codec, durability: name.durability,
      storeDirectory: store, seed: seed)
  }
}
