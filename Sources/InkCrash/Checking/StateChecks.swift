internal import Dispatch
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import Synchronization

/// Has states observed by processes that run side by side.
///
/// A process takes many states. One that dies or falls silent has met a state that its store's recovery does
/// not survive: the states that it had not told of are given to a process that tells of each by itself, so
/// that the culprit has a name, and the rest go on as before.
struct StateChecks: Sendable {
  var task: StateTask
  /// The rules of the backend for the names of its files.
  let roles: [FileRolePattern]
  let launcher: ChildLauncher
  let workers: Int
  /// How long a process may be silent: a recovery that takes a thousand times what any of ours takes.
  ///
  /// Where one state stands for hundreds of checks, the process says in between that it goes on.
  var silenceNanosecondsMax: UInt64 = 20_000_000_000

  /// What was observed of each state, by its number.
  struct Observed: Sendable {
    /// Distinct observations.
    var observations: [Observation] = []
    /// By state, the indices of its observations; nil for one that was not come to.
    var results: [[Int]?]
    var recoveryNanoseconds: [UInt64] = []
    private var known: [Observation: Int] = [:]

    init(count: Int) { results = Array(repeating: nil, count: count) }

    mutating func add(_ found: [Observation], of state: Int) {
      results[state] = found.map { observation in
        let index = known[observation] ?? observations.count
        if index == observations.count {
          known[observation] = index
          observations.append(observation)
        }
        return index
      }
    }

    /// The shape of a state, as its first reading found it; nil for one that was not come to.
    func shape(of state: Int) -> StoreShape? { observation(of: state).map { observations[$0].shape } }

    /// The one observation of a state.
    func observation(of state: Int) -> Int? { results[state]?.first }
  }

  private struct Progress {
    var observed: Observed
    var done = 0
    var failure: RunError?
  }

  /// Observes states, each with the number of its profile; `progress` hears how many are done, and a check
  /// that `isOver` leaves the rest out.
  func run(
    of states: [(profile: Int, state: CrashState)], isOver: @escaping @Sendable () -> Bool,
    progress: (_ done: Int) -> Void
  ) throws(RunError) -> Observed {
    let count = states.count
    guard count > 0 else { return Observed(count: 0) }
    let path = CrashFiles.states(task.place)
    StoreCopy.remove(path)
    do throws(StoreImageError) { try Platform.write(StateRecords.bytes(of: states), to: path) } catch {
      let sentence = "the states can't be written: \(error)"
      throw error.isDiskFull ? .diskFull(sentence) : .child(sentence)
    }
    let shared = Mutex(Progress(observed: Observed(count: count)))
    let group = DispatchGroup()
    let lanes = max(1, min(workers, count / statesPerLaneMin))
    for lane in 0..<lanes {
      DispatchQueue.global().async(group: group) {
        let states = Array(stride(from: lane, to: count, by: lanes))
        do throws(RunError) {
          try check(states, isOver, shared)
        } catch {
          shared.withLock { $0.failure = $0.failure ?? error }
        }
      }
    }
    while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      progress(shared.withLock { $0.done })
    }
    let result = shared.withLock { $0 }
    if let failure = result.failure { throw failure }
    return result.observed
  }

  private func check(
    _ states: [Int], _ isOver: () -> Bool, _ shared: borrowing Mutex<Progress>
  ) throws(RunError) {
    var next = 0
    var cautiousUntil = 0
    while next < states.count, !isOver(), shared.withLock({ $0.failure == nil }) {
      var part = task
      part.isCautious = next < cautiousUntil
      let end = part.isCautious ? cautiousUntil : min(states.count, next + Self.statesPerProcess)
      part.states = Array(states[next..<end])
      var heard: [Observation] = []
      let start = next
      let how = try launcher.converse(part, silenceNanosecondsMax: silenceNanosecondsMax) {
        (line: StateLine) in
        switch line {
        case .alive: return nil
        case .failed(let reason, let isDiskFull): return isDiskFull ? .diskFull(reason) : .child(reason)
        case .observed(let new, let results, let recoveries):
          heard += new
          guard results.joined().allSatisfy(heard.indices.contains), next + results.count <= end else {
            return .child("a checking process told of states that it was not asked for")
          }
          shared.withLock { shared in
            for (place, indices) in results.enumerated() {
              shared.observed.add(indices.map { heard[$0] }, of: states[next + place])
            }
            shared.observed.recoveryNanoseconds += recoveries
            shared.done += results.count
          }
          next += results.count
          return nil
        }
      }
      guard next < end else { continue }
      if case .interrupted = how { return }
      if case .died(let end) = how, end.wasKilled {
        throw .child("a checking process was killed from outside")
      }
      guard var observation = observation(how) else {
        throw .child("a checking process ended before its last state")
      }
      if part.isCautious || next == start && end - start == 1 {
        if task.secondProfiles == nil { observation.shape.formUnion(try fileShape(of: states[next])) }
        shared.withLock { $0.observed.add([observation], of: states[next]) }
        next += 1
      } else {
        cautiousUntil = min(end, next + Self.cautiousStates)
      }
    }
  }

  /// What it says of a state that its recovery ended the process; nil if nothing.
  private func observation(_ end: ConversationEnd) -> Observation? {
    let sentence =
      switch end {
      case .complete, .interrupted: ""
      case .hung: "opening it took longer than \(Humanised.time(nanoseconds: Double(silenceNanosecondsMax)))"
      case .died(let end): "the process that opened it died: \(end.death ?? "")"
      }
    guard let ending = StoreShape(end) else { return nil }
    var observation = Observation(StoreReading(unopenable: sentence))
    observation.shape = ending
    return observation
  }

  /// In which condition the files of a state are; its process could not say it any more.
  private func fileShape(of number: Int) throws(RunError) -> StoreShape {
    let records: [UInt8]
    do throws(StoreImageError) { records = try Platform.bytes(of: CrashFiles.states(task.place)) } catch {
      throw .child("the states can't be read: \(error)")
    }
    guard let (profile, state) = StateRecords.state(number, in: records) else { return StoreShape() }
    let model = try CrashRecording(place: task.place).model()
    var images = CrashImages(model: model, profile: task.profiles[profile])
    var look = FileLook(roles)
    return look.look(at: images.image(of: state)).shape
  }

  /// A process costs some milliseconds; a budget of time is looked at between two.
  private static let statesPerProcess = 2_048
  /// What a process can have been given and not told of when it dies.
  private static let cautiousStates = 64
  /// Fewer are not worth a process; but one whose use is crashed again stands for hundreds of checks.
  private var statesPerLaneMin: Int { task.secondProfiles == nil ? 16 : 1 }
}

extension StoreShape {
  /// What it says of a store that the process that opened it came to an end; nil if nothing.
  init?(_ end: ConversationEnd) {
    switch end {
    case .complete, .interrupted: return nil
    case .hung: self.init([Feature(.document, .endless)])
    case .died: self.init([Feature(.document, .fatal)])
    }
  }
}
