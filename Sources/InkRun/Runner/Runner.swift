internal import InkModel
internal import InkReplay
package import InkReport
internal import InkStorage
internal import InkTap

/// Carries out a run: every round of every case in a child process of its own.
///
/// Method. The base of each case is written once and copied for every round. Rounds are interleaved: round 1
/// of all cases, then round 2, each starting with another case, so that slow spells of the machine spread
/// over all. Each timed round is followed by a judgement of its store in a fresh process, and by its floor:
/// the bare cost of the same saves' bytes. File calls are recorded in a round of their own, and allocations
/// are counted in others. A child that fails or dies is noted with its case, and the run goes on; an
/// interruption ends it and keeps what is there. The disk and the processor by themselves are measured
/// before, between and after the timed rounds.
///
/// A run that is resumed takes up the results of the steps that are over and does the others, in the same
/// order.
package final class Runner {
  package private(set) var records: [CaseRecord]
  package private(set) var isInterrupted = false
  /// Set when the disk filled up or failed: the sentence that says where.
  package private(set) var diskFailure: String?

  /// The disk and the processor beside the rounds.
  package let machine: MachineReader

  private let request: RunRequest
  private let directory: StoreDirectory
  private let launcher: ChildLauncher
  private let seeds: [UInt64]
  private let kept: [RunStep: EndedStep]
  private let report: (RunProgress) -> Void
  private let keep: (EndedStep) -> Void
  private let keepOperations: (OperationScriptFile) throws(RunError) -> Void
  private var failedBases: Set<Int> = []
  /// What this step has found so far.
  private var found: [CaseResult] = []
  private var now = RunProgress(step: RunStep(.base, of: 0), caseName: "", activity: "")

  /// Makes a runner; `kept` are the steps that need not be done, `report` hears of progress, again and again,
  /// `keep` of every step as it ends, and `keepOperations` of the file calls of each case.
  package init(
    request: RunRequest, seeds: [UInt64], directory: StoreDirectory, launcher: ChildLauncher,
    kept: [RunStep: EndedStep] = [:], machine: MachineReader, report: @escaping (RunProgress) -> Void,
    keep: @escaping (EndedStep) -> Void,
    keepOperations: @escaping (OperationScriptFile) throws(RunError) -> Void
  ) {
    self.request = request
    self.seeds = seeds
    self.directory = directory
    self.launcher = launcher
    self.machine = machine
    self.kept = kept
    self.report = report
    self.keep = keep
    self.keepOperations = keepOperations
    records = request.cases.map {
      CaseRecord(
        name: $0.name, level: $0.backend.traits.level, retainsContent: $0.backend.traits.retainsContent,
        unit: $0.backend.traits.unit)
    }
    for ended in kept.values.sorted(by: { $0.step < $1.step }) {
      for result in ended.results { records[ended.step.caseNumber].add(result) }
      if ended.step.kind == .base, !ended.results.isEmpty { failedBases.insert(ended.step.caseNumber) }
    }
  }

  /// Carries out all rounds that are not kept.
  package func run() throws(RunError) {
    do throws(RunError) { try carryOut() } catch {
      // What was measured before is kept, as if a store had met the full disk.
      guard error.isDiskFailure else { throw error }
      diskFailure = error.isDiskFull ? "the disk is full: \(error)" : "the disk failed: \(error)"
    }
  }

  private func carryOut() throws(RunError) {
    for number in request.cases.indices where isBaseNeeded(number) { try buildBase(of: number) }
    for round in 0..<request.rounds {
      if isOpen(round: round) { try machine.read(beforeRound: round) }
      for offset in request.cases.indices {
        let number = (offset + round) % request.cases.count
        try carryOut(RunStep(.round, of: number, number: round), "round \(round + 1) of \(request.rounds)") {
          () throws(RunError) in try timedRound(round, of: number)
        }
      }
    }
    if !hasStopped, !machine.isFinished { try machine.read(.after) }
    for number in request.cases.indices {
      try carryOut(RunStep(.recorded, of: number), "recording file calls") { () throws(RunError) in
        try recordedRound(of: number)
      }
    }
    for number in request.cases.indices {
      try carryOut(RunStep(.allocations, of: number), "counting allocations") { () throws(RunError) in
        for round in 0..<Self.allocationRounds where !hasStopped { try allocationRound(round, of: number) }
      }
    }
  }

  /// Does one step, unless it is kept or can't be done, and keeps it if it came to its end.
  private func carryOut(
    _ step: RunStep, _ activity: String, _ work: () throws(RunError) -> Void
  ) throws(RunError) {
    guard isOpen(step), !hasStopped, !failedBases.contains(step.caseNumber) else { return }
    try time(step, activity, work)
  }

  private func time(
    _ step: RunStep, _ activity: String, _ work: () throws(RunError) -> Void
  ) throws(RunError) {
    found = []
    now.step = step
    begin(activity)
    let start = Clock.nanoseconds()
    try work()
    // A step that was cut short is done again as a whole, so that its parts belong together.
    guard isOpen(step), !hasStopped else { return }
    keep(EndedStep(step, results: found, nanoseconds: Clock.nanoseconds() - start))
  }

  private func isOpen(_ step: RunStep) -> Bool { kept[step] == nil }

  /// Whether any case still has to go through a round.
  private func isOpen(round: Int) -> Bool {
    !hasStopped && request.cases.indices.contains { isOpen(RunStep(.round, of: $0, number: round)) }
  }

  /// Two, so that counts that do not repeat are seen and demoted.
  static let allocationRounds = 2

  private var hasStopped: Bool { isInterrupted || diskFailure != nil }

  private func begin(_ activity: String) {
    now.caseName = request.cases[now.step.caseNumber].name.text
    now.activity = activity
    report(now)
  }

  /// Bases are removed with the store, so a case with open rounds gets its base again.
  private func isBaseNeeded(_ number: Int) -> Bool {
    guard !failedBases.contains(number) else { return false }
    return isOpen(RunStep(.base, of: number)) || isOpen(RunStep(.recorded, of: number))
      || isOpen(RunStep(.allocations, of: number))
      || (0..<request.rounds).contains { isOpen(RunStep(.round, of: number, number: $0)) }
  }

  private func buildBase(of number: Int) throws(RunError) {
    guard !hasStopped else { return }
    try time(RunStep(.base, of: number), "building the base") { () throws(RunError) in
      try Platform.makeDirectories(directory.base(number))
      let end = try run(.buildBase, of: number, in: directory.base(number))
      if note(end, number, round: 0, kind: .base) == nil { failedBases.insert(number) }
    }
  }

  private func timedRound(_ round: Int, of number: Int) throws(RunError) {
    let store = directory.copy("round")
    defer { removeLeavings(store) }
    try StoreCopy.copy(directory.base(number), to: store)
    var how = ChildTask.Replay(exportPath: exportPath)
    how.isPaced = request.pace == .real
    let end = try run(.replay(how), of: number, in: store)
    guard let result = note(end, number, round: round, kind: .timed)?.round else {
      return try judge(number, round: round, store, after: end)
    }
    add(.timed(round: result), to: number)
    try judge(number, round: round, store, nil)
    try measureFloor(number, round: round, saves: result)
  }

  /// Takes up a result, for this report and for the log.
  private func add(_ result: CaseResult, to number: Int) {
    records[number].add(result)
    found.append(result)
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
    begin("comparing the store")
    let end = try run(.judge(progress), of: number, in: store)
    let verdict = note(end, number, round: round, kind: .verify)?.verdict ?? Verdict(unopenable: end)
    if let verdict { add(.verdict(verdict), to: number) }
  }

  private func measureFloor(_ number: Int, round: Int, saves: RoundResult) throws(RunError) {
    let sizes = FloorProbe.sizes(of: saves)
    guard !hasStopped, request.cases[number].backend.traits.retainsContent, !sizes.isEmpty else { return }
    let place = directory.beside("floor")
    try Platform.makeDirectories(place)
    let job = ChildTask.Job.floor(kind: FloorProbe.kind(for: saves), sizes: sizes)
    let end = try run(job, of: number, in: place)
    guard let floor = note(end, number, round: round, kind: .floor)?.floor else { return }
    add(.floor(floor), to: number)
  }

  /// Records the file calls of a case whose calls are known in number; one that was never timed has none.
  private func recordedRound(of number: Int) throws(RunError) {
    guard let timed = records[number].timed.first else { return }
    let store = directory.copy("recorded")
    defer { removeLeavings(store) }
    try StoreCopy.copy(directory.base(number), to: store)
    var how = ChildTask.Replay(exportPath: exportPath)
    how.recordingBytes = RecordingCapacity.bytes(for: timed)
    let end = try run(.replay(how), of: number, in: store)
    guard var script = note(end, number, round: 0, kind: .recorded)?.script else { return }
    script.takeCompute(from: records[number].timed)
    try keepOperations(OperationScriptFile(name: request.cases[number].name, script: script))
  }

  private func allocationRound(_ round: Int, of number: Int) throws(RunError) {
    let store = try directory.copyOfOneLength("allocations")
    let export = try directory.copyOfOneLength("export")
    defer {
      StoreCopy.remove(store)
      StoreCopy.remove(export)
    }
    try StoreCopy.copy(directory.base(number), to: store)
    var how = ChildTask.Replay(exportPath: export)
    how.countsAllocations = true
    let end = try run(.replay(how), of: number, in: store)
    guard let result = note(end, number, round: round, kind: .allocations)?.round else { return }
    add(.allocations(round: result), to: number)
  }

  /// Has a child do a job, and goes on telling what is done meanwhile.
  private func run(_ job: ChildTask.Job, of number: Int, in store: String) throws(RunError) -> ChildEnd {
    let task = request.cases[number].task(
      job, session: request.sessions[request.cases[number].session],
      seed: seeds[request.cases[number].session], in: store)
    return try launcher.run(task) { report(now) }
  }

  /// The answer of a child that did its job; otherwise its failure is noted.
  private func note(_ end: ChildEnd, _ number: Int, round: Int, kind: ChildFailure.Kind) -> ChildReply? {
    if let failure = ChildFailure(end, round: round, kind: kind) { add(.failure(failure), to: number) }
    switch end {
    case .interrupted: isInterrupted = true
    case .replied(let reply) where reply.failure == nil: return reply
    case .replied(let reply) where reply.isDiskFull:
      diskFailure = "the disk is full: \(request.cases[number].name.text): \(reply.failure ?? "")"
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
