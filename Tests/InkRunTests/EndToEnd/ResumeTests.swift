import Foundation
import Glibc
import InkReport
import InkRun
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("A run that was stopped or killed goes on where it was") struct Resuming {
    private static func words(_ more: [String] = []) -> [String] {
      Bench.words(
        "snapshot,journal,null", durability: "process-crash,power-durable", rounds: 3, crashTrials: 8,
        more: more)
    }

    /// What that run leaves when nothing ends it; made once, because it takes seconds.
    private static let whole = Result { () throws -> WholeRun in
      let bench = try Bench()
      #expect(try bench.run(words()).status == 0)
      return try WholeRun(in: bench)
    }

    /// What two runs of the same work must agree on, to the last digit.
    static func exact(_ report: Report) -> [String] {
      report.cases.flatMap { row in
        let crash = row.crash.map { "\($0.trials) \($0.outcomes) \($0.strata)" } ?? "none"
        return [
          "\(row.name.text) \(row.status) \(row.timedRounds) \(row.allocationRounds) \(row.floors.count)",
          "\(row.name.text) \(row.verification.map { "\($0)" } ?? "unverified") \(crash)",
        ]
          + row.metrics.map { metric in
            let value =
              metric.kind == .exact ? "\(String(describing: metric.value)) \(metric.rounds)" : "noisy"
            return "\(row.name.text) \(metric.name) \(metric.unit) \(value)"
          }
      }
    }

    @Test(
      "However often it is ended, by SIGINT or SIGKILL, its exact metrics are those of an uninterrupted run",
      arguments: [
        [(RunStep.Kind.round, 3, SIGINT), (.round, 8, SIGKILL), (.crashTrial, 5, SIGKILL)],
        [(.base, 2, SIGKILL), (.round, 11, SIGINT), (.crashTrial, 20, SIGINT)],
      ])
    func interrupted(ends: [(kind: RunStep.Kind, count: Int, signal: Int32)]) throws {
      let whole = try Self.whole.get().report
      let bench = try Bench()
      var more: [String] = []
      var kept = 0
      for end in ends {
        let running = try bench.start(Self.words(more))
        try running.wait { bench.steps(end.kind) >= end.count }
        running.signalGroup(end.signal)
        let run = try running.end()
        #expect(run.status == (end.signal == SIGINT ? 130 : -SIGKILL), "\(run.errors)")
        let log = try KeptResults(directory: bench.path("out"))
        #expect(log.steps.count > kept)
        kept = log.steps.count
        more = ["--resume"]
      }
      let run = try bench.run(Self.words(more))
      let report = try bench.report()
      #expect(run.status == 0, "\(report.cases.flatMap(\.failures)) \(run.errors)")
      #expect(run.errors.contains("\(kept) steps kept, about"), "\(run.errors)")
      #expect(Self.exact(report) == Self.exact(whole))
      #expect(report.cases.count == 6 && !report.isInterrupted)
      #expect(report.machine.fingerprint != nil && report.machine.fingerprint == whole.machine.fingerprint)
      #expect(report.resumptions?.count == ends.count)
      #expect(report.resumptions?.last?.keptSteps == kept)
      let text = String(decoding: try bench.directory.read("out/report.md"), as: UTF8.self)
      #expect(text.contains("> **Resumed:** the run had been interrupted"))
      #expect(!bench.exists("store"))
    }

    @Test("A finished run that is resumed does nothing but write its report anew")
    func finished() throws {
      let bench = try Bench()
      let words = Bench.words("snapshot", crashTrials: 4)
      #expect(try bench.run(words).status == 0)
      let log = try bench.directory.read("out/results.jsonl")
      let report = try bench.report()
      try FileManager.default.removeItem(atPath: bench.path("out/report.json"))
      let run = try bench.run(words + ["--resume"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("none left"), "\(run.errors)")
      #expect(try bench.directory.read("out/results.jsonl") == log)
      var again = try bench.report()
      // Prices on this machine begin with a look at it.
      again.modelled = report.modelled
      #expect(again == report)
    }

    @Test("A finished run whose scripts were deleted records the file calls again, and only those")
    func lostScripts() throws {
      let bench = try Bench()
      let words = Bench.words("snapshot,null", crashTrials: 4)
      #expect(try bench.run(words).status == 0)
      let log = try KeptResults(directory: bench.path("out"))
      try FileManager.default.removeItem(atPath: bench.path("out/operations"))
      let run = try bench.run(words + ["--resume"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("\(log.steps.count - 2) steps kept, about 2 left"), "\(run.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path("out/operations")).count == 2)
      let line = try bench.directory.read("out/results.jsonl").dropFirst(log.length)
        .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      #expect(line.filter { $0.contains("\"kind\":\"recorded\"") }.count == 2)
      #expect(line.allSatisfy { !$0.contains("\"kind\":\"round\"") })
    }

    @Test("Results of two machines have the first one's facts, and neither's fingerprint")
    func machines() throws {
      let bench = try Bench()
      let words = Bench.words("snapshot", rounds: 8, crashTrials: 0)
      let running = try bench.start(words)
      try running.wait { bench.steps(.round) >= 2 }
      running.signalGroup(SIGKILL)
      _ = try running.end()
      // As if the run had been begun on a machine with more cores.
      let log = String(decoding: try bench.directory.read("out/results.jsonl"), as: UTF8.self)
      let cores = try #require(log.firstRange(of: "{\"name\":\"cores\",\"value\":\""))
      let changed = log.replacingCharacters(in: cores.upperBound..<cores.upperBound, with: "77")
      _ = try bench.directory.write(Array(changed.utf8), to: "out/results.jsonl")
      // The second time, nothing is left to do.
      for _ in 1...2 {
        let run = try bench.run(words + ["--resume"])
        #expect(run.status == 0, "\(run.errors)")
        let report = try bench.report()
        #expect(report.environment.contains { $0.name == "cores" && $0.value.hasPrefix("77") })
        #expect(report.resumptions?.first?.differences.contains { $0.hasPrefix("cores '77") } == true)
        #expect(report.machine.fingerprint == nil)
      }
    }

    @Test("A log that was cut off in the middle of a line loses that step only", arguments: [0.3, 0.6, 0.95])
    func cutLog(share: Double) throws {
      let whole = try Self.whole.get()
      let bench = try Bench()
      try whole.write(in: bench, logBytes: Int(Double(whole.log.count) * share))
      let run = try bench.run(Self.words(["--resume"]))
      #expect(run.status == 0, "\(run.errors)")
      #expect(try Self.exact(bench.report()) == Self.exact(whole.report))
      #expect(try KeptResults(directory: bench.path("out")).isFinished)
    }

    @Test("A store that fails is not tried again by a resumed run, and still is a result")
    func failures() throws {
      let bench = try Bench()
      let words = Bench.words("snapshot,dying", rounds: 8, crashTrials: 0)
      let running = try bench.start(words, program: "BrokenBench")
      try running.wait { bench.steps(.round) >= 4 }
      running.signalGroup(SIGKILL)
      _ = try running.end()
      let before = try KeptResults(directory: bench.path("out")).steps(.round, of: 1).count
      let run = try bench.run(words + ["--resume"], program: "BrokenBench")
      #expect(run.status == 70, "\(run.errors)")
      let row = try #require(try bench.report().cases.first { $0.backend == "dying" })
      #expect(before >= 1 && row.failures.count { $0.kind == .timed } == 8)
    }

    @Test("An unfinished run is not replaced without being asked, and a run that is not there is not resumed")
    func refusals() throws {
      let bench = try Bench()
      let words = Bench.words("snapshot", rounds: 100, crashTrials: 0)
      let absent = try bench.run(words + ["--resume"])
      #expect(absent.status == 66)
      #expect(absent.errors.contains("has no 'results.jsonl': there is no run to resume"), "\(absent.errors)")
      let running = try bench.start(words)
      try running.wait { bench.steps(.round) >= 2 }
      running.signal(SIGTERM)
      #expect(try running.end().status == 130)
      let log = try bench.directory.read("out/results.jsonl")
      let again = try bench.run(words)
      #expect(again.status == 64)
      #expect(again.errors.contains("holds a run that is not finished"), "\(again.errors)")
      #expect(again.errors.contains("Continue it with --resume"), "\(again.errors)")
      #expect(try bench.directory.read("out/results.jsonl") == log)
    }

    @Test(
      "Another run is not resumed: 3, and what is different",
      arguments: [
        (["--rounds", "7"], "the rounds are 100 and 7"),
        (["--crash-trials", "3"], "the crash trials per case are 0 and 3"),
        (["--crash-states", "5"], "the crash states per case are 0 and 5"),
        (["--seed", "8"], "the seeds of tiny are 7 and 8"),
        (["--backend", "journal"], "only the log has tiny snapshot/packed process-crash"),
        (["--codec", "json"], "only the log has tiny snapshot/packed process-crash"),
        (["--backend", "snapshot,journal"], "only the command has tiny journal/packed process-crash"),
        (["--shard", "1/1"], "the shards are the whole run and 1/1"),
      ])
    func otherRun(change: [String], difference: String) throws {
      let bench = try Bench()
      let options = [
        "--backend": "snapshot", "--codec": "packed", "--durability": "process-crash", "--rounds": "100",
        "--crash-trials": "0", "--crash-states": "0", "--store": "store", "--output": "out",
      ]
      func words(_ options: [String: String]) -> [String] {
        ["run", "tiny.json"] + options.flatMap { [$0.key, $0.value] }
      }
      let running = try bench.start(words(options))
      try running.wait { bench.steps(.base) == 1 }
      running.signalGroup(SIGKILL)
      _ = try running.end()
      let log = try bench.directory.read("out/results.jsonl")
      let changed = options.merging([change[0]: change[1]]) { $1 }
      let run = try bench.run(words(changed) + ["--resume"])
      #expect(run.status == 3)
      #expect(run.errors.contains("can't be resumed: \(difference)\n"), "\(run.errors)")
      #expect(run.errors.contains("It was begun by: inkbench run tiny.json"), "\(run.errors)")
      #expect(try bench.directory.read("out/results.jsonl") == log)
    }

    @Test("A second signal ends the run at once, with how to go on, and its log can be resumed")
    func twice() throws {
      let bench = try Bench()
      let words = Bench.words("snapshot", rounds: 8, crashTrials: 0)
      let running = try bench.start(words)
      try running.wait { bench.steps(.round) >= 2 && !running.children.isEmpty }
      // The run itself is stopped, so that it can't get to its end between the two signals.
      running.signal(SIGSTOP)
      running.signal(SIGINT)
      running.signal(SIGTERM)
      running.signal(SIGCONT)
      let left = try running.end()
      #expect(left.status == 130)
      #expect(left.errors.contains("Go on with: inkbench run tiny.json"), "\(left.errors)")
      #expect(left.errors.hasSuffix("--resume\n"), "\(left.errors)")
      #expect(!bench.exists("out/report.json"))
      #expect((2..<8).contains(bench.steps(.round)))
      let run = try bench.run(words + ["--resume"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(try bench.onlyCase().timedRounds == 8)
      #expect(!bench.exists("store"))
    }

    @Test("A child does not outlive the run that was killed")
    func orphans() throws {
      let bench = try Bench()
      let running = try bench.start(Bench.words("snapshot", crashTrials: 0, more: ["--pace", "real"]))
      try running.wait { bench.exists("store/copies/round") && !running.children.isEmpty }
      let children = running.children
      running.signal(SIGKILL)
      _ = try running.end()
      for _ in 0..<200 where children.contains(where: { kill($0, 0) == 0 }) { usleep(10_000) }
      #expect(children.allSatisfy { kill($0, 0) != 0 })
    }
  }
}

/// A run that came to its end, to be looked at and to be put elsewhere.
private struct WholeRun: Sendable {
  let report: Report
  let log: [UInt8]
  /// The scripts, by name.
  private let scripts: [String: [UInt8]]

  private static let logPath = "out/" + ResultLog.fileName
  private static let scriptsPath = "out/" + OperationScriptFile.directoryName

  init(in bench: Bench) throws {
    report = try bench.report()
    log = try bench.directory.read(Self.logPath)
    let names = try FileManager.default.contentsOfDirectory(atPath: bench.path(Self.scriptsPath))
    scripts = Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try bench.directory.read(Self.scriptsPath + "/" + $0)) })
  }

  /// Writes what a run without a report has, with so much of the log.
  func write(in bench: Bench, logBytes: Int) throws {
    try FileManager.default.createDirectory(
      atPath: bench.path(Self.scriptsPath), withIntermediateDirectories: true)
    for (name, bytes) in scripts { _ = try bench.directory.write(bytes, to: Self.scriptsPath + "/" + name) }
    _ = try bench.directory.write(Array(log.prefix(logBytes)), to: Self.logPath)
  }
}
