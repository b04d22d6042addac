import InkModel
import InkReplay
import InkReport
import InkRun
import InkStorage
import InkTestFixtures
import Testing

@Suite struct TimeLeftTests {
  private static func request(_ names: [String], rounds: Int = 4, trials: Int = 10) throws -> RunRequest {
    let cases = try names.map { name in
      let backend = try #require(BuiltInBackends.named(name))
      let caseName = CaseName(workload: "fixture", backend: name, codec: "packed", durability: .powerDurable)
      return RunCase(session: 0, name: caseName, backend: backend)
    }
    return RunRequest(
      sessions: [], cases: cases, rounds: rounds, pace: .virtual, storeDirectory: "/", executable: "",
      childWords: [], crashTrialsPerCase: trials, crashStatesPerCase: 0)
  }

  private static var reckoned: StepSeconds {
    var seconds = StepSeconds()
    (seconds.base, seconds.round, seconds.allocations, seconds.crashTrial) = (1, 10, 5, 0.5)
    seconds.recorded = 3
    return seconds
  }

  private func ended(_ kind: RunStep.Kind, _ number: Int = 0, of caseNumber: Int = 0, seconds: Double)
    -> EndedStep
  {
    EndedStep(
      RunStep(kind, of: caseNumber, number: number), results: [], nanoseconds: UInt64(seconds * 1e9))
  }

  @Test("Crash states are one step of a case that keeps what it is given, and none if none are asked for")
  func crashStates() throws {
    var request = try Self.request(["snapshot", "null"], rounds: 0, trials: 0)
    var seconds = StepSeconds()
    seconds.crashStates = 7
    #expect(TimeLeft(request, seconds: [seconds, seconds]).seconds == 0)
    request.crashStatesPerCase = 100
    var left = TimeLeft(request, seconds: [seconds, seconds])
    #expect(left.seconds == 7)
    let open = left.openSteps
    left.end(ended(.crashStates, seconds: 3))
    #expect(left.seconds == 0 && left.openSteps == open - 1)
  }

  @Test("It begins with what was reckoned, and is nothing when all steps are over")
  func ends() throws {
    let request = try Self.request(["snapshot", "null"])
    var left = TimeLeft(request, seconds: [Self.reckoned, Self.reckoned])
    // Two cases; only one has crash trials, of which two run at a time.
    #expect(left.seconds == 100.5)
    #expect(left.openSteps == 24)
    for number in [0, 1] {
      left.end(ended(.base, of: number, seconds: 3))
      for round in 0..<4 { left.end(ended(.round, round, of: number, seconds: 9)) }
      left.end(ended(.recorded, of: number, seconds: 2))
      left.end(ended(.allocations, of: number, seconds: 1))
    }
    for trial in 0..<9 { left.end(ended(.crashTrial, trial, seconds: 0.1)) }
    #expect(left.openSteps == 1)
    // A case may have fewer operations than trials were asked for.
    left.end(ended(.crash, seconds: 0))
    #expect(left.seconds == 0 && left.openSteps == 0)
  }

  @Test("A machine twice as slow as reckoned is noticed, and one odd step throws nothing about")
  func correction() throws {
    var left = TimeLeft(try Self.request(["snapshot"], trials: 0), seconds: [Self.reckoned])
    left.end(ended(.base, seconds: 20))
    // (2 + 20) / (2 + 1) times 48 would be 352 s; a single round of 20 s corrects it.
    left.end(ended(.round, seconds: 20))
    #expect((60...120).contains(left.seconds), "\(left.seconds)")
    left.end(ended(.round, 1, seconds: 20))
    left.end(ended(.round, 2, seconds: 20))
    // One round, the recorded one and the allocations are left: 20 + about 16.
    #expect((30...45).contains(left.seconds), "\(left.seconds)")
  }

  @Test("A case whose base can't be built has no rounds left")
  func failedBase() throws {
    var left = TimeLeft(try Self.request(["snapshot"], trials: 0), seconds: [Self.reckoned])
    let failure = ChildFailure(round: 0, kind: .base, reason: "no")
    left.end(EndedStep(RunStep(.base, of: 0), results: [.failure(failure)], nanoseconds: 1))
    #expect(left.openSteps == 0)
  }

  @Test("Steps that are kept are over, and others are not")
  func kept() throws {
    let steps = [ended(.base, seconds: 1), ended(.recorded, seconds: 3), ended(.round, 2, seconds: 10)]
    let left = TimeLeft(
      try Self.request(["snapshot"], trials: 0), seconds: [Self.reckoned],
      kept: Dictionary(uniqueKeysWithValues: steps.map { ($0.step, $0) }))
    // Three rounds and the allocations.
    #expect(left.openSteps == 4 && left.seconds == 35)
  }

  @Test("Shards take every case once, keep its order, and share the work")
  func dealing() throws {
    let session = Fixtures.writingSession(strokes: 50, gapMilliseconds: 2_000)
    let cost = try SessionCost(session, plan: ReplayPlan(session))
    let names = ["null", "snapshot", "journal", "monolith", "sqlite", "snapshot-foundation"]
    let request = try Self.request(names)
    for count in 1...names.count {
      let hands = try (1...count).map { number in
        request.cases(of: try #require(Shard(number: number, of: count)), costs: [cost])
      }
      #expect(hands.flatMap { $0 }.sorted() == Array(names.indices))
      #expect(hands.allSatisfy { !$0.isEmpty && $0 == $0.sorted() })
    }
    // The same on every machine: a change of this deal makes shards of old and new versions differ.
    let hands = [1, 2].map { number in
      Shard(number: number, of: 2).map { request.cases(of: $0, costs: [cost]) } ?? []
    }
    #expect(hands == [[0, 4, 5], [1, 2, 3]])
  }
}
