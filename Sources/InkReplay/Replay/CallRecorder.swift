internal import InkModel
internal import InkReport
internal import InkStorage
internal import InkTap

/// Measures calls on a store, and sorts them into phases.
///
/// Every call costs two clock reads and two sums over the tap's counters, and one that wrote a look at the
/// bytes of each role. CPU clocks and page faults are read around every 32nd call of a phase only: each
/// reading is a system call, and dearer than a cheap save.
/// Memory is asked for in rounds of its own. Room is reserved ahead, so that the recorder does not allocate
/// while it measures.
///
/// Unchecked, because nothing in it is locked: the replay makes one call at a time and waits for it, and a
/// store tells of its activities only within a call.
final class CallRecorder: StoreObserver, @unchecked Sendable {
  private(set) var activities: [ActivityTotals]
  private(set) var spans: [OperationSpan] = []
  /// Compactions and checkpoints one by one, in the order of `StoreActivity`.
  private(set) var activityCalls: [ActivityColumns]
  private var written: WrittenCurveRecorder
  /// Set to learn at which operations each stretch of the replay begins and ends.
  let recordsSpans: Bool
  /// Whether a log of file calls is told where each call begins and ends.
  private let marksCalls: Bool
  /// The plan's step that is under way, from 1.
  var step = 0

  private static let callsPerProcessorSample = 32
  /// Compactions or checkpoints of a long session; with more of them their room grows while it is measured.
  private static let activitiesExpected = 4_096

  private var samples: [[CallSample]]
  /// Of every 32nd call of a phase.
  private var processorUses: [[ProcessorUse]]
  /// Of each call, in rounds that count allocations.
  private var memoryCosts: [[MemoryCost]]
  private let allocationCounter: AllocationCounter?
  private var encodeNanoseconds: UInt64 = 0
  private var openActivities:
    [(activity: StoreActivity, start: UInt64, counters: RoleCounters, operation: UInt64)]
  /// When the store is free again, in nanoseconds of the session.
  private var busyUntilNanoseconds: UInt64 = 0

  /// When the call that is under way should have begun.
  private var intendedMilliseconds: UInt64 = 0

  init(callsExpected: Int, lengthMilliseconds: UInt64, options: ReplayOptions) {
    allocationCounter = options.allocationCounter
    recordsSpans = options.recordsSpans
    marksCalls = options.marksCalls
    func capacity(_ phase: Phase) -> Int { phase == .saveAutosave || phase == .idle ? callsExpected : 64 }
    samples = Phase.allCases.map { room(for: capacity($0)) }
    processorUses = Phase.allCases.map { room(for: capacity($0) / Self.callsPerProcessorSample + 1) }
    let isCounting = options.allocationCounter != nil
    memoryCosts = Phase.allCases.map { room(for: isCounting ? capacity($0) : 0) }
    activities = StoreActivity.allCases.map { ActivityTotals(activity: $0.rawValue) }
    activityCalls = StoreActivity.allCases.map { activity in
      var columns = ActivityColumns(activity: activity.rawValue)
      columns.intendedMilliseconds.reserveCapacity(min(callsExpected, Self.activitiesExpected))
      columns.nanoseconds.reserveCapacity(min(callsExpected, Self.activitiesExpected))
      return columns
    }
    written = WrittenCurveRecorder(lengthMilliseconds: lengthMilliseconds)
    openActivities = []
    openActivities.reserveCapacity(8)
  }

  /// What was measured, phase by phase; phases without a call are left out.
  var phases: [PhaseColumns] {
    Phase.allCases.filter { !samples[$0.index].isEmpty }.map { phase in
      var columns = PhaseColumns(phase, samples[phase.index])
      columns.add(processorUses[phase.index])
      columns.add(memoryCosts[phase.index])
      return columns
    }
  }

  /// What had been written by the end of each stretch of the session.
  var writtenCurves: WrittenCurves { written.curves }

  /// Carries out one call and adds its measurements to a phase.
  func measure(
    _ phase: Phase, intendedMilliseconds: UInt64, logicalBytes: UInt64 = 0, pageElements: Int = 0,
    _ call: () throws(StorageError) -> Void
  ) throws(StorageError) {
    let firstOperation = recordsSpans ? Tap.operationCount + 1 : 0
    encodeNanoseconds = 0
    self.intendedMilliseconds = intendedMilliseconds
    let isSampled = samples[phase.index].count % Self.callsPerProcessorSample == 0
    let memoryStart = allocationCounter?.begin()
    let before = Tap.storeCounters()
    let useStart = isSampled ? ProcessorUse.start() : nil
    if marksCalls { mark(.begun, phase, intendedMilliseconds) }
    let start = Clock.nanoseconds()
    do throws(StorageError) { try call() } catch {
      if marksCalls { mark(.failed, phase, intendedMilliseconds) }
      throw error
    }
    let end = Clock.nanoseconds()
    if marksCalls { mark(.acknowledged, phase, intendedMilliseconds) }
    let use = useStart.map(ProcessorUse.since)
    let cost = Tap.storeCounters() - before
    if let allocationCounter, let memoryStart {
      memoryCosts[phase.index].append(allocationCounter.cost(since: memoryStart))
    }
    if let use { processorUses[phase.index].append(use) }

    let service = end - start
    let intended = intendedMilliseconds * 1_000_000
    busyUntilNanoseconds = max(busyUntilNanoseconds, intended) + service
    samples[phase.index].append(
      CallSample(
        serviceNanoseconds: service, responseNanoseconds: busyUntilNanoseconds - intended,
        encodeNanoseconds: encodeNanoseconds, logicalBytes: logicalBytes,
        intendedMilliseconds: intendedMilliseconds, pageElements: UInt64(pageElements), cost: cost))
    if cost.writtenBytes > 0 { recordWritten() }
    if recordsSpans {
      spans.append(
        OperationSpan(name: phase.rawValue, first: firstOperation, end: Tap.operationCount + 1))
    }
  }

