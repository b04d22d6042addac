import Foundation
import Glibc
import InkCrash
import InkModel
import InkReport
import InkStorage
import InkTestFixtures
import Testing

extension CrashEndToEnd {
  /// `inkbench crash` on sound and on broken stores, with few states each.
  @Suite("What a crash leaves, end to end") struct CrashLab {
    private static func words(
      _ backends: String, _ durability: String = "process-crash", profiles: String? = "process-crash",
      budget: String = "300", workers: Int = 2, store: String = "store", output: String = "out",
      more: [String] = []
    ) -> [String] {
      var words = ["crash", "tiny.json", "--backend", backends, "--durability", durability]
      if let profiles { words += ["--profile", profiles] }
      words += ["--budget", budget, "--workers", "\(workers)", "--store", store, "--output", output]
      return words + more
    }

    private func report(_ bench: Bench) throws -> CrashReport {
      try bench.expectValid("out/verdicts.json", as: "crash")
      return try CrashReport.read(bench.path("out/verdicts.json"))
    }

    @Test("Stores of each level keep their promises, with a row for each profile")
    func sound() throws {
      let bench = try Bench()
      let run = try bench.run(
        Self.words("snapshot,journal,sqlite", "power-durable", profiles: nil, budget: "1300"))
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      let report = try report(bench)
      #expect(report.cases.map(\.backend) == ["snapshot", "journal", "sqlite"])
      #expect(!report.isCutByTime)
      for row in report.cases {
        #expect(row.notExplored == nil)
        #expect(row.profiles.count == 13)
        #expect(row.saves > 0 && row.checkedStates > 20)
        #expect(row.findings == [])
        for profile in row.profiles {
          #expect(profile.distinct > 0 && profile.generated <= 100, "\(profile.profile)")
          #expect(profile.outcomes.reduce(0) { $0 + $1.count } >= profile.distinct)
        }
      }
      #expect(!bench.exists("store"))
      #expect(run.output.hasPrefix("No promise was broken"))
    }

    @Test("A store that overwrites in place is found, and the state can be seen on disk")
    func inPlace() throws {
      let bench = try Bench()
      let run = try bench.run(Self.words("in-place", budget: "2000"), program: "BrokenBench")
      #expect(run.status == 2, "\(run.output)\(run.errors)")
      let row = try #require(try report(bench).cases.first)
      let finding = try #require(row.findings.first { $0.outcome == .corrupt })
      #expect(finding.missingBarrier.contains("no sync is missing, the order of calls is wrong"))
      #expect(finding.culprits.count == 1)
      #expect(finding.culprits.first?.contains("pages/") == true)
      #expect(finding.command.hasSuffix("crash replay \(finding.id) --keep found"))
      let text = String(decoding: try bench.directory.read("out/crash.md"), as: UTF8.self)
      #expect(text.contains("\(finding.command) --report out\n"))
      let again = try bench.run(
        ["crash", "replay", finding.id, "--report", "out", "--keep", "found"], program: "BrokenBench")
      #expect(again.status == 2, "\(again.errors)")
      #expect(again.output.contains(finding.seen))
      #expect(again.output.contains(finding.missingBarrier))
      #expect(try unreadablePages(in: bench.path("found")) == 1)
      let full = try bench.run(
        ["crash", "replay", finding.id, "--report", "out", "--keep", "found"], program: "BrokenBench")
      #expect(full.status == 64)
      #expect(full.errors.contains("'found' is not empty"))
    }

    /// How many pages of a store the sound backend refuses.
    private func unreadablePages(in directory: String) throws -> Int {
      let backend = try #require(BuiltInBackends.named("snapshot"))
      let store = try backend.init(
        StoreEnvironment(
          directory: directory, durability: .processCrash, codec: try #require(BuiltInCodecs.named("packed")),
          seed: 1))
      let entry = try #require(try store.listLibrary().first)
      let document = try store.openDocument(entry.id)
      return document.pages.count { info in
        var page = Page(id: info.id)
        return (try? store.openPage(info.id, into: &page)) == nil
      }
    }

