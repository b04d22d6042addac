import Foundation
import InkModel
import InkReport
import InkRun
import InkTestFixtures
import Testing

@Suite("The log of a run") struct KeptResultsTests {
  private let directory: TemporaryDirectory
  private let whole: [UInt8]

  /// A log of two cases with two rounds each, of which one could not be finished, and a crash trial.
  init() throws {
    directory = try TemporaryDirectory()
    let log = try ResultLog(directory: directory.path, header: Self.header)
    for step in Self.steps { log.append(.step(ended: step)) }
    log.append(
      .resumed(how: Resumption(time: "2026-01-01T00:00:00Z", keptSteps: 6, differences: ["a", "b"])))
    log.finish()
    whole = try directory.read(ResultLog.fileName)
  }

  private static var header: RunHeader {
    let names = ["snapshot", "journal"].map {
      CaseName(workload: "tiny", backend: $0, codec: "packed", durability: .processCrash)
    }
    return RunHeader(
      executable: ExecutableMark("/proc/self/exe"), command: "inkbench run tiny", sessions: [],
      options: RunOptions(rounds: 2, pace: .virtual, crashTrialsPerCase: 1, crashStatesPerCase: 0),
      cases: names, shard: nil,
      environment: [EnvironmentFact(name: "cores", value: "2")], warnings: ["a warning\nof two lines"])
  }

  private static var steps: [EndedStep] {
    var round = RoundResult(
      check: InstrumentCheck(canarySeen: true, countedBytes: 5, kernelBytes: 5, faults: []))
    round.operationCount = .max
    let failure = ChildFailure(round: 1, kind: .timed, reason: "it \"fell\"", signal: 11)
    let trial = CrashTrial(
      operation: 9, isWriteCut: true, stratum: "close", verdict: Verdict(outcome: .torn, detail: "page 3"))
    let floor = FloorResult(kind: .append, bytes: 7, nanoseconds: [1, 2, 3])
    return [
      EndedStep(RunStep(.base, of: 0), results: [], nanoseconds: 1),
      EndedStep(RunStep(.base, of: 1), results: [], nanoseconds: 2),
      EndedStep(
        RunStep(.round, of: 0),
        results: [.timed(round: round), .verdict(Verdict(outcome: .intact)), .floor(floor)], nanoseconds: 3),
      EndedStep(RunStep(.round, of: 1, number: 1), results: [.failure(failure)], nanoseconds: 4),
      EndedStep(RunStep(.allocations, of: 0), results: [.allocations(round: round)], nanoseconds: 5),
      EndedStep(RunStep(.crashTrial, of: 1), results: [.crashTrial(trial)], nanoseconds: 6),
    ]
  }

  private func read(_ bytes: [UInt8]) throws(RunError) -> KeptResults {
    try KeptResults(bytes, path: "results.jsonl")
  }

  private func sentence(_ bytes: [UInt8]) -> String {
    let error = #expect(throws: RunError.self) { try read(bytes) }
    guard case .malformedLog(let sentence) = error else { return "\(String(describing: error))" }
    return sentence
  }

  @Test("Everything that was written comes back")
  func roundTrip() throws {
    let kept = try read(whole)
    #expect(kept.isFinished && kept.resumptions.first?.differences == ["a", "b"])
    #expect(kept.header.cases == Self.header.cases && kept.header.warnings == Self.header.warnings)
    #expect(kept.header.executable == ExecutableMark("/proc/self/exe"))
    #expect(kept.header.executable != ExecutableMark("/absent"))
    #expect(kept.length == whole.count)
    #expect(kept.steps.count == 6)
    for step in Self.steps {
      let copy = try #require(kept.steps[step.step])
      #expect(String(describing: copy) == String(describing: step))
    }
    var record = CaseRecord(name: Self.header.cases[0], level: 0, retainsContent: true, unit: .page)
    for result in kept.steps.values.flatMap(\.results) { record.add(result) }
    #expect(record.timed.first?.operationCount == .max && record.allocationRounds.count == 1)
    #expect(record.verdicts.count == 1 && record.floors.first?.nanoseconds == [1, 2, 3])
    #expect(record.crashTrials.first?.verdict.detail == "page 3" && record.failures.first?.signal == 11)
  }

