internal import InkModel
internal import InkReport
internal import InkStorage
internal import InkTap

/// Measures calls on a store, and sorts them into phases.
///
/// Every call costs two clock reads and two sums over the tap's counters. The thread's CPU clock is read around
/// every fourth call of a phase only: reading it is a system call, and dearer than a cheap save. The columns are
/// reserved ahead, so that the recorder does not allocate while it measures.
final class CallRecorder: StoreObserver {
  private(set) var phases: [PhaseColumns]
  private(set) var activities: [ActivityTotals]
  private(set) var spans: [OperationSpan] = []
  /// Set to learn at which operations each stretch of the replay begins and ends.
  let recordsSpans: Bool

  private static let callsPerCPUSample = 4

  private let allocationCounter: AllocationCounter?
  private var encodeNanoseconds: UInt64 = 0
  private var openActivities:
    [(activity: StoreActivity, start: UInt64, counters: RoleCounters, operation: UInt64)]
  /// When the store is free again, in nanoseconds of the session.
  private var busyUntilNanoseconds: UInt64 = 0

  init(callsExpected: Int, allocationCounter: AllocationCounter?, recordsSpans: Bool) {
    self.allocationCounter = allocationCounter
    self.recordsSpans = recordsSpans
    phases = Phase.allCases.map { phase in
      var columns = PhaseColumns(phase: phase)
      columns.reserve(phase == .saveAutosave || phase == .idle ? callsExpected : 64)
      return columns
    }
    activities = StoreActivity.allCases.map { ActivityTotals(activity: $0.rawValue) }
    openActivities = []
    openActivities.reserveCapacity(8)
  }

  /// Carries out one call and adds its measurements to a phase.
  func measure(
    _ phase: Phase, intendedMilliseconds: UInt64, logicalBytes: UInt64 = 0,
    _ call: () throws(StorageError) -> Void
  ) throws(StorageError) {
    let firstOperation = recordsSpans ? Tap.operationCount + 1 : 0
    let allocationsBefore = allocationCounter?.count() ?? 0
    encodeNanoseconds = 0
    let before = Tap.storeCounters()
    let samplesCPU = phases[phase.index].serviceNanoseconds.count % Self.callsPerCPUSample == 0
    let cpuStart = samplesCPU ? Clock.threadCPUNanoseconds() : 0
    let start = Clock.nanoseconds()
    try call()
    let end = Clock.nanoseconds()
    let cpu = samplesCPU ? Clock.threadCPUNanoseconds() - cpuStart : nil
    let cost = Tap.storeCounters() - before
    let allocations = (allocationCounter?.count() ?? 0) - allocationsBefore

    let service = end - start
    let intended = intendedMilliseconds * 1_000_000
    busyUntilNanoseconds = max(busyUntilNanoseconds, intended) + service
    phases[phase.index].append(
      service: service, response: busyUntilNanoseconds - intended, encode: encodeNanoseconds,
      cpu: cpu, cost: cost, logicalBytes: logicalBytes,
      allocations: allocationCounter == nil ? nil : allocations)
    if recordsSpans {
      spans.append(
        OperationSpan(name: phase.rawValue, first: firstOperation, end: Tap.operationCount + 1))
    }
  }

  func began(_ activity: StoreActivity) {
    openActivities.append((activity, Clock.nanoseconds(), Tap.storeCounters(), Tap.operationCount + 1))
  }

  func ended(_ activity: StoreActivity) {
    guard let open = openActivities.popLast(), open.activity == activity else { return }
    let elapsed = Clock.nanoseconds() - open.start
    let cost = Tap.storeCounters() - open.counters
    if activity == .encode { encodeNanoseconds += elapsed }
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

extension PhaseColumns {
  fileprivate mutating func reserve(_ count: Int) {
    for column in [
      \Self.serviceNanoseconds, \.responseNanoseconds, \.fileNanoseconds, \.syncNanoseconds,
      \.encodeNanoseconds, \.cpuNanoseconds, \.writtenBytes, \.logicalBytes, \.fileCalls, \.syncCalls,
      \.allocations,
    ] {
      self[keyPath: column].reserveCapacity(count)
    }
  }

  fileprivate mutating func append(
    service: UInt64, response: UInt64, encode: UInt64, cpu: UInt64?, cost: RoleCounters, logicalBytes: UInt64,
    allocations: UInt64?
  ) {
    serviceNanoseconds.append(service)
    responseNanoseconds.append(response)
    fileNanoseconds.append(cost.fileNanoseconds)
    syncNanoseconds.append(cost.syncNanoseconds)
    encodeNanoseconds.append(encode)
    if let cpu { cpuNanoseconds.append(cpu) }
    writtenBytes.append(cost.writtenBytes)
    self.logicalBytes.append(logicalBytes)
    fileCalls.append(cost.changingCalls)
    syncCalls.append(cost.syncCalls)
    if let allocations { self.allocations.append(allocations) }
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
