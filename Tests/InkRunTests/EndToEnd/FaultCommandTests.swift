import Foundation
import Glibc
import InkReport
import InkTestFixtures
import Testing

extension CrashEndToEnd {
  /// Faults as a user meets them: a command, a report, a command that shows one life again.
  @Suite("inkbench crash --fault") struct FaultCommandTests {
    private static func words(_ backend: String, _ more: [String], output: String = "out") -> [String] {
      [
        "crash", "tiny.json", "--backend", backend, "--durability", "power-durable", "--store", "store",
        "--output", output,
      ] + more
    }

    private func report(_ bench: Bench, _ output: String = "out") throws -> CrashReport {
      try bench.expectValid(output + "/verdicts.json", as: "crash")
      return try CrashReport.read(bench.path(output) + "/verdicts.json")
    }

    @Test("A store that traps when the disk is full loses, and the report's command shows it again")
    func trapping() throws {
      let bench = try Bench(strokes: 8)
      let run = try bench.run(
        Self.words("fragile", ["--fault", "no-space", "--faults", "12"]), program: "BrokenBench")
      #expect(run.status == 2, "\(run.errors)")
      let row = try #require(try report(bench).cases.first?.faults.first)
      #expect(row.lives == 12 && row.broken > 0 && row.broken < 12)
      let failure = try #require(row.firstFailure)
      #expect(failure.outcome == .unopenable)
      #expect(failure.seen.contains("the process died"))
      let again = failure.command.split(separator: " ").map(String.init).dropFirst()
      let second = try bench.run(again + ["--store", "store", "--output", "again"], program: "BrokenBench")
      #expect(second.status == 2, "\(second.errors)")
      let shown = try #require(try report(bench, "again").cases.first?.faults.first)
      #expect(shown.lives == 1 && shown.firstFailure?.seen == failure.seen)
    }

    @Test("The same command gives the same verdicts, byte for byte, and a sound store passes")
    func repeatable() throws {
      let bench = try Bench(strokes: 8)
      for output in ["one", "two"] {
        let run = try bench.run(
          Self.words(
            "journal", ["--fault", "io-error,failed-sync,bit-flip", "--faults", "18"], output: output))
        #expect(run.status == 0, "\(run.output) \(run.errors)")
      }
      #expect(try bench.directory.read("one/verdicts.json") == bench.directory.read("two/verdicts.json"))
      #expect(try report(bench, "one").cases.first?.faults.map(\.lives) == [6, 6, 6])
    }

    @Test("A store that does not live through the session untouched has no verdict, which is no success")
    func unlived() throws {
      let bench = try Bench(strokes: 8)
      let run = try bench.run(Self.words("dying", ["--fault", "io-error,bit-flip"]), program: "BrokenBench")
      #expect(run.status == 3, "\(run.output) \(run.errors)")
      let rows = try #require(try report(bench).cases.first?.faults)
      #expect(rows.map(\.lives) == [0, 0] && rows.allSatisfy(\.hasFailed))
      #expect(rows[0].skipped?.contains("does not live through the session untouched") == true)
    }

    @Test("A store whose lives were stopped is marked as cut, so that resuming does it again")
    func stopped() throws {
      let bench = try Bench(strokes: 8)
      let run = try bench.run(
        Self.words(
          "journal", ["--fault", "bit-flip", "--faults", "1000000", "--budget", "1s", "--workers", "1"]))
      #expect([0, 3].contains(run.status), "\(run.errors)")
      let report = try report(bench)
      let row = try #require(report.cases.first?.faults.first)
      #expect(row.lives < row.moments)
      #expect(report.isCutByTime && report.cases[0].isCutByTime)
    }

    @Test("Ctrl-C amid lives ends with 130, and resuming gives what it would have been")
    func interrupted() throws {
      let bench = try Bench(strokes: 8)
      let words = Self.words(
        "journal", ["--fault", "io-error,bit-flip", "--faults", "2000", "--workers", "2"])
      #expect(try bench.run(words).status == 0)
      let whole = try bench.directory.read("out/verdicts.json")
      try FileManager.default.removeItem(atPath: bench.path("out"))
      let running = try bench.start(words)
      // The first asks how many moments there are; the second lives.
      try running.wait { bench.exists("store/copies/crash/faults-0/lives-1") }
      running.signalGroup(SIGINT)
      let stopped = try running.end()
      #expect(stopped.status == 130, "\(stopped.output)\(stopped.errors)")
      #expect(try bench.directory.read("out/verdicts.json") != whole)
      let resumed = try bench.run(words + ["--resume"])
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(try bench.directory.read("out/verdicts.json") == whole)
    }

    @Test(
      "A disk with room for the store and none for its lives ends with 74, and not as a store without verdicts",
      .enabled(if: SmallDisk.isPossible), arguments: [("journal", 64), ("sqlite", 24), ("sqlite", 160)])
    func fullDisk(backend: String, kilobytes: Int) throws {
      let bench = try Bench(strokes: 8)
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: kilobytes))
      var words = Self.words(backend, ["--fault", "io-error", "--faults", "6", "--workers", "1"])
      words[words.firstIndex(of: "store") ?? 0] = "disk/store"
      let run = try bench.run(words)
      #expect(run.status == 74, "\(run.output)\(run.errors)")
      #expect(run.errors.contains("disk") && run.errors.contains("full"), "\(run.errors)")
      #expect(try report(bench).cases.map(\.isCutByTime) == [true])
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    @Test("A fault that nobody knows, a span that it has not, and a moment that is none are usage errors")
    func usage() throws {
      let bench = try Bench(strokes: 8)
      for word in ["no-spaces", "evicted+once", "no-space@0", "no-space@x"] {
        let run = try bench.run(Self.words("journal", ["--fault", word]))
        #expect(run.status == 64, "\(word)")
        #expect(run.errors.contains("'--fault' takes a fault such as"), "\(word)")
      }
    }
  }
}