  @Test("Cut off anywhere, it gives its whole lines; without its first line it is refused")
  func cuts() throws {
    for cut in 0..<whole.count {
      let bytes = Array(whole.prefix(cut))
      let lines = bytes.count { $0 == 0x0A }
      guard lines > 0 else {
        #expect(sentence(bytes) == "'results.jsonl' is no log of a run: its first line is cut off or absent")
        continue
      }
      let kept = try read(bytes)
      #expect(kept.steps.count == min(lines - 1, 6))
      #expect(!kept.isFinished)
      #expect(kept.length == bytes.lastIndex(of: 0x0A).map { $0 + 1 })
    }
  }

  @Test("A log that was cut off is continued at the end of its last whole line")
  func continuing() throws {
    let cut = whole.count / 2
    _ = try directory.write(Array(whole.prefix(cut)), to: ResultLog.fileName)
    let kept = try KeptResults(directory: directory.path)
    let log = try ResultLog(continuing: kept)
    log.finish()
    let bytes = try directory.read(ResultLog.fileName)
    #expect(Array(bytes.prefix(kept.length)) == Array(whole.prefix(kept.length)))
    #expect(String(decoding: bytes.dropFirst(kept.length), as: UTF8.self) == "{\"finished\":{}}\n")
    #expect(throws: RunError.self) { try ResultLog(continuing: kept) }
  }

  @Test("A log that has grown since it was read is not cut back")
  func grown() throws {
    let kept = try KeptResults(directory: directory.path)
    let longer = whole + Array("{\"finished\":{}}\n".utf8)
    _ = try directory.write(longer, to: ResultLog.fileName)
    let error = #expect(throws: RunError.self) { try ResultLog(continuing: kept) }
    #expect(error?.description.hasSuffix("results.jsonl' was written to meanwhile; resume again") == true)
    #expect(try directory.read(ResultLog.fileName) == longer)
  }

  @Test("A log that can't take its place leaves no draft")
  func noPlace() throws {
    let other = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: other.path + "/" + ResultLog.fileName, withIntermediateDirectories: false)
    #expect(throws: RunError.self) { try ResultLog(directory: other.path, header: Self.header) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == [ResultLog.fileName])
  }

  @Test("Another version, a damaged line and a file of something else are refused in a sentence")
  func refusals() {
    let text = String(decoding: whole, as: UTF8.self)
    func changed(_ old: String, _ new: String) -> String {
      #expect(text.contains(old))
      return sentence(Array(text.replacingOccurrences(of: old, with: new).utf8))
    }
    #expect(
      changed("inkbench-results/2", "inkbench-results/3")
        == "'results.jsonl' is of version 'inkbench-results/3', and this version reads 'inkbench-results/2'; "
        + "use the inkbench that wrote it, or run again")
    #expect(changed("\"crash-trial\"", "\"crush-trial\"").contains("damaged at line 7"))
    #expect(changed("{\"timed\"", "{\"timid\"").contains("damaged at line 4"))
    #expect(changed("\"command\":", "\"comment\":").contains("damaged at line 1"))
    #expect(changed("{\"step\":", "{step:").contains("damaged at line 2"))
    #expect(
      changed("\"caseNumber\":1", "\"caseNumber\":2").contains("a step of a case that it does not name"))
    #expect(sentence(Array("{}\n".utf8)).contains("its first line does not say what it is"))
    #expect(sentence(Array("a thesis\n".utf8)).contains("its first line does not say what it is"))
    #expect(sentence([0x0A]).contains("its first line does not say"))
  }

  @Test("Damaged bytes are refused or read, and never trap")
  func fuzz() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2_000 { _ = try? read(whole.damaged(by: &random)) }
  }

  @Test("A step that stands in it twice counts as it stands there last")
  func twice() throws {
    let text = String(decoding: whole, as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    let again = lines[1].replacingOccurrences(of: "\"nanoseconds\":1", with: "\"nanoseconds\":99")
    let kept = try read(Array((lines + [again]).map { $0 + "\n" }.joined().utf8))
    #expect(kept.steps[RunStep(.base, of: 0)]?.nanoseconds == 99)
  }
}