    @Test("A store that acknowledges before it writes loses acknowledged saves")
    func eager() throws {
      let bench = try Bench()
      #expect(try bench.run(Self.words("eager"), program: "BrokenBench").status == 2)
      let row = try #require(try report(bench).cases.first)
      let finding = try #require(row.findings.first { $0.outcome == .lostAcknowledged })
      #expect(finding.seen.contains("gone"), "\(finding.seen)")
      #expect(row.profiles[0].strokesLostMax > 0)
    }

    @Test("A store whose use after a crash does not survive another is found")
    func secondCrash() throws {
      let bench = try Bench(strokes: 1)
      // The smallest budget with a second crash.
      let run = try bench.run(Self.words("hasty", budget: "20000"), program: "BrokenBench")
      #expect(run.status == 2, "\(run.output)\(run.errors)")
      let row = try #require(try report(bench).cases.first)
      let profile = try #require(row.profiles.first)
      // One crash is survived.
      #expect(profile.broken == 0 && row.recoveredStates > 0)
      #expect(profile.secondCrashStates > profile.secondCrashBroken && profile.secondCrashBroken > 0)
      let finding = try #require(row.findings.first)
      #expect(row.findings.count == 1 && finding.outcome == .unopenable)
      #expect(finding.states == profile.secondCrashBroken)
      #expect(finding.seen.hasPrefix("After a second crash, while it was opened, saved to and closed: "))
      #expect(finding.missingBarrier.hasPrefix("What the store does after a crash does not survive another"))

      let words = finding.command(in: "out").split(separator: " ").dropFirst().map(String.init)
      let replay = try bench.run(words, program: "BrokenBench")
      #expect(replay.status == 2, "\(replay.errors)")
      #expect(replay.output.contains(finding.seen) && replay.output.contains(finding.missingBarrier))
      // What the first crash left can be opened, and what is kept is what the second one left.
      let second = try #require(ReportedState(finding.state)?.second)
      #expect(try StoreImage(directory: bench.path("found")).digest == second.digest)
      let bundle = try bench.run(
        ["crash", "export", finding.id, "--report", "out", "--output", "bundle"], program: "BrokenBench")
      #expect(bundle.status == 64 && !bench.exists("bundle"), "\(bundle.errors)")
      #expect(bundle.errors.contains("is what a second crash left, and a bundle holds the calls of one"))
    }

    @Test("A store whose use after a crash ends its process is found, and the exploration goes on")
    func endingSecondCrash() throws {
      let bench = try Bench(strokes: 1)
      // Enough for states within a save to be crashed again.
      let run = try bench.run(Self.words("tripping,snapshot", budget: "320000"), program: "BrokenBench")
      #expect(run.status == 2, "\(run.output)\(run.errors)")
      let rows = try report(bench).cases
      #expect(rows.map(\.backend) == ["tripping", "snapshot"] && rows[1].findings.isEmpty)
      let finding = try #require(rows[0].findings.first)
      #expect(finding.outcome == .unopenable && finding.seen.hasPrefix("After a second crash, "))
      // What did it left nothing that could be made again; the state before it can.
      #expect(ReportedState(finding.state)?.second == nil && ReportedState(finding.state) != nil)
    }

    @Test("Verdicts are the same bytes whatever the number of processes and the place of the store")
    func deterministic() throws {
      let files = try [(1, "store"), (3, "elsewhere/place")].map { workers, store in
        let bench = try Bench()
        let run = try bench.run(
          Self.words(
            "in-place",
            budget: "2000", workers: workers, store: store), program: "BrokenBench")
        // Its findings have sentences, in which no directory may stand.
        #expect(run.status == 2, "\(run.output)\(run.errors)")
        return String(decoding: try bench.directory.read("out/verdicts.json"), as: UTF8.self)
      }
      #expect(files[0] == files[1])
    }

