internal import FoundationEssentials
package import InkModel
package import InkReport
package import InkStorage
internal import InkTap

/// One session replayed on one store in this process.
///
/// Method. The plan's steps are carried out in order. Edits change the page in memory, as an app's canvas
/// does, and are not measured; every other step is one call on the store, measured by the recorder. Saves are
/// given the edits since the last acknowledged save and the page as it is. Under the virtual clock the pauses
/// take no time; response times count the wait behind earlier calls as if they had. With real pace the replay
/// sleeps until each step's intended start.
package final class Replay {
  private let session: Session
  private let plan: ReplayPlan
  private let backend: any StorageBackend.Type
  private let environment: StoreEnvironment
  private let options: ReplayOptions
  private let recorder: CallRecorder
  private let encodeCounter = EncodeCounter()
  private var store: (any StorageBackend)?
  private var openPages = OpenPages()
  private var stepNumber = 0
  /// Nil under the virtual clock.
  private var pacer: Pacer?
  private lazy var history = DocumentHistory(session: session, plan: plan)
  /// Time spent making what an app would have been given, assets and the pages that a store does not keep; no
  /// part of a replay.
  private var makingNanoseconds: UInt64 = 0

  package init(
    session: Session, plan: ReplayPlan, backend: any StorageBackend.Type, environment: StoreEnvironment,
    options: ReplayOptions
  ) {
    self.session = session
    self.plan = plan
    self.backend = backend
    self.options = options
    recorder = CallRecorder(
      callsExpected: plan.steps.count, lengthMilliseconds: plan.lengthMilliseconds, options: options)
    var environment = environment
    environment.observer = recorder
    environment.codec = encodeCounter.counting(environment.codec)
    self.environment = environment
  }

  /// Carries out the whole plan and returns what was measured; role totals and checks are the caller's to
  /// add.
  ///
  /// `afterPhase` is called, unmeasured, wherever a store may have changed how it reaches its files.
  package func run(
    check: InstrumentCheck, afterPhase: (_ name: String) -> Void = { _ in }
  ) throws(ReplayError) -> RoundResult {
    let start = Clock.nanoseconds()
    let useStart = ProcessorUse.start()
    pacer = options.isPaced ? Pacer(start: start, clock: Clock.nanoseconds, sleep: Platform.sleep) : nil
    for (index, step) in plan.steps.enumerated() {
      pacer?.wait(untilMilliseconds: step.startMilliseconds)
      stepNumber = index + 1
      recorder.step = stepNumber
      options.board?.began(step: stepNumber)
      if case .edit(let event) = step.action {
        try apply(event)
      } else {
        if step.action == .terminateAndRecover { try leaveDocument() }
        do throws(StorageError) { try carryOut(step) } catch {
          throw .store(error, step: stepNumber, action: step.action.name)
        }
        try look(after: step, isLast: index == plan.steps.count - 1)
      }
      options.board?.acknowledged(step: stepNumber)
      if step.action.mayChangeFileAccess { afterPhase(step.action.name) }
    }
    store = nil
    return result(start: start, useStart: useStart, check: check)
  }

  private func result(start: UInt64, useStart: ProcessorUse, check: InstrumentCheck) -> RoundResult {
    var result = RoundResult(check: check)
    result.replayNanoseconds = Clock.nanoseconds() - start - makingNanoseconds
    let use = ProcessorUse.since(useStart)
    result.cpuNanoseconds = use.processNanoseconds
    result.minorFaults = use.minorFaults
    result.majorFaults = use.majorFaults
    result.peakResidentBytes = ProcessMemory.peakResidentBytes()
    result.phases = recorder.phases
    result.activities = recorder.activities.filter { $0.count > 0 }
    result.spans = recorder.spans
    result.activityCalls = recorder.activityCalls.filter { !$0.nanoseconds.isEmpty }
    result.written = recorder.writtenCurves
    result.encodeCalls = encodeCounter.calls
    result.encodedBytes = encodeCounter.bytes
    result.operationCount = Tap.operationCount
    result.eventCount = session.events.count
    result.savedStrokeCount = plan.savedStrokeCount
    result.lossWindowMilliseconds = plan.lossWindowMilliseconds
    result.sessionMilliseconds = plan.lengthMilliseconds
    result.wakeUpDelayNanoseconds = pacer?.wakeUpDelayNanoseconds ?? []
    return result
  }

  /// Lets whoever checks content look at the page that was opened, or at the document that was closed.
  private func look(after step: Step, isLast: Bool) throws(ReplayError) {
    switch step.action {
    case .openPage(let id):
      guard let pageWasOpened = options.pageWasOpened else { return }
      try openPages.look(at: id) { (page) throws(ReplayError) in try pageWasOpened(page, stepNumber) }
    case .closeDocument where !isLast: try options.documentWasLeft?(stepNumber)
    default: break
    }
  }

  /// Ends the store as the end of its process does.
  private func leaveDocument() throws(ReplayError) {
    store = nil
    openPages.removeAll()
    try options.documentWasLeft?(stepNumber - 1)
  }

  private func carryOut(_ step: Step) throws(StorageError) {
    let time = step.startMilliseconds
    switch step.action {
    case .edit: break
    case .save(let reason, let pages): try save(pages, reason: reason, at: time)
    case .openDocument: try open(.openDocument, at: time)
    case .terminateAndRecover: try open(.recovery, at: time)
    case .openPage(let id): try openPage(id, at: time)
    case .closePage(let id):
      try measure(.closePage, at: time) { store throws(StorageError) in try store.closePage(id) }
      openPages.close(id)
    case .insertAsset(let id, let byteCount):
      let start = Clock.nanoseconds()
      let bytes = AssetBytes.make(id, byteCount: byteCount)
      makingNanoseconds += Clock.nanoseconds() - start
      try measure(.insertAsset, at: time, logicalBytes: UInt64(byteCount)) { store throws(StorageError) in
        // Unsafe to the compiler only: the bytes of integers have no padding.
        try unsafe store.insertAsset(id, bytes: bytes.span.bytes)
      }
    case .addPage(let page, let index):
      try measure(.pageOperation, at: time) { store throws(StorageError) in
        try store.addPage(page, at: index)
      }
    case .deletePage(let id):
      try measure(.pageOperation, at: time) { store throws(StorageError) in try store.deletePage(id) }
    case .movePage(let id, let index):
      try measure(.pageOperation, at: time) { store throws(StorageError) in
        try store.movePage(id, to: index)
      }
    case .idle(let milliseconds):
      try measure(.idle, at: time) { store throws(StorageError) in
        try store.idle(milliseconds: milliseconds)
      }
    case .background:
      try measure(.background, at: time) { store throws(StorageError) in
        try store.background(deadlineMilliseconds: Self.backgroundDeadlineMilliseconds)
      }
    case .listLibrary:
      try measure(.listLibrary, at: time) { store throws(StorageError) in _ = try store.listLibrary() }
    case .export:
      try measure(.export, at: time) { store throws(StorageError) in
        try store.export(to: options.exportPath)
      }
      try removeExport()
    case .closeDocument:
      try measure(.closeDocument, at: time) { store throws(StorageError) in try store.closeDocument() }
    }
  }

  /// What iOS gives an app that goes to the background.
  private static let backgroundDeadlineMilliseconds: UInt64 = 5_000

  private func open(_ phase: Phase, at time: UInt64) throws(StorageError) {
    var opened: (any StorageBackend)? = store
    try recorder.measure(phase, intendedMilliseconds: time) { () throws(StorageError) in
      if opened == nil { opened = try backend.init(environment) }
      _ = try opened?.openDocument(session.base.document.id)
    }
    store = opened
  }

  private func openPage(_ id: PageID, at time: UInt64) throws(StorageError) {
    var page = openPages.takeMemory(for: id)
    try measure(.openPage, at: time) { store throws(StorageError) in try store.openPage(id, into: &page) }
    if !backend.traits.retainsContent { try fillFromModel(&page, id: id) }
    openPages.insert(page)
  }

  /// Edits change the page in memory, as it was read from the store.
  private func apply(_ event: Int) throws(ReplayError) {
    guard case .edit(let page, let edit, _) = session.events[event].action else { return }
    do throws(ReplayError) { try openPages.apply(edit, to: page, from: session.arena) } catch {
      throw .content("\(error)", step: stepNumber)
    }
  }

  private func save(_ pages: [PageID], reason: SaveReason, at time: UInt64) throws(StorageError) {
    let (changes, logicalBytes) = openPages.changes(
      of: pages, reason: reason, at: time, arena: session.arena)
    let pageElements = changes.pages.reduce(0) { $0 + $1.page.elements.count }
    try measure(Phase(reason), at: time, logicalBytes: logicalBytes, pageElements: pageElements) {
      store throws(StorageError) in
      try store.save(changes)
    }
    openPages.acknowledge(pages)
  }

  /// A store that keeps nothing can't give pages back; the model makes them again.
  private func fillFromModel(_ page: inout Page, id: PageID) throws(StorageError) {
    let start = Clock.nanoseconds()
    do throws(ReplayError) {
      try history.fill(&page, id: id, editCount: history.editCount(of: id, by: stepNumber))
    } catch {
      throw .misuse(error.description)
    }
    makingNanoseconds += Clock.nanoseconds() - start
  }

  /// An export has been measured and is of no further use; the place holds nothing else.
  private func removeExport() throws(StorageError) {
    guard (try? FileManager.default.removeItem(atPath: options.exportPath)) == nil else { return }
    guard backend.traits.retainsContent else { return }
    throw .misuse("the export returned and there is no '\(options.exportPath)'")
  }

  private func measure(
    _ phase: Phase, at time: UInt64, logicalBytes: UInt64 = 0, pageElements: Int = 0,
    _ call: (any StorageBackend) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let store else { throw .misuse("the document is not open") }
    try recorder.measure(
      phase, intendedMilliseconds: time, logicalBytes: logicalBytes, pageElements: pageElements
    ) { () throws(StorageError) in try call(store)
    }
  }
}
