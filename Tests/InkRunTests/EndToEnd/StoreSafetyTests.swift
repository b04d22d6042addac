import Foundation
import Glibc
import InkReport
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("A run touches nothing that isn't its own") struct StoreSafety {
    private func names(_ path: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: path).filter { !$0.hasPrefix(".output") }
        .filter { !$0.hasPrefix(".errors") }.sorted()
    }

    @Test("A dry run says what would be done and writes nothing")
    func dryRun() throws {
      let bench = try Bench()
      let run = try bench.run(Bench.words("snapshot,sqlite", more: ["--dry-run"]))
      #expect(run.status == 0)
      #expect(run.output.contains("tiny (25 strokes, 2 pages at the start)"))
      #expect(run.output.contains("2, each with 1 timed round, 12 crash trials"))
      #expect(run.output.contains("fits"))
      #expect(try names(bench.directory.path) == ["tiny.json"])
    }

    @Test(
      "A directory with somebody's files is refused with 64 and left as it is, and no output is begun",
      arguments: [[], ["--dry-run"]])
    func foreignStore(more: [String]) throws {
      let bench = try Bench()
      try FileManager.default.createDirectory(
        atPath: bench.path("store/deep"), withIntermediateDirectories: true)
      _ = try bench.directory.write([1, 2, 3], to: "store/deep/thesis.txt")
      let run = try bench.run(Bench.words("snapshot", more: more))
      #expect(run.status == 64)
      #expect(run.errors.contains("nothing was touched, give --store another directory"))
      #expect(try bench.directory.read("store/deep/thesis.txt") == [1, 2, 3])
      #expect(
        try names(bench.directory.path) == ["store", "store/deep", "store/deep/thesis.txt", "tiny.json"])
    }

    @Test("A refused run leaves the results of an earlier one in its output directory")
    func refusedRunKeepsOutput() throws {
      let bench = try Bench()
      #expect(try bench.run(Bench.words("snapshot", crashTrials: 0)).status == 0)
      let log = try bench.directory.read("out/results.jsonl")
      let report = try bench.directory.read("out/report.json")
      try FileManager.default.createDirectory(atPath: bench.path("store"), withIntermediateDirectories: true)
      _ = try bench.directory.write([1], to: "store/thesis.txt")
      #expect(try bench.run(Bench.words("snapshot", crashTrials: 0)).status == 64)
      #expect(try bench.directory.read("out/results.jsonl") == log)
      #expect(try bench.directory.read("out/report.json") == report)
    }

    @Test("A second run in the same store is refused with 64, and the first goes on and succeeds")
    func secondRun() throws {
      let bench = try Bench()
      let first = try bench.start(Bench.words("snapshot", rounds: 4, crashTrials: 0))
      try first.wait { bench.exists("store/copies/round") }
      let second = try bench.run(Bench.words("snapshot", output: "other"))
      #expect(second.status == 64)
      #expect(second.errors.contains("another run is using the store"))
      #expect(!bench.exists("other"))
      let run = try first.end()
      #expect(run.status == 0, "\(run.errors)")
      #expect(try bench.onlyCase().timedRounds == 4)
    }

    @Test("A run that was killed while it looked at its disk does not stand in the way of the next")
    func killedProbe() throws {
      let bench = try Bench()
      let words = Bench.words("snapshot", crashTrials: 0)
      let running = try bench.start(words)
      try running.wait { bench.exists("store/beside/device") }
      running.signalGroup(SIGKILL)
      #expect(try running.end().status == -SIGKILL)
      #expect(try bench.run(words + ["--resume"]).status == 0)
      #expect(!bench.exists("store"))
    }

    @Test("Words that mean nothing are refused before anything is written")
    func usage() throws {
      let bench = try Bench()
      #expect(try bench.run(Bench.words("snapshoot")).status == 64)
      #expect(try bench.run(["run", "tiny.json", "--rounds", "0"]).status == 64)
      #expect(try bench.run(Bench.words("snapshot", of: "absent.json")).status == 66)
      _ = try bench.directory.write(
        Array(#"{"schema":"inkbench-workload/1","strokes":1}"#.utf8), to: "bad.json")
      #expect(try bench.run(Bench.words("snapshot", of: "bad.json")).status == 65)
      #expect(try names(bench.directory.path) == ["bad.json", "tiny.json"])
    }
  }
}