    @Test(
      "A store whose temporary names are drawn by chance has the same states, and its report's commands work")
    func drawnNames() throws {
      let bench = try Bench(strokes: 8)
      let words = Self.words(
        "snapshot-foundation", profiles: "process-crash,posix-strict", more: ["--faults", "12"])
      var reports: [[UInt8]] = []
      for _ in 0..<2 {
        let run = try bench.run(words)
        #expect([0, 2].contains(run.status), "\(run.output)\(run.errors)")
        reports.append(try bench.directory.read("out/verdicts.json"))
      }
      #expect(reports[0] == reports[1])
      let shapes = try report(bench).cases[0].profiles.flatMap(\.shapes)
      let left = try #require(
        shapes.first { $0.shape.features.contains(StoreShape.Feature(.temporary, .leftBehind)) })
      let again = try bench.run(left.command(in: "out").split(separator: " ").dropFirst().map(String.init))
      #expect([0, 2].contains(again.status), "\(again.errors)")
      let files = try FileManager.default.subpathsOfDirectory(atPath: bench.path("found"))
      #expect(files.contains { $0.contains("/.dat.nosync-") }, "\(files)")
    }

    @Test("A store whose recovery ends the process can't be opened, and the exploration goes on")
    func scarred() throws {
      let bench = try Bench()
      let run = try bench.run(Self.words("scarred,snapshot", budget: "100"), program: "BrokenBench")
      #expect(run.status == 2, "\(run.output)\(run.errors)")
      let rows = try report(bench).cases
      #expect(rows.map(\.backend) == ["scarred", "snapshot"])
      #expect(rows[0].profiles[0].count(.unopenable) > 0)
      #expect(rows[0].profiles[0].count(.intact) > 0)
      let finding = try #require(rows[0].findings.first { $0.outcome == .unopenable })
      #expect(finding.seen.contains("process that opened it died: it was ended by"), "\(finding.seen)")
      #expect(finding.seen.contains("signal"), "\(finding.seen)")
      #expect(rows[1].findings == [])
    }

    @Test("Ctrl-C ends with 130, a report that is marked as cut, and no store")
    func interruption() throws {
      let bench = try Bench()
      let running = try bench.start(
        Self.words("snapshot,journal", "power-durable", profiles: nil, budget: "300000"))
      try running.wait { bench.exists("store/copies/crash/0/states") || bench.exists("out/verdicts.json") }
      running.signalGroup(SIGINT)
      let run = try running.end()
      #expect(run.status == 130, "\(run.output)\(run.errors)")
      #expect(try report(bench).isCutByTime)
      #expect(!bench.exists("store"))
    }

    @Test("Ctrl-C while a store is recorded keeps the report of those before it, and leaves nothing behind")
    func interruptedRecording() throws {
      let bench = try Bench()
      let before = try FileManager.default.contentsOfDirectory(atPath: bench.directory.path)
      let running = try bench.start(
        Self.words("snapshot,drowsy", budget: "100", more: ["--faults", "0"]), program: "BrokenBench")
      // The second store never comes back from its first save.
      try running.wait { bench.exists("store/copies/crash/1/log") && !running.children.isEmpty }
      #expect(bench.exists("out/verdicts.json"))
      let children = running.children
      running.signalGroup(SIGINT)
      let run = try running.end()
      #expect(run.status == 130, "\(run.output)\(run.errors)")
      let report = try report(bench)
      #expect(report.isCutByTime)
      #expect(report.cases.map(\.backend) == ["snapshot"] && report.cases[0].checkedStates > 0)
      #expect(children.allSatisfy { kill($0, 0) != 0 })
      let after = try FileManager.default.contentsOfDirectory(atPath: bench.directory.path)
      #expect(Set(after).subtracting(before).filter { !$0.hasPrefix(".") } == ["out"])
    }

