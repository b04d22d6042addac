import InkModel
import InkReport
import InkRun
import InkStorage
import InkTestFixtures
import InkTrace
import Testing

@testable import InkCrash

@Suite("Lives in processes") struct HangingStoreTests {
  /// Lives of a store of the broken bench, in a directory.
  fileprivate static func lives(of store: String, in directory: TemporaryDirectory) throws -> FaultLives {
    let path = directory.path + "/excerpt.inksession"
    try SessionFile.write(FaultBench.session, to: path)
    let name = CaseName(workload: "tiny", backend: store, codec: "packed", durability: .powerDurable)
    return FaultLives(
      runCase: RunCase(session: 0, name: name, backend: try #require(BuiltInBackends.named("snapshot"))),
      session: .file(path: path), storeSeed: 1, seed: 1, place: directory.path,
      launcher: ChildLauncher(
        executable: try Built.path(of: "BrokenBench"), words: ["fault-child"], interruption: Interruption()),
      workers: 1, command: "bench")
  }

  @Test("With lives enough every moment is tried, and a run behind the last of them passes untouched")
  func exhausted() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory.inMemory()
      let lives = try HangingStoreTests.lives(of: "snapshot", in: directory)
      let faults = [FaultMoment(.failedRename, .once), FaultMoment(.evicted, .lasting)]
      let all = try lives.run(faults, lives: 10_000) { _, _ in }
      #expect(all.allSatisfy { $0.isExhausted && $0.lives == $0.moments && $0.lives > 4 })
      // Each life met the fault, and the run behind them, which met none, is no life.
      #expect(all[0].faultsMet == all[0].lives)
      let some = try lives.run(faults, lives: 6) { _, _ in }
      #expect(some.allSatisfy { !$0.isExhausted && $0.lives == 3 })
      #expect(some.map(\.moments) == all.map(\.moments))
    }
  }

  @Test("A store that waits for ever has a verdict, and the lives behind it are lived")
  func hanging() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory.inMemory()
      var lives = try HangingStoreTests.lives(of: "stubborn", in: directory)
      lives.silenceSecondsMax = 3
      // A disk that stays full hangs it; one call that fails is no more than another try.
      let rows = try lives.run(
        [FaultMoment(.noSpace, .lasting, at: 13), FaultMoment(.noSpace, .once, at: 13)], lives: 0
      ) { _, _ in }
      #expect(rows.map(\.lives) == [1, 1])
      #expect(rows[0].firstFailure?.outcome == .unopenable)
      #expect(rows[0].firstFailure?.seen.contains("hung") == true)
      #expect(rows[0].firstFailure?.command.hasSuffix("--fault no-space+lasting@13") == true)
      #expect(rows[1].broken == 0 && rows[1].absorbed == 1)
    }
  }
}
