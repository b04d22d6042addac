import InkModel
import InkReport

/// Run records made from a seed, shaped like the real thing.
enum RecordFixture {
  /// How one made-up backend behaves.
  struct Shape {
    var backend: String
    var codec: String?
    var level: Int?
    /// The first save; later ones grow by `growth` of it over the session.
    var saveNanoseconds: Double
    var growth = 0.0
    /// Shares of a save inside file calls and inside syncs.
    var fileShare = 0.3
    var syncShare = 0.5
    var bytesPerSave: [(role: FileRole, bytes: UInt64)]
    var syncRole = FileRole.page
    var unit = ConsistencyUnit.page
    var retainsContent = true
  }

  static let snapshot = Shape(
    backend: "snapshot", codec: "packed", level: 0, saveNanoseconds: 2_100_000, growth: 3,
    bytesPerSave: [(.page, 61_000), (.document, 420), (.manifest, 160)])
  static let journal = Shape(
    backend: "journal", codec: "packed", level: 1, saveNanoseconds: 410_000,
    bytesPerSave: [(.journal, 5_320), (.page, 1_200)], syncRole: .journal)
  static let sqlite = Shape(
    backend: "sqlite", codec: nil, level: 2, saveNanoseconds: 405_000, growth: 0.05,
    bytesPerSave: [(.wal, 16_512), (.database, 8_192)], syncRole: .wal, unit: .document)
  static let null = Shape(
    backend: "null", codec: nil, level: nil, saveNanoseconds: 90, fileShare: 0, syncShare: 0,
    bytesPerSave: [],
    retainsContent: false)

  static let goodCheck = InstrumentCheck(
    canarySeen: true, countedBytes: 1_000_000, kernelBytes: 1_000_000, faults: [])

  /// One round of `saves` automatic saves, one page close and one opening.
  static func round(_ shape: Shape, saves: Int = 40, seed: UInt64) -> RoundResult {
    var random = SplitMix64(seed: seed, keys: UInt64(shape.saveNanoseconds))
    var result = RoundResult(check: goodCheck)
    result.phases = [
      phase(.saveAutosave, shape, count: saves, &random),
      phase(.savePageClose, shape, count: 1, &random),
      reading(.openPage, nanoseconds: 800_000, count: 4, &random),
      reading(.listLibrary, nanoseconds: 120_000, count: 2, &random),
    ]
    let calls = UInt64(saves + 1)
    result.roles = shape.bytesPerSave.map { role, bytes in
      var totals = RoleTotals(role: role)
      totals.writtenBytes = bytes * calls
      totals.writeCalls = calls
      totals.openCalls = 2
      totals.renameCalls = role == .page ? calls : 0
      totals.syncCalls = role == shape.syncRole ? calls : 0
      return totals
    }
    var elsewhere = RoleTotals(role: .elsewhere)
    elsewhere.writtenBytes = 3_000 + UInt64(random.below(100))
    result.roles.append(elsewhere)
    if shape.backend == "journal" {
      var compaction = ActivityTotals(activity: "compaction")
      compaction.count = 2
      compaction.nanoseconds = 3_000_000 + UInt64(random.below(100_000))
      compaction.writtenBytes = 49_200
      compaction.syncCalls = 2
      result.activities = [compaction]
      var compactions = ActivityColumns(activity: "compaction")
      compactions.intendedMilliseconds = [60_000, sessionMilliseconds]
      compactions.nanoseconds = [1_400_000 + UInt64(random.below(100_000)), 1_500_000]
      result.activityCalls = [compactions]
    }
    result.written = written(shape, calls: calls)
    result.encodeCalls = shape.codec == nil ? 0 : calls
    result.encodedBytes = shape.codec == nil ? 0 : calls * 5_000
    result.savedStrokeCount = saves * 2
    result.eventCount = saves * 3
    result.lossWindowMilliseconds = 1_940
    result.replayNanoseconds = 100_000_000 + UInt64(random.below(10_000_000))
    result.cpuNanoseconds = 60_000_000 + UInt64(random.below(1_000_000))
    result.minorFaults = 900 + UInt64(random.below(9))
    result.peakResidentBytes = 21_000_000 + UInt64(random.below(500_000))
    result.storeBytes = 640_000
    result.storeFiles = 7
    result.sessionMilliseconds = sessionMilliseconds
    return result
  }

