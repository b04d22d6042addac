import FoundationEssentials
import InkModel
import InkReport
import InkRun
import InkTestFixtures

/// What a run leaves in its directory: a report, and the file calls of its cases.
struct KeptRun {
  /// A file is written and synced, another replaced; twice.
  static let script: OperationScript = {
    let calls = [
      FileOperation(.create, role: .temporary, file: 1),
      FileOperation(.write, role: .temporary, file: 1, length: 9),
      FileOperation(.sync, role: .temporary, file: 1, nanoseconds: 100),
      FileOperation(.close, role: .page, file: 1),
      FileOperation(.rename, role: .page, file: 1, target: 0),
      FileOperation(.syncDirectory, role: .other, file: 2),
    ]
    let step = OperationScript.Step(
      phase: "save.autosave", intendedMilliseconds: 500, computeNanoseconds: 7, operations: calls)
    return OperationScript(initialLengths: [4, 0, 0], steps: [step, step])
  }()

  static func name(_ backend: String, of session: String = "meeting") -> CaseName {
    CaseName(workload: session, backend: backend, codec: "packed", durability: .powerDurable)
  }

  let directory: String
  /// All cases of the run, in its order.
  let names: [CaseName]

  init(_ backends: [String], of sessions: [String] = ["meeting"], in directory: String) {
    self.directory = directory
    names = sessions.flatMap { session in backends.map { Self.name($0, of: session) } }
  }

  /// Writes the report; of a shard, if one is given.
  func writeReport(
    shard: ReportShard? = nil, _ change: (inout RunRecord) -> Void = { _ in }
  ) throws {
    let sound = InstrumentCheck(canarySeen: true, countedBytes: 1, kernelBytes: 1, faults: [])
    var record = RunRecord(
      sessions: [],
      options: RunOptions(rounds: 1, pace: .virtual, crashTrialsPerCase: 0, crashStatesPerCase: 0),
      environment: [],
      warnings: [],
      cases: names.map { name in
        var record = CaseRecord(name: name, level: 0, retainsContent: true, unit: .page)
        record.timed = [RoundResult(check: sound)]
        return record
      }, isInterrupted: false)
    record.shard = shard
    change(&record)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let report = Report(record, command: "inkbench run meeting", toolVersion: "test")
    try Data(report.json()).write(to: URL(filePath: directory + "/report.json"))
  }

  /// Writes the file calls of a case, or some of another case in their place.
  func writeScript(of backend: String, as other: String? = nil) throws {
    try writeScript(of: Self.name(backend), as: other.map { Self.name($0) })
  }

  func writeScript(of name: CaseName, as other: CaseName? = nil) throws {
    try OperationScriptFile(name: other ?? name, script: Self.script).write(to: path(of: name))
  }

  func path(of backend: String) -> String { path(of: Self.name(backend)) }

  private func path(of name: CaseName) -> String {
    let all = names.contains(name) ? names : names + [name]
    return OperationScriptFile.paths(of: all, in: directory)[name] ?? ""
  }
}
