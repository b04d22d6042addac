internal import InkModel
internal import InkReplay
internal import InkRun
package import InkStorage
internal import InkTap

/// Lives lives of one store in this process, one after another.
struct FaultWorker {
  private let task: FaultTask
  private var scene: FaultScene
  private var disk: SmallDisk?
  /// Why there is no small disk.
  private var noDisk: String?
  /// The store on the small disk, where it can be filled.
  private var diskScene: FaultScene?

  init(_ task: FaultTask, backends: [any StorageBackend.Type], codecs: [any PageCodec]) throws(RunError) {
    let (backend, codec) = try Registered.pick(task.backend, task.codec, from: backends, codecs)
    try self.init(task, session: try task.session.load(), backend: backend, codec: codec)
  }

  /// The same for a session and a backend that need not be looked up.
  init(
    _ task: FaultTask, session: Session, backend: any StorageBackend.Type, codec: any PageCodec
  ) throws(RunError) {
    self.task = task
    let place = task.place
    func scene(in directory: String) throws(RunError) -> FaultScene {
      let environment = StoreEnvironment(
        directory: directory + "/store", durability: task.durability, codec: codec, seed: task.seed)
      do {
        try Platform.makeDirectory(environment.directory)
        return try FaultScene(session, backend: backend, environment: environment, place: place)
      } catch {
        let sentence = "\(error)".replacing(place + "/", with: "")
        // The small disk is ours to fill, and one on which the store finds no place is no failure.
        let isFull =
          directory == place
          && ((error as? ReplayError)?.isDiskFull ?? (error as? StoreImageError)?.isDiskFull ?? false)
        throw isFull ? .diskFull(sentence) : .child(sentence)
      }
    }
    // No power is cut here and nothing is timed: what the kernel holds is as good as the disk. A sync that is
    // to fail does so before it would be left out.
    Tap.leaveOutSyncs()
    self.scene = try scene(in: place)
    guard task.moments.contains(where: { $0.fault == .fullDisk }) else { return }
    do {
      try Platform.makeDirectory(place + "/disk")
      disk = try SmallDisk(at: place + "/disk")
    } catch {
      noDisk = "\(error)"
      return
    }
    diskScene = try scene(in: place + "/disk")
  }

  /// Answers for each moment; ends early only where nobody listens any more.
  mutating func work(tell: (FaultLine) -> Bool) {
    for moment in task.moments {
      guard tell(answer(moment)) else { return }
    }
  }

  private mutating func answer(_ moment: FaultMoment) -> FaultLine {
    guard moment.fault == .fullDisk else { return Self.answer(moment, in: &scene, nil) }
    guard var scene = diskScene else { return .skipped(noDisk ?? "there is no disk to fill") }
    defer { diskScene = scene }
    return Self.answer(moment, in: &scene, disk)
  }

  private static func answer(
    _ moment: FaultMoment, in scene: inout FaultScene, _ disk: SmallDisk?
  ) -> FaultLine {
    do throws(ReplayError) {
      guard moment.number != nil else { return .surveyed(stretches: try scene.survey(moment.fault, disk)) }
      return .lived(try scene.live(moment, disk))
    } catch {
      // The small disk is ours to fill; any other has to have room for a life.
      guard disk != nil || !error.isDiskFull else { return .failed(error.description, isDiskFull: true) }
      var verdict = LifeVerdict()
      verdict.failure = "\(error)".replacing(scene.environment.directory + "/", with: "")
      return .lived(verdict)
    }
  }
}

/// What a process does that lives lives.
package enum FaultWorkerMain {
  /// Takes a task from standard input and tells of its lives on the reply descriptor; gives the exit code.
  package static func run(backends: [any StorageBackend.Type], codecs: [any PageCodec]) -> Int32 {
    do throws(RunError) {
      let task = try ChildProtocol.hear(FaultTask.self)
      var worker = try FaultWorker(task, backends: backends, codecs: codecs)
      worker.work { ChildProtocol.say($0) }
      return 0
    } catch {
      return ChildProtocol.say(FaultLine.failed(error.description, isDiskFull: error.isDiskFull)) ? 0 : 70
    }
  }
}
