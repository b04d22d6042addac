internal import InkModel
internal import InkReplay
internal import InkRun
package import InkStorage
internal import InkTap

/// Observes states in this process, and tells of them as it goes.
struct StateWorker {
  private let task: StateTask
  private let records: [UInt8]
  private var checker: StateChecker
  /// By profile.
  private var images: [CrashImages]
  private var known: [Observation: Int] = [:]
  private var new: [Observation] = []
  private var results: [[Int]] = []
  private var recoveryNanoseconds: [UInt64] = []

  init(_ task: StateTask, backends: [any StorageBackend.Type], codecs: [any PageCodec]) throws(RunError) {
    self.task = task
    let (backend, codec) = try Registered.pick(task.backend, task.codec, from: backends, codecs)
    let session = try task.session.load()
    let model = try CrashRecording(place: task.place).model()
    images = task.profiles.map { CrashImages(model: model, profile: $0) }
    do throws(StoreImageError) { records = try Platform.bytes(of: CrashFiles.states(task.place)) } catch {
      throw .child("the states can't be read: \(error)")
    }
    do throws(ReplayError) {
      checker = try StateChecker(
        session: session, plan: ReplayPlan(session), backend: backend,
        environment: StoreEnvironment(
          directory: task.place, durability: task.durability, codec: codec, seed: task.seed),
        place: task.place)
    } catch {
      throw .child(error.description)
    }
    checker.watch()
  }

  /// Observes every state of the task; ends early only where nobody listens any more.
  mutating func work() throws(RunError) {
    var lifeSign = LifeSign()
    for number in task.states {
      guard let (profile, state) = StateRecords.state(number, in: records), images.indices.contains(profile)
      else { throw .child("there is no state \(number)") }
      let image = images[profile].image(of: state)
      do throws(ReplayError) {
        if let second = task.secondProfiles {
          let profile = task.profiles[second[number]]
          let found = try checker.observeSecondCrashes(in: image, under: profile, keeping: task.keptSecond) {
            lifeSign.giveIfDue()
          }
          results.append(found.map { index(of: $0) })
        } else {
          let observation = try checker.observe(image)
          recoveryNanoseconds.append(observation.recoveryNanoseconds)
          results.append([index(of: observation)])
        }
      } catch {
        let sentence = "state \(number) could not be observed: \(error)"
        throw error.isDiskFull ? .diskFull(sentence) : .child(sentence)
      }
      if task.isCautious || results.count == batchStates { guard tell() else { return } }
    }
    _ = tell()
  }

  /// The index of an observation amongst those of this process; a new one will be told of.
  private mutating func index(of observation: Observation) -> Int {
    if let index = known[observation] { return index }
    known[observation] = known.count
    new.append(observation)
    return known.count - 1
  }

  private mutating func tell() -> Bool {
    guard !results.isEmpty else { return true }
    defer {
      new.removeAll(keepingCapacity: true)
      results.removeAll(keepingCapacity: true)
      recoveryNanoseconds.removeAll(keepingCapacity: true)
    }
    return ChildProtocol.say(
      StateLine.observed(new: new, results: results, recoveryNanoseconds: recoveryNanoseconds))
  }

  /// Few enough that progress moves, many enough that telling costs nothing beside observing.
  private var batchStates: Int { task.secondProfiles == nil ? 64 : 1 }
}

/// Says now and then that the process goes on, while it works on one state.
private struct LifeSign {
  private var givenNanoseconds = Clock.nanoseconds()

  /// A small part of the silence that is held against a store, and long beside a check.
  private static let intervalNanoseconds: UInt64 = 1_000_000_000

  mutating func giveIfDue() {
    let now = Clock.nanoseconds()
    guard now - givenNanoseconds > Self.intervalNanoseconds else { return }
    givenNanoseconds = now
    // Where nobody listens any more, the next result will tell.
    _ = ChildProtocol.say(StateLine.alive)
  }
}

/// What a checking process does.
package enum StateWorkerMain {
  /// Takes a task from standard input and tells of its states on the reply descriptor; gives the exit code.
  package static func run(backends: [any StorageBackend.Type], codecs: [any PageCodec]) -> Int32 {
    do throws(RunError) {
      let task = try ChildProtocol.hear(StateTask.self)
      var worker = try StateWorker(task, backends: backends, codecs: codecs)
      try worker.work()
      return 0
    } catch {
      return ChildProtocol.say(StateLine.failed(error.description, isDiskFull: error.isDiskFull)) ? 0 : 70
    }
  }
}
