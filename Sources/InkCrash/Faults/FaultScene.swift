internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkStorage
internal import InkTap

/// One store of one session, ready for lives in which something goes wrong.
///
/// The base is built once and the first sitting lived once, untouched; each life begins with a copy of one of
/// the two. What is left of it is read by the ordinary oracle: opened, compared, closed, opened, written to,
/// and opened again.
struct FaultScene {
  let session: Session
  let plan: ReplayPlan
  let history: DocumentHistory
  let backend: any StorageBackend.Type
  let environment: StoreEnvironment
  /// The store before the first step.
  let base: StoreImage
  /// The store as the first sitting left it, closed.
  let resting: StoreImage
  /// The steps of the first sitting.
  let restingStep: Int
  /// Room for the file calls of one life; it is taken each time, and grows with the first life that needs
  /// more.
  var logByteCount = 2 << 20
  /// Where the process can end within writes in the background; found out when it is first asked for.
  var writeCuts: [WriteCut]?
  private let exportPath: String
  /// For lives that come to the end of the plan.
  private var observer: Observer

  /// Builds the base and lives the first sitting in a directory that exists and is empty; `place` is for
  /// exports.
  ///
  /// Throws where the store can't live untouched, which leaves nothing to be learned from faults.
  init(
    _ excerpt: Session, backend: any StorageBackend.Type, environment: StoreEnvironment, place: String
  ) throws(ReplayError) {
    let session = excerpt.withSecondSitting()
    let plan = ReplayPlan(session)
    self.session = session
    self.plan = plan
    self.backend = backend
    self.environment = environment
    exportPath = place + "/export"
    history = DocumentHistory(session: session, plan: plan)
    restingStep = ReplayPlan(excerpt).steps.count
    Tap.watch(directory: environment.directory, roles: backend.traits.fileRoles)
    try BaseBuilder.build(session.base, with: backend, in: environment)
    base = try Self.image(of: environment.directory)
    observer = Observer(session: session, plan: plan, backend: backend, environment: environment)
    let first = FaultLife(
      session: session, plan: plan, history: history, backend: backend, environment: environment,
      exportPath: exportPath, hazard: PlannedHazard(.nothing)
    ).run(through: restingStep)
    if let failure = first.failure, failure.isDiskFull { throw failure }
    if let failure = first.failure?.description ?? first.wrong {
      throw .session("the store does not live through the session untouched: \(failure)")
    }
    resting = try Self.image(of: environment.directory)
  }

  /// Puts a store where the next life begins.
  func put(_ image: StoreImage) throws(ReplayError) {
    Platform.removeAll(environment.directory)
    do throws(StoreImageError) {
      try Platform.makeDirectory(environment.directory)
      try image.write(to: environment.directory)
    } catch {
      if case .unwritable(let path, let code) = error {
        throw .system(operation: "write", path: path, code: code)
      }
      throw .session("a store can't be put in its place: \(error)")
    }
    Tap.watch(directory: environment.directory, roles: backend.traits.fileRoles)
  }

  func life(_ hazard: any Hazard) -> FaultLife {
    FaultLife(
      session: session, plan: plan, history: history, backend: backend, environment: environment,
      exportPath: exportPath, hazard: hazard)
  }

  /// Opens what a life left, and says what it shows.
  mutating func observe(
    _ progress: ReplayProgress, _ deeds: [Observer.Deed] = [.close, .writeAndClose, .readShelf]
  ) throws(ReplayError) -> Observation {
    guard progress == .complete(plan) else {
      var early = Observer(
        session: session, plan: plan, progress: progress, backend: backend, environment: environment)
      return try early.observe(deeds)
    }
    return try observer.observe(deeds)
  }

  func path(of file: StoreImage.File) -> String { environment.directory + "/" + file.path }

  static func image(of directory: String) throws(ReplayError) -> StoreImage {
    do throws(StoreImageError) { return try StoreImage(directory: directory) } catch {
      throw .session("the store can't be read as it is: \(error)")
    }
  }
}

extension FaultPlan {
  /// A plan that counts and lets everything pass.
  static var nothing: FaultPlan { .counting(CallKind.disjoint) }

  /// A plan that counts calls of some kinds and lets them pass.
  static func counting(_ kinds: Set<CallKind>) -> FaultPlan {
    FaultPlan(.shortCount, from: .max, of: kinds)
  }
}
