import Foundation
import Glibc
import InkModel
import InkReport
import InkTestFixtures
import Testing

extension CrashEndToEnd {
  /// Explorations that are stopped, and others that come across them; the store `drowsy` never comes back
  /// from its first save, so that whoever records it can be met at work.
  @Suite("Explorations that are stopped") struct CrashLabStops {
    private static let budget = "300"

    private static func words(_ backends: String, store: String = "store", more: [String] = []) -> [String] {
      [
        "crash", "tiny.json", "--backend", backends, "--durability", "process-crash", "--profile",
        "process-crash", "--budget", budget, "--faults", "0", "--store", store, "--output", "out",
      ] + more
    }

    @Test(
      "Ctrl-C or SIGTERM while a state is made again ends with 130, one sentence, and nothing left behind",
      arguments: [SIGINT, SIGTERM], [["replay", "--keep", "new"], ["export", "--output", "new"]])
    func repeating(signal: Int32, verb: [String]) throws {
      let bench = try Bench()
      #expect(try bench.run(Self.words("eager"), program: "BrokenBench").status == 2)
      var report = try CrashReport.read(bench.path("out/verdicts.json"))
      let id = try #require(report.cases.first?.findings.first?.id)
      report.cases[0].backend = "drowsy"
      _ = try bench.directory.write(report.json(), to: "out/verdicts.json")
      let memory = FileManager.default
      let places = { try Set(memory.contentsOfDirectory(atPath: "/dev/shm")) }
      var digest = Digest()
      digest.feed(bench.directory.path)
      let place = "inkbench-store-\(digest.text.prefix(8))-state-1"
      let running = try bench.start(
        ["crash", verb[0], id, "--report", "out"] + verb.dropFirst(), program: "BrokenBench")
      try running.wait {
        memory.fileExists(atPath: "/dev/shm/\(place)/copies/crash/log") && !running.children.isEmpty
      }
      let children = running.children
      running.signalGroup(signal)
      let run = try running.end()
      #expect(run.status == 130, "\(run.errors)")
      #expect(run.output == "")
      #expect(
        run.errors == "BrokenBench: stopping, and leaving nothing behind; once more leaves at once\n")
      #expect(try !places().contains(place) && !bench.exists("new"))
      #expect(children.allSatisfy { kill($0, 0) != 0 })
    }

    @Test(
      "Of two explorations with one output the second is refused, and so is one that would replace the first")
    func twice() throws {
      let bench = try Bench()
      let running = try bench.start(Self.words("drowsy"), program: "BrokenBench")
      try running.wait { bench.exists("store/copies/crash/0/log") && !running.children.isEmpty }
      for more in [[], ["--resume"]] {
        let second = try bench.run(Self.words("snapshot", store: "other", more: more))
        #expect(second.status == 64, "\(second.errors)")
        #expect(second.errors.contains("another run is writing to '"), "\(second.errors)")
        #expect(!bench.exists("other"))
      }
      running.signalGroup(SIGINT)
      #expect(try running.end().status == 130)

      let cut = try bench.directory.read("out/verdicts.json")
      #expect(try CrashReport.read(bench.path("out/verdicts.json")).isCutByTime)
      let fresh = try bench.run(Self.words("snapshot"))
      #expect(fresh.status == 64, "\(fresh.errors)")
      #expect(
        fresh.errors.contains("out' holds an exploration that was cut short, of which 0 stores are done"))
      #expect(fresh.errors.contains("Continue it with --resume, or give --output another directory."))
      #expect(try bench.directory.read("out/verdicts.json") == cut)
      let dry = try bench.run(Self.words("snapshot", more: ["--dry-run"]))
      #expect(dry.status == 0, "\(dry.errors)")
    }

    @Test("An exploration that its own budget of time ended can be repeated, and no other takes its place")
    func timeBudget() throws {
      let bench = try Bench()
      func words(_ budget: String) -> [String] {
        Self.words("snapshot").map { $0 == Self.budget ? budget : $0 }
      }
      for budget in ["60s", Self.budget] {
        #expect(try bench.run(words(budget)).status == 0)
        var report = try CrashReport.read(bench.path("out/verdicts.json"))
        report.isCutByTime = true
        _ = try bench.directory.write(report.json(), to: "out/verdicts.json")
        #expect(try bench.run(words("61s")).status == 64)
        #expect(try bench.run(words("301")).status == 64)
        let again = try bench.run(words(budget))
        #expect(again.status == (budget == "60s" ? 0 : 64), "\(again.errors)")
      }
    }

    @Test("Numbers that no exploration makes are a sentence and 65 to whoever reads the report")
    func numbers() throws {
      let bench = try Bench()
      #expect(try bench.run(Self.words("snapshot")).status == 0)
      var report = try CrashReport.read(bench.path("out/verdicts.json"))
      report.cases[0].checkedStates = 1 << 62
      report.cases[0].profiles[0].distinct = 1 << 62
      _ = try bench.directory.write(report.json(), to: "out/verdicts.json")
      let commands = [
        ["crash", "merge", "out", "--output", "all"], ["crash", "match", "store", "--report", "out"],
        Self.words("snapshot", more: ["--resume"]),
      ]
      try FileManager.default.createDirectory(atPath: bench.path("store"), withIntermediateDirectories: true)
      for words in commands {
        let run = try bench.run(words)
        #expect(run.status == 65, "\(words): \(run.errors)")
        #expect(run.errors.contains("'checkedStates' is 4611686018427387904"), "\(words): \(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
      }
    }
  }
}
