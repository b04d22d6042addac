import Glibc
import InkModel
import InkReport
import InkRun
import InkTestFixtures
import InkTrace
import Testing

extension EndToEnd {
  /// Losses that only rare sequences bring about: found, made short, and repeated from the file.
  @Suite("Many seeds find rare losses") struct SeedChecks {
    /// A workload in which everything happens often enough.
    private func bench() throws -> Bench {
      try Bench(
        strokes: 30,
        [
          "edits": #"{"images":1,"imageKilobytes":2,"removedShare":0.15}"#,
          "pages": #"{"browsingRuns":1,"browsingFlips":2,"reorders":1,"additions":1,"deletions":1}"#,
          "app": #"{"backgrounds":2,"relaunches":1}"#,
        ])
    }

    private func words(
      _ backend: String, _ more: [String], of session: String = "tiny.json", output: String = "out"
    ) -> [String] {
      // The store lies in memory, as users have it: thousands of sessions are tried.
      ["run", session, "--check-only", "--backend", backend, "--codec", "packed", "--output", output] + more
    }

    private func report(_ bench: Bench, _ output: String = "out") throws -> SeedReport {
      try bench.expectValid(output + "/seeds.json", as: "seeds")
      return try #require(SeedReport.read(bench.path(output) + "/seeds.json"))
    }

    /// A broken store, seeds enough to find it by, and what is said of it.
    struct Rarity: Sendable, CustomTestStringConvertible {
      var store: String
      var seeds: Int
      var kind: Finding.Kind
      var eventsMax: Int
      var testDescription: String { store }

      static let all = [
        Rarity(store: "sweeping", seeds: 24, kind: .dangling, eventsMax: 10),
        Rarity(store: "stale-cache", seeds: 24, kind: .torn, eventsMax: 12),
        Rarity(store: "moved-page", seeds: 24, kind: .torn, eventsMax: 12),
        Rarity(store: "undo-reorder", seeds: 24, kind: .torn, eventsMax: 12),
      ]
    }

    @Test("A rare loss is found, shrunk to a dozen events, and fails again", arguments: Rarity.all)
    func rare(_ rarity: Rarity) throws {
      let bench = try bench()
      let run = try bench.run(words(rarity.store, ["--seeds", "\(rarity.seeds)"]), program: "BrokenBench")
      #expect(run.status == 2, "\(run.output)\(run.errors)")
      let row = try report(bench).cases[0]
      #expect(row.checkedCount == rarity.seeds)
      // Rare: most sessions pass, or a plain run would have found it too.
      #expect(row.failedCount * 2 < row.checkedCount, "\(row.sentence)")
      let failure = try #require(row.failures.first { $0.kind == rarity.kind }, "\(row.failures)")
      let seed = try #require(failure.seed)
      #expect(failure.sessionFile == "\(rarity.store)-\(seed).inksession")
      let file = bench.path("out/\(rarity.store)-\(seed).inksession")
      let session = try SessionFile.read(file) { (_, _) throws(PageSourceError) in
        throw PageSourceError("the pages stand in the file")
      }
      try session.validate()
      #expect(session.events.count <= rarity.eventsMax, "\(session.events)")
      #expect(session.events.count == failure.sessionEvents)
      #expect(failure.command.contains("run \(file) --check-only --backend \(rarity.store)"))
      #expect(run.output.contains(failure.command))
      // What the command says is what is done here, in a store of the test's own.
      let again = try bench.run(words(rarity.store, [], of: file, output: "again"), program: "BrokenBench")
      #expect(again.status == 2, "\(again.output)\(again.errors)")
      #expect(try report(bench, "again").cases[0].failures[0].kind == rarity.kind)
      let sound = try bench.run(words("snapshot", [], of: file, output: "sound"), program: "BrokenBench")
      #expect(sound.status == 0, "\(sound.output)\(sound.errors)")
    }

    @Test("The sound store beneath them passes, and so do the others, with nothing left behind")
    func sound() throws {
      let bench = try bench()
      let run = try bench.run(
        words("snapshot,journal,sqlite", ["--seeds", "12", "--seed", "90", "--store", "store"]))
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(!bench.exists("store"))
      for row in try report(bench).cases {
        #expect(row.checkedCount == 12)
        #expect(row.failedCount + row.uncheckedCount == 0)
      }
      #expect(run.output.contains("tiny journal/packed process-crash: 12 sessions checked, none failed"))
    }

    @Test("A store that ends its process fails in that session, and the others are checked")
    func dying() throws {
      let bench = try bench()
      let run = try bench.run(words("dying", ["--seeds", "3", "--strokes", "5"]), program: "BrokenBench")
      #expect(run.status == 2, "\(run.output)\(run.errors)")
      let row = try report(bench).cases[0]
      #expect(row.checkedCount == 3)
      #expect(row.failures.allSatisfy { $0.kind == .died })
      #expect(row.failures.first?.detail.contains("signal") == true)
      #expect(row.failures.first?.sessionEvents ?? .max <= 16)
    }

    @Test("A store that never comes back is ended after the time allowed, and the others are checked")
    func hanging() throws {
      let bench = try Bench(strokes: 5, ["pages": #"{"additions":1,"reorders":0,"browsingRuns":0}"#])
      let run = try bench.run(
        words("slumbering", ["--seeds", "2", "--session-seconds", "1"]), program: "BrokenBench")
      let row = try report(bench).cases[0]
      #expect(row.checkedCount == 2)
      #expect(row.failures.allSatisfy { $0.kind == .hung })
      #expect(run.status == (row.failures.isEmpty ? 0 : 2))
      #expect(row.failedCount > 0, "\(row.sentence)")
      #expect(row.failures.first?.detail == "the session was not over after 1 s")
    }

    @Test("Ctrl-C keeps what was checked and ends with 130")
    func interruption() throws {
      let bench = try bench()
      let running = try bench.start(words("snapshot", ["--seeds", "1000000", "--store", "store"]))
      try running.wait { bench.exists("store/copies/lane-1/session") }
      // The first second is silent.
      usleep(2_000_000)
      running.signalGroup(SIGINT)
      let run = try running.end()
      #expect(run.status == 130, "\(run.errors)")
      let report = try report(bench)
      #expect(report.isInterrupted)
      #expect((1..<1_000_000).contains(report.cases[0].checkedCount))
      #expect(report.cases[0].failedCount + report.cases[0].uncheckedCount == 0)
      #expect(run.errors.contains(" of 1000000 sessions, "))
      #expect(!bench.exists("store"))
    }

    @Test("A report that is not ours is left alone")
    func foreignReport() throws {
      let bench = try bench()
      _ = try bench.directory.write(Array("mine".utf8), to: "seeds.md")
      let run = try bench.run(words("snapshot", ["--seeds", "1"], output: "."))
      #expect(run.status == 64)
      #expect(run.errors.contains("is no report of this program, and was left alone"))
      #expect(try bench.directory.read("seeds.md") == Array("mine".utf8))
    }
  }
}
