internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkStorage
internal import InkTap

/// Does one task in this process.
struct ChildWorker {
  private let task: ChildTask
  private let backend: any StorageBackend.Type
  private let environment: StoreEnvironment
  private let session: Session

  init(task: ChildTask, backends: [any StorageBackend.Type], codecs: [any PageCodec]) throws(RunError) {
    self.task = task
    let codec: any PageCodec
    (backend, codec) = try Registered.pick(task.backend, task.codec, from: backends, codecs)
    environment = StoreEnvironment(
      directory: task.storeDirectory, durability: task.durability, codec: codec, seed: task.seed)
    let whole = try task.session.load()
    session = task.excerptEvents.map { whole.crashExcerpt(eventsMax: $0) } ?? whole
  }

  func work(_ reply: inout ChildReply) throws(RunError) {
    Tap.watch(directory: task.storeDirectory, roles: backend.traits.fileRoles)
    if task.leavesOutSyncs { Tap.leaveOutSyncs() }
    do throws(ReplayError) {
      switch task.job {
      case .buildBase: try BaseBuilder.build(session.base, with: backend, in: environment)
      case .replay(let how): (reply.round, reply.script) = try replay(how)
      case .judge(let progress):
        let plan = ReplayPlan(session)
        reply.verdict = try Judge(
          session: session, plan: plan, progress: progress ?? .complete(plan), backend: backend,
          environment: environment
        ).verdict()
      case .floor(let kind, let sizes):
        reply.floor = try FloorProbe.run(
          kind, sizes: sizes, durability: task.durability, in: task.storeDirectory)
      }
    } catch {
      reply.failure = error.description
      reply.progress = error.progress
      reply.isDiskFull = error.isDiskFull
    }
  }

  private func replay(
    _ how: ChildTask.Replay
  ) throws(ReplayError) -> (RoundResult, OperationScript?) {
    if how.repeatsRandomNumbers { SQLiteRandomness.follow(task.seed) }
    let plan = ReplayPlan(session)
    var options = ReplayOptions(exportPath: how.exportPath)
    options.isPaced = how.isPaced
    options.recordsSpans = how.recordsSpans
    options.marksCalls = how.recordingBytes != nil
    options.board = try how.boardPath.map { (path) throws(ReplayError) in try ProgressBoard(path: path) }
    if how.countsAllocations { options.allocationCounter = AllocationCounter() }
    let canarySeen = Tap.canaryIsSeen(in: task.storeDirectory)
    if let crash = how.crash {
      Tap.endProcess(atOperation: crash.operation, cuttingWrite: crash.isWriteCut)
    }
    let replay = Replay(
      session: session, plan: plan, backend: backend, environment: environment, options: options)
    try beginRecording(how)
    let counters = Tap.snapshot()
    var faults: [String] = []
    var bypasses: Set<String> = []
    if how.countsAllocations, let reason = AllocationCounter.unavailability() { faults.append(reason) }
    var result = try replay.run(check: unchecked) { phase in
      let new = Tap.bypasses(of: task.storeDirectory).filter { bypasses.insert($0).inserted }
      faults += new.map { "\($0) (seen after \(phase))" }
    }
    let script = try endRecording(how)
    result.roles = RoleTotals.all(of: Tap.snapshot() - counters)
    (result.storeFiles, result.storeBytes) = StoreSize.measure(task.storeDirectory)
    let balance = Tap.balance()
    result.check = InstrumentCheck(
      canarySeen: canarySeen, countedBytes: balance.countedBytes, kernelBytes: balance.kernelBytes,
      faults: faults)
    return (result, script)
  }

  private func beginRecording(_ how: ChildTask.Replay) throws(ReplayError) {
    guard let capacity = how.recordingBytes else { return }
    do throws(RecordingError) {
      // Nobody asks a script what was written, and contents of a long session fill the memory.
      try Tap.record(
        capacityBytes: capacity, keepsContents: how.recordingPath != nil, to: how.recordingPath)
    } catch {
      throw .recording(error)
    }
  }

  /// The script of what was recorded; nil if nothing was, or if the log lies in a file.
  private func endRecording(_ how: ChildTask.Replay) throws(ReplayError) -> OperationScript? {
    guard how.recordingBytes != nil else { return nil }
    do throws(RecordingError) {
      let recording = try Tap.stopRecording()
      return how.recordingPath == nil ? OperationScript(try recording.entries()) : nil
    } catch {
      throw .recording(error)
    }
  }

  /// Stands in until the replay is over and the instrument can be checked.
  private var unchecked: InstrumentCheck {
    InstrumentCheck(canarySeen: false, countedBytes: 0, kernelBytes: nil, faults: [])
  }
}

extension ReplayError {
  /// How far the replay had come; nil if it had not begun.
  fileprivate var progress: ReplayProgress? {
    switch self {
    case .store(_, let step, _), .content(_, let step), .lost(_, let step, _):
      step > 0 ? ReplayProgress(acknowledgedStep: step - 1, begunStep: step) : nil
    case .judging, .session, .base, .system, .recording: nil
    }
  }
}