  private static func phase(
    _ phase: Phase, _ shape: Shape, count: Int, _ random: inout SplitMix64
  ) -> PhaseColumns {
    var columns = PhaseColumns(phase: phase)
    for index in 0..<count {
      let grown = shape.saveNanoseconds * (1 + shape.growth * Double(index) / Double(count))
      let service = (grown * (0.85 + 0.3 * random.unit())).rounded()
      columns.serviceNanoseconds.append(UInt64(service))
      let isLate = shape.backend == "monolith" && index == count - 1
      columns.responseNanoseconds.append(UInt64(service) + (isLate ? 50_000 : 0))
      columns.fileNanoseconds.append(UInt64(service * shape.fileShare))
      columns.syncNanoseconds.append(UInt64(service * shape.syncShare))
      columns.encodeNanoseconds.append(shape.codec == nil ? 0 : UInt64(service * 0.1))
      if index.isMultiple(of: 8) {
        columns.cpuNanoseconds.append(UInt64(service * 0.4))
        columns.processCPUNanoseconds.append(UInt64(service * 0.4) + 700)
        columns.minorFaults.append(3)
        columns.majorFaults.append(0)
      }
      columns.writtenBytes.append(shape.bytesPerSave.reduce(0) { $0 + $1.bytes })
      columns.logicalBytes.append(5_184)
      columns.fileCalls.append(UInt64(shape.bytesPerSave.count))
      columns.syncCalls.append(shape.bytesPerSave.isEmpty ? 0 : 1)
      columns.intendedMilliseconds.append(intended(index, of: count, phase))
      columns.pageElements.append(UInt64(24 + 2 * index))
    }
    return columns
  }

  /// Automatic saves are spread over the session, and all others lie at its end.
  private static func intended(_ index: Int, of count: Int, _ phase: Phase) -> UInt64 {
    phase == .saveAutosave
      ? sessionMilliseconds * UInt64(index + 1) / UInt64(count + 1) : sessionMilliseconds
  }

  private static let sessionMilliseconds: UInt64 = 120_000

  /// What the saves wrote by the end of each of ten stretches.
  private static func written(_ shape: Shape, calls: UInt64) -> WrittenCurves {
    WrittenCurves(
      stretchMilliseconds: sessionMilliseconds / 10 + 1,
      curves: shape.bytesPerSave.map { role, bytes in
        WrittenCurves.Curve(
          role: role, cumulativeBytes: (1...10).map { bytes * calls * $0 / 10 })
      })
  }

  private static func reading(
    _ phase: Phase, nanoseconds: Double, count: Int, _ random: inout SplitMix64
  ) -> PhaseColumns {
    var columns = PhaseColumns(phase: phase)
    for _ in 0..<count {
      columns.serviceNanoseconds.append(UInt64((nanoseconds * (0.9 + 0.2 * random.unit())).rounded()))
      columns.responseNanoseconds.append(columns.serviceNanoseconds.last ?? 0)
      columns.fileNanoseconds.append(0)
      columns.syncNanoseconds.append(0)
      columns.encodeNanoseconds.append(0)
      columns.cpuNanoseconds.append(0)
      columns.writtenBytes.append(0)
      columns.logicalBytes.append(0)
      columns.fileCalls.append(1)
      columns.syncCalls.append(0)
      columns.intendedMilliseconds.append(0)
      columns.pageElements.append(0)
    }
    return columns
  }

