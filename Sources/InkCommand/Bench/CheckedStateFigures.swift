internal import InkCrash
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkStorage
internal import InkTap

/// How many crash states a second are put on disk, recovered, compared, opened again and removed, on one
/// core.
///
/// Method. The article's recording is written on an empty page of a `power-durable` store, a save a stroke,
/// and its file calls are recorded. The states that `posix-strict` allows are enumerated, and of those that
/// differ some are taken at even distances and made in memory beforehand. Each is checked once, on a file
/// system in memory, and judged. The time is that which the thread has the core: nothing here waits for a
/// disk, and what other processes take of the core is not the lab's. A state that breaks the promise ends the
/// figure. It is the median over stretches of states, and the spread is theirs.
enum CheckedStateFigures: FigureMeter {
  static let names = ["crash.checked.snapshot", "crash.checked.journal", "crash.checked.sqlite"]

  private static let stretches = 12
  private static let statesPerStretch = 150
  /// States of a write-ahead log that is longer are left out, as the figure's meaning says.
  private static let logBytesMax = 64 << 10
  private static let logSuffix = "-wal"
  private static let recordingBytes = 64 << 20
  private static let durability = Durability.powerDurable

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let backend = try bench.backend(String(name.split(separator: ".").last ?? ""))
    let session = try BenchPages.referenceSession()
    let plan = ReplayPlan(session)
    let environment = StoreEnvironment(
      directory: "\(bench.directory)/\(name)", durability: durability, codec: try bench.codec("packed"),
      seed: 1)
    let states = try states(of: session, plan, backend, environment)
    // A store of nobody's, so that no figure is measured with what an earlier one watched.
    defer {
      Tap.carryOutSyncs()
      Tap.takeTimes()
      Tap.watch(directory: bench.directory, roles: [])
    }
    do throws(ReplayError) {
      var checker = try StateChecker(
        session: session, plan: plan, backend: backend, environment: environment)
      checker.watch()
      return try measure(states, &checker, unit: backend.traits.unit)
    } catch {
      throw CommandFailure(.diskFailed, "a crash state of the benchmark can't be checked: \(error)")
    }
  }

  /// A store as a crash leaves it, and how far the replay had come.
  private struct State {
    var image: StoreImage
    var progress: ReplayProgress
  }

  private static func measure(
    _ states: [State], _ checker: inout StateChecker, unit: ConsistencyUnit
  ) throws(ReplayError) -> Measurement {
    var rates: [Double] = []
    for start in stride(from: 0, to: states.count, by: statesPerStretch) {
      let stretch = states[start..<min(start + statesPerStretch, states.count)]
      let use = ProcessorUse.start()
      for state in stretch {
        let observation = try checker.observe(state.image)
        let verdict = observation.verdict(for: state.progress, by: checker.history, unit: unit)
        guard verdict.isBroken(Promise(durability, under: .power)) else { continue }
        throw .lost(verdict, step: state.progress.begunStep, moment: "a power cut")
      }
      rates.append(Double(stretch.count) * 1e9 / Double(ProcessorUse.since(use).threadNanoseconds))
    }
    var measurement = Measurement.median(of: rates)
    measurement.remark = "\(states.count) states"
    return measurement
  }

  private static func states(
    of session: Session, _ plan: ReplayPlan, _ backend: any StorageBackend.Type,
    _ environment: StoreEnvironment
  ) throws(CommandFailure) -> [State] {
    do {
      let (base, entries) = try record(session, plan, backend, environment)
      let model = try CrashModel(base: base, entries: entries)
      guard let profile = CrashProfile.named("posix-strict") else {
        throw CommandFailure(.internalError, "there is no profile 'posix-strict'")
      }
      var images = CrashImages(model: model, profile: profile)
      var distinct: [CrashState] = []
      var known: Set<StateDigest> = []
      _ = CrashExploration(model: model, profile: profile, bounds: ExplorationBounds(), seed: 1).run {
        if known.insert($0.digest).inserted { distinct.append($0) }
        return true
      }
      let fitting = distinct.filter { fits(images.image(of: $0)) }
      let count = min(stretches * statesPerStretch, fitting.count)
      return (0..<count).map { index in
        let state = fitting[index * fitting.count / count]
        return State(image: images.image(of: state), progress: state.progress)
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.internalError, "the benchmark's crash states can't be made: \(error)")
    }
  }

  private static func fits(_ image: StoreImage) -> Bool {
    !image.files.contains { $0.path.hasSuffix(logSuffix) && $0.bytes.count > logBytesMax }
  }

  /// The store before the session, and all calls that the session made on it.
  private static func record(
    _ session: Session, _ plan: ReplayPlan, _ backend: any StorageBackend.Type,
    _ environment: StoreEnvironment
  ) throws -> (StoreImage, [RecordedEntry]) {
    try StoreCopy.makeDirectory(environment.directory)
    try BaseBuilder.build(session.base, with: backend, in: environment)
    let base = try StoreImage(directory: environment.directory)
    var options = ReplayOptions(exportPath: environment.directory + "-export")
    options.marksCalls = true
    let replay = Replay(
      session: session, plan: plan, backend: backend, environment: environment, options: options)
    Tap.watch(directory: environment.directory, roles: backend.traits.fileRoles)
    try Tap.record(capacityBytes: recordingBytes, keepsContents: true)
    _ = try replay.run(
      check: InstrumentCheck(canarySeen: false, countedBytes: 0, kernelBytes: nil, faults: []))
    return (base, try Tap.stopRecording().entries())
  }
}
