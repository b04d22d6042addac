import Foundation
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
