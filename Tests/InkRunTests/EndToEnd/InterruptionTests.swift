import Foundation
import Glibc
import InkReport
import InkRun
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("A run that is stopped keeps what it has") struct Interruptions {
    /// How many timed rounds stand in the log.
    private func rounds(_ bench: Bench) -> Int { bench.steps(.round) }

    @Test("Ctrl-C between rounds ends with 130, a report of the finished rounds, and no store")
    func rounds() throws {
      let bench = try Bench()
      let running = try bench.start(Bench.words("snapshot,journal", rounds: 1_000, crashTrials: 0))
      try running.wait { rounds(bench) >= 4 }
      running.signalGroup(SIGINT)
      let run = try running.end()
      #expect(run.status == 130, "\(run.errors)")
      let report = try bench.report()
      #expect(report.isInterrupted)
      for row in report.cases {
        #expect((1..<1_000).contains(row.timedRounds))
        #expect(row.status == .measured, "\(row.failures)")
        #expect(row.metric("bytes.total")?.value ?? 0 > 0)
        #expect(row.verification?.outcome == .intact)
      }
      // The report may also have a round whose store was not judged any more.
      #expect([0, 1].contains(report.cases.map(\.timedRounds).reduce(0, +) - rounds(bench)))
      #expect(run.errors.contains("stopping, and writing a report"), "\(run.errors)")
      #expect(run.errors.contains("Go on with: inkbench run tiny.json"), "\(run.errors)")
      #expect(run.errors.contains("--resume"), "\(run.errors)")
      #expect(!bench.exists("store"))
    }

    @Test(
      "A termination signal to the program alone ends its child in the middle of a sleep",
      arguments: [SIGTERM, SIGHUP])
    func termination(signal: Int32) throws {
      let bench = try Bench()
      let running = try bench.start(Bench.words("snapshot", crashTrials: 0, more: ["--pace", "real"]))
      // The paced replay lasts a minute; the children before it are done in a moment.
      try running.wait { bench.exists("store/copies/round") && !running.children.isEmpty }
      running.signal(signal)
      let run = try running.end()
      #expect(run.status == 130, "\(run.errors)")
      #expect(try bench.report().isInterrupted)
      #expect(try bench.onlyCase().failures.isEmpty)
      #expect(!bench.exists("store"))
    }

    @Test("Ctrl-C during crash trials invents no failure", arguments: [0, 1, 2])
    func crashTrials(attempt: Int) throws {
      let bench = try Bench()
      let running = try bench.start(Bench.words("snapshot", crashTrials: 10_000))
      try running.wait { bench.exists("store/copies/crash/trial-\(attempt % 2)") }
      // Children of both kinds, those that end themselves and those that judge, are met at work.
      usleep(useconds_t(200_000 + attempt * 37_000))
      running.signalGroup(SIGINT)
      let run = try running.end()
      #expect(run.status == 130, "\(run.errors)")
      let row = try bench.onlyCase()
      #expect(row.status == .measured)
      #expect(row.failures == [])
      #expect(row.crash?.brokenCount ?? 0 == 0, "\(String(describing: row.crash?.firstFailure))")
      #expect(!bench.exists("store"))
    }

    @Test("A child that is killed is a result, and the rest of the run goes on")
    func killedChild() throws {
      let bench = try Bench()
      let running = try bench.start(Bench.words("snapshot", crashTrials: 0, more: ["--pace", "real"]))
      try running.wait { bench.exists("store/copies/round") && !running.children.isEmpty }
      for child in running.children { kill(child, SIGKILL) }
      let run = try running.end()
      #expect(run.status == 70, "\(run.errors)")
      let row = try bench.onlyCase()
      #expect(row.status == .died)
      #expect(row.failures.first?.signal == SIGKILL)
      #expect(row.failures.first?.kind == .timed)
      // The rounds that count allocations are not paced, and came after.
      #expect(row.allocationRounds == 2)
      #expect(!bench.exists("store"))
    }

    @Test("A run that is killed leaves every finished round, and the next run clears its store")
    func killedRun() throws {
      let bench = try Bench()
      let running = try bench.start(Bench.words("snapshot", rounds: 1_000, crashTrials: 0))
      try running.wait { rounds(bench) >= 2 }
      running.signalGroup(SIGKILL)
      #expect(try running.end().status == -SIGKILL)
      #expect(rounds(bench) >= 2)
      #expect(!bench.exists("out/report.json"))
      #expect(bench.exists("store/bases/0"))
      let run = try bench.run(Bench.words("snapshot", crashTrials: 0, output: "next"))
      #expect(run.status == 0, "\(run.errors)")
      #expect(!bench.exists("store/bases"))
    }
  }
}