    @Test("A budget of time is kept, and marks its report as cut")
    func time() throws {
      let bench = try Bench()
      let run = try bench.run(
        Self.words("snapshot,journal", "power-durable", profiles: nil, budget: "1s"))
      let report = try report(bench)
      #expect(report.isCutByTime, "\(run.output)\(run.errors)")
      #expect(report.budget <= 10_000)
      #expect(
        try String(decoding: bench.directory.read("out/crash.md"), as: UTF8.self).contains("Cut short"))
      #expect([0, 3].contains(run.status))
    }

    @Test("An output directory that can't be written ends with 74 before anything is explored")
    func unwritableOutput() throws {
      let bench = try Bench()
      let run = try bench.run(Self.words("snapshot", output: "/proc/out"))
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("/proc/out can't be written") && !run.errors.contains("Explores"))
      #expect(!bench.exists("store"))
    }

    @Test(
      "A disk without room for the states ends with 74, and the report says why",
      .enabled(if: SmallDisk.isPossible))
    func fullDisk() throws {
      let bench = try Bench()
      let disk = try #require(SmallDisk(bench.path("disk"), kilobytes: 4_096))
      let run = try bench.run(Self.words("snapshot", store: "disk/store"))
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("No space left on device"), "\(run.errors)")
      let text = String(decoding: try bench.directory.read("out/crash.md"), as: UTF8.self)
      #expect(text.contains("was not explored: ") && text.contains("No space left on device"))
      let report = try report(bench)
      #expect(report.isCutByTime && report.cases.map(\.isCutByTime) == [true])
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    @Test("An output directory with somebody's file of a report's name is refused, and left as it is")
    func foreign() throws {
      let bench = try Bench()
      try FileManager.default.createDirectory(atPath: bench.path("out"), withIntermediateDirectories: true)
      _ = try bench.directory.write(Array("mine".utf8), to: "out/crash.md")
      let run = try bench.run(Self.words("snapshot"))
      #expect(run.status == 64)
      #expect(run.errors.contains("crash.md' is no report of this program, and was left alone"))
      #expect(try bench.directory.read("out/crash.md") == Array("mine".utf8))
    }

    /// Changes of a finding's state that leave it a text, and what is said to them.
    static let damages: [(change: @Sendable (inout [String]) -> Void, status: Int32, sentence: String)] = [
      ({ $0 = ["odd"] }, 65, "does not say what state"),
      ({ $0[0] = "999999" }, 3, "makes other file calls"),
      ({ $0[1] = String(repeating: "f", count: 128) }, 3, "makes other file calls"),
      ({ $0[2] = "damagedBlock:99999999" }, 3, "makes other file calls"),
      ({ $0[2] = "torn:9223372036854775807" }, 3, "makes other file calls"),
      ({ $0[4] = "9223372036854775807" }, 3, "makes other file calls"),
      ({ $0[5] = "-5" }, 3, "makes other file calls"),
    ]

    @Test("A report whose state is damaged, or no state of its store, is a sentence and no trap")
    func damagedState() throws {
      let bench = try Bench()
      #expect(try bench.run(Self.words("eager"), program: "BrokenBench").status == 2)
      let whole = try report(bench)
      let finding = try #require(whole.cases[0].findings.first)
      for (change, status, sentence) in Self.damages {
        var report = whole
        var parts = finding.state.split(separator: "/").map(String.init)
        change(&parts)
        report.cases[0].findings[0].state = parts.joined(separator: "/")
        _ = try bench.directory.write(report.json(), to: "out/verdicts.json")
        let run = try bench.run(
          ["crash", "replay", finding.id, "--report", "out"], program: "BrokenBench")
        #expect(run.status == status, "\(parts): \(run.errors)")
        #expect(run.errors.contains(sentence), "\(parts): \(run.errors)")
      }
      let unknown = try bench.run(["crash", "replay", "0123456789abcdef", "--report", "out"])
      #expect(unknown.status == 64)
      #expect(unknown.errors.contains("no report here has a state '0123456789abcdef'"))
    }
  }
}