  /// A measured case with rounds, floors, a content check a round and crash trials.
  static func measured(
    _ shape: Shape, durability: Durability = .powerDurable, rounds: Int = 3, saves: Int = 40
  ) -> CaseRecord {
    var record = CaseRecord(
      name: CaseName(workload: "meeting", backend: shape.backend, codec: shape.codec, durability: durability),
      level: shape.level, retainsContent: shape.retainsContent, unit: shape.unit)
    for round in 0..<rounds {
      record.timed.append(Self.round(shape, saves: saves, seed: UInt64(round)))
      var allocating = Self.round(shape, saves: saves, seed: UInt64(100 + round))
      for index in allocating.phases.indices {
        let count = allocating.phases[index].serviceNanoseconds.count
        allocating.phases[index].allocations = Array(repeating: 12, count: count)
        allocating.phases[index].allocatedBytes = Array(repeating: 98_304, count: count)
        allocating.phases[index].peakBytes = Array(repeating: 65_536, count: count)
        allocating.phases[index].liveBytes = Array(repeating: 4_194_304, count: count)
      }
      record.allocationRounds.append(allocating)
      guard shape.retainsContent else { continue }
      var random = SplitMix64(seed: UInt64(round))
      record.floors.append(
        FloorResult(
          kind: shape.level == 1 ? .append : .replace, bytes: 6_000,
          nanoseconds: (0..<saves).map { _ in 200_000 + UInt64(random.below(30_000)) }))
      record.verdicts.append(
        Verdict(
          outcome: .intact, pagesCompared: 12, elementsCompared: 480,
          recoveryNanoseconds: 4_000_000 + UInt64(random.below(100_000))))
    }
    if shape.retainsContent {
      record.crashTrials = trials(20)
      record.crashExcerpt = "the first save, a compaction, going to the background and closing"
      record.crashStates = states(under: durability)
    }
    return record
  }

  /// Trials of three stretches, all of which keep the promise.
  static func trials(_ count: Int) -> [CrashTrial] {
    (0..<count).map { index in
      CrashTrial(
        operation: UInt64(index + 1), isWriteCut: index.isMultiple(of: 5),
        stratum: ["first-save", "compaction", "close"][index % 3],
        verdict: Verdict(
          outcome: index.isMultiple(of: 4) ? .lostUnacknowledged : .intact, pagesCompared: 12,
          elementsCompared: 100,
          recoveryNanoseconds: 3_000_000))
    }
  }

  /// A look at the states that crashes can leave, in which every promise of a class is kept.
  static func states(under durability: Durability) -> CrashStates {
    var row = CrashCase(
      name: CaseName(workload: "meeting", backend: "any", codec: nil, durability: durability))
    row.checkedStates = 420
    for (profile, basis, kind) in [
      ("process-crash", CrashBasis.exact, CrashKind.process), ("posix-strict", .definition, .power),
      ("apfs-full", .assumed, .power),
    ] {
      var found = CrashProfileRow(
        profile: profile, basis: basis, kind: kind, promise: Promise(durability, under: kind),
        generated: 1_000, distinct: 160,
        bound: CrashBound(
          epochs: 20, exhaustiveEpochs: 18, boundedEpochs: 2, windowedEpochs: 0,
          isCutByBudget: kind == .power))
      found.outcomes = [
        OutcomeCount(outcome: .intact, count: 200), OutcomeCount(outcome: .lostUnacknowledged, count: 40),
      ]
      if found.promise == .none {
        found.outcomes.append(OutcomeCount(outcome: .lostAcknowledged, count: 30))
        (found.strokesLostMax, found.millisecondsLostMax) = (3, 61_000)
      }
      found.orphanFilesMax = kind == .process ? 1 : 2
      row.profiles.append(found)
    }
    return CrashStates(
      row: CrashStatesRow(row, excerpt: "its first 60 events"),
      recovery: CrashTimes.Recovery(
        store: "any", states: 420, medianNanoseconds: 310_000, maxNanoseconds: 2_200_000))
  }

  /// The same with states that break the promise under a profile, and how the first of them did.
  static func brokenStates(_ count: Int = 7, under profile: String = "posix-strict") -> CrashStates {
    var states = states(under: .powerDurable)
    for index in states.row.profiles.indices where states.row.profiles[index].profile == profile {
      states.row.profiles[index].outcomes.append(OutcomeCount(outcome: .lostAcknowledged, count: count))
      states.row.profiles[index].broken = count
      states.row.profiles[index].strokesLostMax = 2
    }
    states.row.findings = [
      CrashStatesFinding(
        profile: profile, outcome: .lostAcknowledged, states: count, seen: "2 strokes are gone.",
        missingBarrier: "A sync of the directory is missing.")
    ]
    return states
  }

  static let session = SessionSummary(
    name: "meeting", digest: "3f9a61d20c5b7e84", origin: "workload meeting, seed 7", times: "synthetic",
    seed: 7,
    policy: "debounce 500 ms, at most 5000 ms", eventCount: 123, strokeCount: 80, pointCount: 25_920,
    basePageCount: 12, sessionMilliseconds: 120_000, shapes: "original", droppedEventCount: 0,
    recordedSaves: [])

