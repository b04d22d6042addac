import Glibc
import InkModel
import InkReport
import InkRun
import InkTestFixtures
import InkTrace
import Testing

extension EndToEnd {
  @Suite("A run looks at the states that a crash can leave") struct CrashStatesOfRuns {
    private static let states = 400

    private static func words(_ backends: String, more: [String] = []) -> [String] {
      Bench.words(
        backends, durability: "power-durable", crashTrials: 0, crashStates: states, more: more)
    }

    @Test("The counts are those that 'crash' finds with the same number of states, and the run passes")
    func sameAsCrash() throws {
      let bench = try Bench()
      let run = try bench.run(Self.words("snapshot,null"))
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("0 crash trials and up to 400 crash states"), "\(run.errors)")
      #expect(run.output.contains("no promise was broken in "), "\(run.output)")
      let report = try bench.report()
      let row = try #require(report.cases.first { $0.backend == "snapshot" })
      #expect(report.cases.first { $0.backend == "null" }?.crashStates == nil)
      let states = try #require(row.crashStates)
      #expect(states.notExplored == nil && states.checkedStates > 50 && states.brokenCount == 0)
      #expect(row.metric("crash.recovery.p50")?.value ?? 0 > 0)
      let names = states.profiles.map(\.profile)
      #expect(names == ["process-crash", "posix-strict", "ext4-ordered", "apfs-full"])
      #expect(states.profiles.allSatisfy { $0.promise == .durable && $0.generated <= 100 })
      let lab = try bench.run([
        "crash", "tiny.json", "--backend", "snapshot", "--durability", "power-durable", "--profile",
        names.joined(separator: ","), "--budget", "400", "--faults", "0", "--store", "lab", "--output", "lab",
      ])
      #expect(lab.status == 0, "\(lab.errors)")
      let found = try CrashReport.read(bench.path("lab/verdicts.json"))
      #expect(states == CrashStatesRow(found.cases[0], excerpt: found.sessions[0].excerpt))
      #expect(!bench.exists("store"))
    }

    @Test("A store that passes the content check and breaks its promise in a state ends the run with 2")
    func broken() throws {
      let bench = try Bench()
      let run = try bench.run(
        Bench.words("in-place", crashTrials: 0, crashStates: 2_400), program: "BrokenBench")
      #expect(run.status == 2, "\(run.errors)")
      let row = try bench.onlyCase()
      #expect(row.verification?.outcome == .intact)
      let states = try #require(row.crashStates)
      #expect(states.profiles[0].count(.corrupt) > 0 && states.profiles[0].broken > 0)
      #expect(states.findings.first?.missingBarrier.contains("no sync is missing") == true)
      let text = String(decoding: try bench.directory.read("out/report.md"), as: UTF8.self)
      #expect(text.contains("breaks its promise under `process-crash`, corrupt in "))
      // Where only the end of the process is survived, a power cut may take anything.
      #expect(states.profiles.dropFirst().allSatisfy { $0.promise == .none && $0.broken == 0 })
    }

    @Test("A store whose calls nobody can see says why it was not explored")
    func unexplored() throws {
      let bench = try Bench()
      let run = try bench.run(
        Bench.words("unseen,snapshot", crashTrials: 0, crashStates: 100), program: "BrokenBench")
      let rows = try bench.report().cases
      // Beside a store that was measured and explored, nothing but the missing verdict ends the run so.
      #expect(rows.contains { $0.backend == "snapshot" && $0.crashStates?.profiles.isEmpty == false })
      let states = try #require(rows.first { $0.backend == "unseen" }?.crashStates)
      #expect(states.notExplored?.isEmpty == false && states.profiles == [], "\(run.errors)")
      #expect(run.status == 3, "a store without a verdict is no success: \(run.errors)")
      #expect(
        run.errors.contains("tiny unseen/packed process-crash: its crash states were not explored: "),
        "\(run.errors)")
      #expect(run.output.contains("its crash states were not explored: "), "\(run.output)")
      let text = String(decoding: try bench.directory.read("out/report.md"), as: UTF8.self)
      #expect(text.contains("- `tiny unseen/packed process-crash` was not explored: "))
    }

    @Test("A session that never opens a page is measured, and not explored")
    func noPage() throws {
      let bench = try Bench()
      #expect(try bench.run(["simulate", "tiny.json", "--output", "tiny.inksession"]).status == 0)
      var session = try SessionFile.load(bench.path("tiny.inksession"))
      session.events = [.openDocument, .listLibrary, .closeDocument].map {
        Event(startMilliseconds: 0, action: $0)
      }
      try SessionFile.write(session, to: bench.path("shelf.inksession"))
      let run = try bench.run(
        Bench.words("snapshot", crashTrials: 0, crashStates: 100, of: "shelf.inksession"))
      let states = try #require(try bench.onlyCase().crashStates, "\(run.errors)")
      #expect(states.notExplored?.contains("it never opens a page") == true)
      #expect(run.status == 0, "\(run.errors)")
    }

    @Test("Ctrl-C in the middle of it keeps the cases that are done, and a resumed run has the same counts")
    func interrupted() throws {
      let whole = try Bench()
      #expect(try whole.run(Self.words("snapshot,journal")).status == 0)
      let bench = try Bench()
      let running = try bench.start(Self.words("snapshot,journal"))
      try running.wait { bench.steps(.crashStates) == 1 }
      running.signalGroup(SIGINT)
      let stopped = try running.end()
      #expect(stopped.status == 130, "\(stopped.errors)")
      let part = try bench.report()
      #expect(part.cases.map { $0.crashStates != nil } == [true, false])
      #expect(part.cases.allSatisfy { $0.status == .measured && $0.failures == [] })
      let resumed = try bench.run(Self.words("snapshot,journal", more: ["--resume"]))
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(resumed.errors.contains("about 1 left"), "\(resumed.errors)")
      #expect(try bench.report().cases.map(\.crashStates) == whole.report().cases.map(\.crashStates))
      #expect(!bench.exists("store"))

      for shard in 1...2 {
        let words = Self.words("snapshot,journal", more: ["--shard", "\(shard)/2"])
          .map { $0 == "out" ? "shard-\(shard)" : $0 }
        #expect(try whole.run(words).status == 0)
      }
      #expect(try whole.run(["merge", "shard-1", "shard-2", "--output", "merged"]).status == 0)
      #expect(
        try whole.report("merged").cases.map(\.crashStates) == whole.report().cases.map(\.crashStates))
      #expect(try whole.run(["compare", "out/report.json", "merged/report.json"]).status == 0)
    }
  }
}
