import InkModel
import InkReport
import InkRun
import InkStorage
import InkTestFixtures
import InkTrace
import Testing

@testable import InkCrash

@Suite("Lives in processes") struct HangingStoreTests {
  @Test("A store that waits for ever has a verdict, and the lives behind it are lived")
  func hanging() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory.inMemory()
      let path = directory.path + "/excerpt.inksession"
      try SessionFile.write(FaultBench.session, to: path)
      let name = CaseName(workload: "tiny", backend: "stubborn", codec: "packed", durability: .powerDurable)
      var lives = FaultLives(
        runCase: RunCase(session: 0, name: name, backend: try #require(BuiltInBackends.named("snapshot"))),
        session: .file(path: path), storeSeed: 1, seed: 1, place: directory.path,
        launcher: ChildLauncher(
          executable: try Built.path(of: "BrokenBench"), words: ["fault-child"], interruption: Interruption()),
        workers: 1, command: "bench")
      lives.silenceSecondsMax = 3
      // A disk that stays full hangs it; one call that fails is no more than another try.
      let rows = try lives.run(
        [FaultMoment(.noSpace, .lasting, at: 9), FaultMoment(.noSpace, .once, at: 9)], lives: 0
      ) { _, _ in }
      #expect(rows.map(\.lives) == [1, 1])
      #expect(rows[0].firstFailure?.outcome == .unopenable)
      #expect(rows[0].firstFailure?.seen.contains("hung") == true)
      #expect(rows[0].firstFailure?.command.hasSuffix("--fault no-space+lasting@9") == true)
      #expect(rows[1].broken == 0 && rows[1].absorbed == 1)
    }
  }
}