  static func run(_ cases: [CaseRecord], rounds: Int = 3) -> RunRecord {
    RunRecord(
      sessions: [session],
      options: RunOptions(rounds: rounds, pace: .virtual, crashTrialsPerCase: 20, crashStatesPerCase: 4_000),
      environment: [
        EnvironmentFact(name: "CPU", value: "Example, 2 cores"),
        EnvironmentFact(name: "file system", value: "ext4"),
      ], warnings: [], cases: cases, isInterrupted: false, machine: machine())
  }

  /// Readings of a quiet machine: before the rounds, in between and after.
  static func machine(
    _ change: (_ index: Int, inout MachineReading) -> Void = { _, _ in }
  ) -> MachineRecord {
    let moments: [MachineReading.Moment] = [.before, .between, .between, .after]
    let readings = moments.enumerated().map { index, moment in
      var random = SplitMix64(seed: UInt64(index), keys: 4_096)
      func samples(_ count: Int, _ nanoseconds: UInt64) -> [UInt64] {
        (0..<count).map { _ in nanoseconds + UInt64(random.below(Int(nanoseconds) / 5)) }
      }
      var reading = MachineReading(
        moment: moment,
        processor: ProcessorReading(
          nanosecondsPerStep: 1.25, stretchTail: 1.0625, waitRatio: 1.03125,
          oversleepP50Nanoseconds: 61_000, oversleepP90Nanoseconds: 92_000, otherRunnable: 0,
          loadAverage: 0.25, ticks: ProcessorTicks(stolen: 0, all: 1_000 * UInt64(index + 1))),
        floors: [
          MachineFloor(kind: .replace, bytes: 65_536, nanoseconds: samples(24, 450_000)),
          MachineFloor(kind: .append, bytes: 4_096, nanoseconds: samples(48, 300_000)),
          MachineFloor(kind: .sync, bytes: 4_096, nanoseconds: samples(288, 180_000)),
          MachineFloor(kind: .read, bytes: 4_194_304, nanoseconds: samples(24, 900_000)),
          MachineFloor(kind: .copy, bytes: 4_194_304, nanoseconds: samples(24, 400_000)),
        ])
      change(index, &reading)
      return reading
    }
    return MachineRecord(fingerprint: "6b1f0c9e22d8a7550f3e91c44a8d1b07", readings: readings)
  }

  /// A run in which everything that a report can say happens.
  static func everything() -> RunRecord {
    var monolith = measured(
      Shape(
        backend: "monolith", codec: "json", level: 0, saveNanoseconds: 9_000_000, growth: 6,
        bytesPerSave: [(.document, 700_000)], syncRole: .document, unit: .document), rounds: 2)
    monolith.failures = [
      ChildFailure(round: 2, kind: .timed, reason: "Segmentation fault while saving.", signal: 11)
    ]
    var external = measured(
      Shape(
        backend: "turso", codec: nil, level: 2, saveNanoseconds: 1, bytesPerSave: [], unit: .document))
    for index in external.timed.indices { external.timed[index].check.canarySeen = false }
    external.crashTrials = []
    external.crashStates = CrashStates(
      row: CrashStatesRow(excerpt: nil, notExplored: "it writes by calls that\nnobody sees"))
    var careless = measured(snapshot, durability: .powerDurable)
    careless.name.backend = "careless"
    careless.crashTrials[7].verdict = Verdict(
      outcome: .lostAcknowledged, detail: "page 3 has 11 elements | the model 12")
    careless.crashStates = brokenStates()
    careless.timed[1].roles[0].writtenBytes += 61_000
    var swift = measured(journal, durability: .processCrash)
    swift.crashTrials = []
    monolith.crashStates = nil
    var record = run([
      measured(snapshot), measured(journal), measured(sqlite), monolith, careless, external, measured(null),
      swift,
    ])
    record.warnings = ["The store lies on tmpfs, which no power cut survives and no disk slows down."]
    record.isInterrupted = true
    return record
  }

  static func report(_ record: RunRecord) -> Report {
    Report(record, command: "inkbench run meeting --rounds 3", toolVersion: "test")
  }
}
