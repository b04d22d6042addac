import InkReport
import InkTestFixtures
import Testing

extension CrashEndToEnd {
  @Suite("SQLite with a rollback journal, in the lab") struct RollbackJournalTests {
    private func row(_ bench: Bench, _ backend: String, _ output: String) throws -> CrashCase {
      let run = try bench.run([
        "crash", "tiny.json", "--backend", backend, "--durability", "power-consistent", "--profile",
        "process-crash,posix-strict,ext4-ordered", "--budget", "6000", "--output", output,
      ])
      #expect(run.status == 0, "\(run.errors)")
      let report = try CrashReport.read(bench.path(output) + "/verdicts.json")
      return try #require(report.cases.first)
    }

    @Test("FULL without a sync of the directory loses acknowledged saves to the power, and keeps all whole")
    func losesAcknowledged() throws {
      let bench = try Bench(strokes: 6)
      let row = try row(bench, "sqlite-rollback", "out")
      #expect(row.notExplored == nil && row.endedProcesses == 4)
      for profile in row.profiles {
        #expect(
          (profile.count(.lostAcknowledged) > 0) == (profile.profile != "process-crash"), "\(profile.profile)"
        )
        #expect(profile.broken == 0, "\(profile.profile)")
        #expect(profile.distinct > 100)
      }
    }
  }
}
