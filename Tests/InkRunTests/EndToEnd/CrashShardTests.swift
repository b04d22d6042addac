import InkReport
import InkTestFixtures
import Testing

extension CrashEndToEnd {
  @Suite("Explorations in parts") struct CrashShardTests {
    private func words(_ output: String, _ more: [String] = []) -> [String] {
      [
        "crash", "tiny.json", "--backend", "in-place,snapshot", "--durability", "process-crash", "--profile",
        "process-crash,posix-strict", "--budget", "1000", "--output", output,
      ] + more
    }

    private func report(_ bench: Bench, _ output: String) throws -> CrashReport {
      try bench.expectValid(output + "/verdicts.json", as: "crash")
      return try CrashReport.read(bench.path(output) + "/verdicts.json")
    }

    @Test("The shards of an exploration add up to what it finds without them")
    func shards() throws {
      let bench = try Bench(strokes: 6)
      for (output, more) in [("whole", []), ("one", ["--shard", "1/2"]), ("two", ["--shard", "2/2"])] {
        let run = try bench.run(words(output, more), program: "BrokenBench")
        #expect([0, 2].contains(run.status), "\(run.errors)")
      }
      let lone = try bench.run(["crash", "merge", "one", "--output", "part"], program: "BrokenBench")
      #expect(lone.errors.contains("shard 2/2 is missing; add its report"))
      let mixed = try bench.run(
        ["crash", "merge", "one", "whole", "--output", "part"], program: "BrokenBench")
      #expect(mixed.errors.contains("'whole' is the report of a whole exploration and not of a shard"))
      let twice = try bench.run(["crash", "merge", "one", "one", "--output", "part"], program: "BrokenBench")
      #expect(twice.errors.contains("shard 1/2 is given twice"))
      let merged = try bench.run(["crash", "merge", "two", "one", "--output", "all"], program: "BrokenBench")
      #expect(merged.status == 2, "\(merged.errors)")

      let whole = try report(bench, "whole")
      let all = try report(bench, "all")
      let part = try report(bench, "one")
      #expect(part.shard == "1/2" && all.shard == nil && all.command == whole.command)
      #expect(all.cases.count == 2)
      for (one, other) in zip(whole.cases, all.cases) {
        #expect(other.checkedStates == one.checkedStates && other.recoveredStates == one.recoveredStates)
        #expect(other.endedProcesses == 2 * one.endedProcesses)
        for (row, sum) in zip(one.profiles, other.profiles) {
          #expect(sum.generated == row.generated && sum.distinct == row.distinct)
          #expect(sum.outcomes == row.outcomes && sum.broken == row.broken)
          #expect(sum.strokesLostMax == row.strokesLostMax)
        }
        #expect(other.findings.map(\.profile) == one.findings.map(\.profile))
        #expect(other.findings.map(\.outcome) == one.findings.map(\.outcome))
        #expect(other.findings.map(\.states) == one.findings.map(\.states))
        #expect(other.findings.map(\.culprits.count) == one.findings.map(\.culprits.count))
      }
      let finding = try #require(all.cases.flatMap(\.findings).first)
      #expect(finding.command.hasSuffix("crash replay \(finding.id) --keep found"))
      for name in ["crash.md", "crash.xml"] {
        let text = String(decoding: try bench.directory.read("all/" + name), as: UTF8.self)
        #expect(text.contains("\(finding.command) --report all\n"), "\(name)")
        #expect(!text.contains("--report one") && !text.contains("--report two"), "\(name)")
      }
      let halves = part.cases[0].checkedStates
      #expect(abs(2 * halves - whole.cases[0].checkedStates) <= 1)
      let text = String(decoding: try bench.directory.read("one/crash.md"), as: UTF8.self)
      #expect(text.contains("> **Shard 1/2:**") && text.contains(" --shard 1/2\n"))
    }

    @Test("A resumed exploration keeps the stores that are done and ends as if it had not been stopped")
    func resume() throws {
      let bench = try Bench(strokes: 6)
      // Where there is nothing to go on with, it begins.
      let run = try bench.run(words("out", ["--resume"]), program: "BrokenBench")
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains("out' holds no exploration to go on with; one begins"), "\(run.errors)")
      let whole = try bench.directory.read("out/verdicts.json")
      var stopped = try report(bench, "out")
      stopped.isCutByTime = true
      stopped.cases[1].isCutByTime = true
      stopped.cases[1].checkedStates = 3
      _ = try bench.directory.write(stopped.json(), to: "out/verdicts.json")
      let resumed = try bench.run(words("out", ["--resume"]), program: "BrokenBench")
      #expect(resumed.status == 2, "\(resumed.errors)")
      #expect(try bench.directory.read("out/verdicts.json") == whole)

      stopped.cases[0].saves = 999
      _ = try bench.directory.write(stopped.json(), to: "out/verdicts.json")
      _ = try bench.run(words("out", ["--resume"]), program: "BrokenBench")
      #expect(try report(bench, "out").cases[0].saves == 999, "kept, and not done again")

      let other = try bench.run(words("out", ["--resume", "--seed", "9"]), program: "BrokenBench")
      #expect(other.errors.contains("can't be resumed: its command was"), "\(other.errors)")
      let shard = try bench.run(words("out", ["--resume", "--shard", "1/2"]), program: "BrokenBench")
      #expect(shard.errors.contains("can't be resumed: it is of all states"))
      let nowhere = try bench.run(["crash", "tiny.json", "--resume"], program: "BrokenBench")
      #expect(nowhere.errors.contains("'--resume' needs '--output'"))
    }
  }
}