  /// Follows what has been written by the end of a call that wrote.
  func recordWritten() { written.record(intendedMilliseconds: intendedMilliseconds) }

  private func mark(_ kind: RecordedMark.Kind, _ phase: Phase, _ intendedMilliseconds: UInt64) {
    Tap.mark(
      RecordedMark(kind, step: step, phase: phase.rawValue, intendedMilliseconds: intendedMilliseconds))
  }

  func began(_ activity: StoreActivity) {
    openActivities.append((activity, Clock.nanoseconds(), Tap.storeCounters(), Tap.operationCount + 1))
  }

  func ended(_ activity: StoreActivity) {
    guard let open = openActivities.popLast(), open.activity == activity else { return }
    let elapsed = Clock.nanoseconds() - open.start
    let cost = Tap.storeCounters() - open.counters
    if activity == .encode {
      encodeNanoseconds += elapsed
    } else {
      activityCalls[activity.index].intendedMilliseconds.append(intendedMilliseconds)
      activityCalls[activity.index].nanoseconds.append(elapsed)
    }
    activities[activity.index].count += 1
    activities[activity.index].nanoseconds += elapsed
    activities[activity.index].writtenBytes += cost.writtenBytes
    activities[activity.index].syncCalls += cost.syncCalls
    if recordsSpans, activity != .encode {
      spans.append(
        OperationSpan(name: activity.rawValue, first: open.operation, end: Tap.operationCount + 1))
    }
  }
}

extension Phase {
  fileprivate var index: Int {
    switch self {
    case .saveAutosave: 0
    case .savePageClose: 1
    case .saveBackground: 2
    case .saveDocumentClose: 3
    case .insertAsset: 4
    case .pageOperation: 5
    case .openDocument: 6
    case .recovery: 7
    case .openPage: 8
    case .closePage: 9
    case .idle: 10
    case .background: 11
    case .listLibrary: 12
    case .export: 13
    case .closeDocument: 14
    }
  }
}

extension StoreActivity {
  fileprivate var index: Int {
    switch self {
    case .encode: 0
    case .compaction: 1
    case .checkpoint: 2
    }
  }
}

private func room<Element>(for count: Int) -> [Element] {
  var elements: [Element] = []
  elements.reserveCapacity(count)
  return elements
}

/// What was measured of one call.
struct CallSample: BitwiseCopyable {
  var serviceNanoseconds: UInt64
  var responseNanoseconds: UInt64
  var encodeNanoseconds: UInt64
  var logicalBytes: UInt64
  var intendedMilliseconds: UInt64
  var pageElements: UInt64
  var cost: RoleCounters
}

extension PhaseColumns {
  /// Turns the calls of a phase into columns.
  fileprivate init(_ phase: Phase, _ samples: [CallSample]) {
    self.init(phase: phase)
    serviceNanoseconds = samples.map(\.serviceNanoseconds)
    responseNanoseconds = samples.map(\.responseNanoseconds)
    fileNanoseconds = samples.map(\.cost.fileNanoseconds)
    syncNanoseconds = samples.map(\.cost.syncNanoseconds)
    encodeNanoseconds = samples.map(\.encodeNanoseconds)
    writtenBytes = samples.map(\.cost.writtenBytes)
    logicalBytes = samples.map(\.logicalBytes)
    fileCalls = samples.map(\.cost.changingCalls)
    syncCalls = samples.map(\.cost.syncCalls)
    renameCalls = samples.map(\.cost.renameCalls)
    intendedMilliseconds = samples.map(\.intendedMilliseconds)
    pageElements = samples.map(\.pageElements)
  }

  fileprivate mutating func add(_ uses: [ProcessorUse]) {
    cpuNanoseconds = uses.map(\.threadNanoseconds)
    processCPUNanoseconds = uses.map(\.processNanoseconds)
    minorFaults = uses.map(\.minorFaults)
    majorFaults = uses.map(\.majorFaults)
  }

  fileprivate mutating func add(_ costs: [MemoryCost]) {
    allocations = costs.map(\.allocations)
    allocatedBytes = costs.compactMap(\.allocatedBytes)
    peakBytes = costs.compactMap(\.peakBytes)
    liveBytes = costs.map(\.liveBytes)
  }
}

extension RoleCounters {
  /// Calls that change something; syncs are counted apart.
  fileprivate var changingCalls: UInt64 { writeCalls + renameCalls + unlinkCalls + otherCalls }
}

extension Phase {
  /// The phase of a save, by its reason.
  init(_ reason: SaveReason) {
    self =
      switch reason {
      case .autosave: .saveAutosave
      case .pageClose: .savePageClose
      case .background: .saveBackground
      case .documentClose: .saveDocumentClose
      }
  }
}
