import InkModel
import InkReplay
import InkReport
import InkStorage
import InkStoreFixtures
import InkTap
import InkTestFixtures
import Testing

/// Pauses that really pass, by a clock made up and by the real one.
@Suite("Real pace") struct PacingTests {
  /// A clock that only sleeping moves, and a sleeper that keeps its own time.
  private final class MadeUpTime {
    var now: UInt64 = 5_000
    var sleeps: [UInt64] = []
    /// What each sleep really takes, from what was asked for.
    var length: (UInt64) -> UInt64 = { $0 }

    func pacer() -> Pacer {
      Pacer(
        start: now, clock: { self.now },
        sleep: { asked in
          self.sleeps.append(asked)
          self.now += self.length(asked)
        })
    }
  }

  @Test("Deadlines are absolute: late wake-ups do not add up")
  func absoluteDeadlines() {
    let time = MadeUpTime()
    time.length = { $0 + 70_000 }
    var pacer = time.pacer()
    for step in 1...100 { pacer.wait(untilMilliseconds: UInt64(step * 10)) }
    #expect(time.now == 5_000 + 1_000_000_000 + 70_000)
    #expect(pacer.wakeUpDelayNanoseconds == Array(repeating: 70_000, count: 100))
    #expect(time.sleeps[1] == 10_000_000 - 70_000)
  }

  @Test("A sleep that ends early is slept to its end")
  func earlyWakeUp() {
    let time = MadeUpTime()
    time.length = { max(1, $0 / 2) }
    var pacer = time.pacer()
    pacer.wait(untilMilliseconds: 1)
    #expect(time.now == 5_000 + 1_000_000)
    #expect(pacer.wakeUpDelayNanoseconds == [0])
  }

  @Test("A step that is already due does not wait, and says nothing of the sleeper")
  func due() {
    let time = MadeUpTime()
    var pacer = time.pacer()
    time.now += 9_000_000
    pacer.wait(untilMilliseconds: 9)
    pacer.wait(untilMilliseconds: 3)
    #expect(time.sleeps.isEmpty && pacer.wakeUpDelayNanoseconds.isEmpty)
  }

  /// Three strokes, each saved 50 ms after pen-up: about half a second.
  private let session = Fixtures.writingSession(
    strokes: 3, pointsPerStroke: 4, gapMilliseconds: 150,
    policy: SavePolicy(trigger: .debounce, delayMilliseconds: 50))

  private func replay(isPaced: Bool, on backend: any StorageBackend.Type) throws -> RoundResult {
    let directory = try TemporaryDirectory()
    let environment = StoreEnvironment(
      directory: directory.path, durability: .processCrash, codec: JudgedStore.packed, seed: 3)
    try BaseBuilder.build(session.base, with: backend, in: environment)
    var options = ReplayOptions(exportPath: directory.path + "-export")
    options.isPaced = isPaced
    let replay = Replay(
      session: session, plan: ReplayPlan(session), backend: backend, environment: environment,
      options: options)
    return try replay.run(
      check: InstrumentCheck(canarySeen: true, countedBytes: 0, kernelBytes: nil, faults: []))
  }

  @Test("At real pace the pauses pass, and the harness's own late wake-ups are charged to no save")
  func pauses() throws {
    let round = try replay(isPaced: true, on: try #require(BuiltInBackends.named("null")))
    #expect(round.sessionMilliseconds >= 450)
    #expect(round.replayNanoseconds >= round.sessionMilliseconds * 1_000_000)
    #expect(round.wakeUpDelayNanoseconds.count >= 6)
    let saves = try #require(round.phases.first { $0.phase == .saveAutosave })
    #expect(saves.serviceNanoseconds.count == 3)
    // Where the machine itself stalled a call, the next save may rightly have waited.
    let longest = round.phases.flatMap(\.serviceNanoseconds).max() ?? 0
    guard longest < 20_000_000 else { return }
    #expect(saves.responseNanoseconds == saves.serviceNanoseconds)
  }

  @Test("Under the virtual clock nothing sleeps")
  func virtual() throws {
    let round = try replay(isPaced: false, on: try #require(BuiltInBackends.named("null")))
    #expect(round.wakeUpDelayNanoseconds.isEmpty)
  }

  @Test("A save that is still running makes the next one late, at either pace", arguments: [false, true])
  func late(isPaced: Bool) throws {
    let round = try replay(isPaced: isPaced, on: DawdlingStore.self)
    let saves = try #require(round.phases.first { $0.phase == .saveAutosave })
    let waits = zip(saves.responseNanoseconds, saves.serviceNanoseconds).map { $0 - $1 }
    // Saves are due every 162 ms or so, and each takes at least 200 ms.
    #expect(waits[0] == 0)
    #expect(waits[1] >= 30_000_000)
    #expect(waits[2] >= waits[1] + 30_000_000)
  }
}

/// Takes its time for each save, and keeps nothing.
private final class DawdlingStore: StoreWrapper {
  override class var traits: BackendTraits { null.traits }

  private class var null: any StorageBackend.Type {
    guard let null = BuiltInBackends.named("null") else { preconditionFailure("no 'null'") }
    return null
  }

  override class func start(_ environment: StoreEnvironment) throws(StorageError) -> any StorageBackend {
    try null.init(environment)
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    let end = Clock.nanoseconds() + 200_000_000
    while Clock.nanoseconds() < end {}
  }
}
