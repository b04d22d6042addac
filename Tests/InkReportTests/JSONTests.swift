import Foundation
import InkModel
import InkReport
import InkTestFixtures
import Testing

@Suite struct JSONTests {
  private let report = RecordFixture.report(RecordFixture.everything())

  private func text(_ report: Report) -> String { String(decoding: report.json(), as: UTF8.self) }

  private func fault(_ json: String) -> String {
    let error = #expect(throws: ReportError.self) { try Report(json: Array(json.utf8), path: "r.json") }
    guard case .malformed(let path, let reason) = error else { return "\(String(describing: error))" }
    #expect(path == "r.json")
    return reason
  }

  @Test("A report read back is the report, and is written as the same bytes")
  func roundTrip() throws {
    let json = report.json()
    let copy = try Report(json: json, path: "r.json")
    #expect(copy == report)
    #expect(copy.json() == json)
  }

  @Test("A report holds no NaN, and null where a number can't be given")
  func noNaN() {
    let json = text(report)
    for word in ["nan", "NaN", "inf", "Infinity"] {
      #expect(!json.contains(": \(word)") && !json.contains(", \(word)") && !json.contains("[\(word)"))
    }
    #expect(json.contains("\"value\" : null"))
    #expect(json.contains("\"codec\" : null"))
  }

  @Test("An unknown schema is refused by name")
  func unknownSchema() {
    let json = text(report).replacingOccurrences(of: "inkbench-report/4", with: "inkbench-report/3")
    #expect(
      fault(json) == "its schema is 'inkbench-report/3', and this version reads 'inkbench-report/4'; "
        + "use the inkbench that wrote it, or run again")
  }

  @Test("Wrong, missing and unknown fields are refused with their place")
  func wrongFields() {
    let json = text(report)
    func changed(_ old: String, _ new: String) -> String {
      #expect(json.contains(old))
      return json.replacingOccurrences(of: old, with: new)
    }
    #expect(fault("[]").contains("a value is not an object"))
    #expect(fault("{") == "it is no JSON")
    #expect(fault("{}") == "'schema' is missing")
    #expect(fault(changed("\"toolVersion\" :", "\"toolVersions\" :")) == "'toolVersion' is missing")
    #expect(
      fault(changed("\"kind\" : \"exact\"", "\"kind\" : \"exactly\"")).hasPrefix(
        "a value is not allowed at cases[0].metrics["))
    #expect(
      fault(changed("\"command\" :", "\"comment\" : 1, \"command\" :")) == "it has an unknown key at comment")
    #expect(
      fault(changed("\"isDemoted\" :", "\"isOdd\" : true, \"isDemoted\" :"))
        == "it has an unknown key at cases[].metrics[].isOdd")
    // A null that must be there may not simply be left out.
    #expect(fault(changed("\"codec\" : null,", "")).hasPrefix("'codec' is missing at cases["))
  }

  @Test("What no run can have found is refused by name")
  func impossible() {
    func fault(_ change: (inout Report) -> Void) -> String {
      var changed = report
      change(&changed)
      return self.fault(text(changed))
    }
    let name = "meeting snapshot/packed power-durable"
    func changed(_ metric: String, _ change: (inout MetricRow) -> Void) -> String {
      fault { report in
        guard let index = report.cases[0].metrics.firstIndex(where: { $0.name == metric }) else { return }
        change(&report.cases[0].metrics[index])
      }
    }
    #expect(changed("bytes.total") { $0.value = -1 } == "bytes.total of \(name) is negative")
    #expect(changed("bytes.total") { $0.rounds[2] = -1 } == "bytes.total of \(name) is negative")
    #expect(changed("save.autosave.p50") { $0.low = -1 } == "save.autosave.p50 of \(name) is negative")
    #expect(
      changed("calls.syncs") { $0.isDemoted = true } == "calls.syncs of \(name) is both exact and demoted")
    #expect(fault { $0.cases.append($0.cases[0]) } == "it has the case \(name) twice")
    #expect(
      fault { $0.cases[0].metrics.append($0.cases[0].metrics[0]) }
        == "it has save.autosave.p50 of \(name) twice")
    #expect(fault { $0.sessions.append($0.sessions[0]) } == "it has the session meeting twice")
    #expect(fault { $0.sessions[0].strokeCount = -1 } == "strokeCount of the session meeting is negative")
    #expect(fault { $0.options.rounds = -1 } == "options.rounds is negative")
    #expect(fault { $0.cases[0].timedRounds = -1 } == "timedRounds of \(name) is negative")
    #expect(fault { $0.cases[0].floors[0].bytes = -1 } == "bytes of floor replace of \(name) is negative")
    #expect(fault { $0.cases[0].verification?.verdicts = -1 } == "verdicts of \(name) is negative")
    #expect(
      fault { $0.cases[0].crash?.outcomes[0].count = -1 }
        == "crash trials that end in intact of \(name) is negative")
    #expect(
      fault { $0.cases[0].crashStates?.profiles[1].broken = -1 }
        == "broken under posix-strict of \(name) is negative")
    #expect(
      fault { $0.cases[0].crashStates?.profiles[1].profile = "process-crash" }
        == "it has the crash profile process-crash of \(name) twice")
    #expect(fault { $0.options.crashStatesPerCase = -1 } == "options.crashStatesPerCase is negative")
    #expect(fault { $0.machine.noise[0].waitRatio = -1 } == "waitRatio is negative")
    #expect(
      fault { $0.machine.floors[0].count = -1 } == "count of machine floor replace is negative")
  }

  @Test("A device that can't be priced for, or a price below nothing, is refused in a report too")
  func impossiblePrices() {
    let script = DeviceFixture.script([[DeviceFixture.operation(.close)]])
    func fault(_ change: (inout Modelled) -> Void) -> String {
      var changed = report
      let modelled = ModelledCase(changed.cases[0], of: changed, script: .recorded(script))
      changed.modelled = Modelled(
        kernelBytesPerSecond: 1e8, devices: [DeviceFixture.device()],
        rows: modelled.rows(on: [DeviceFixture.device()], kernelBytesPerSecond: 1e8))
      change(&changed.modelled)
      return self.fault(text(changed))
    }
    let name = "meeting snapshot/packed power-durable on test-device"
    #expect(
      fault { $0.devices[0].calls = [] }
        == "the device test-device can't be: calls have no 'other', which stands for kinds that are not there"
    )
    #expect(fault { $0.devices.append($0.devices[0]) } == "it has the device test-device twice")
    #expect(fault { $0.rows.append($0.rows[0]) } == "it has the case \(name) twice")
    #expect(fault { $0.rows[0].metrics[1].low = -1 } == "save.file.p50 of \(name) is negative")
    #expect(fault { $0.kernelBytesPerSecond = -1 } == "modelled.kernelBytesPerSecond is negative")
  }

  @Test("A damaged report is refused with an error and never traps")
  func fuzz() {
    let small = RecordFixture.report(
      RecordFixture.run([RecordFixture.measured(RecordFixture.journal, rounds: 1, saves: 2)])
    ).json()
    var random = SplitMix64(seed: 11)
    for _ in 0..<150 {
      do {
        let report = try Report(json: small.damaged(by: &random), path: "r.json")
        #expect(report.schema == Report.schemaName)
      } catch {
        guard case .malformed = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  @Test("A file that can't be read is unreadable, not malformed")
  func unreadable() throws {
    let directory = try TemporaryDirectory()
    for path in [directory.path + "/none.json", directory.path] {
      let error = #expect(throws: ReportError.self) { try Report.read(path) }
      guard case .unreadable(let named, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(named == path)
    }
  }

  @Test("Lists of numbers stand on one line, and text in strings is left alone")
  func numberLists() throws {
    var run = RecordFixture.everything()
    run.warnings = ["a list [\n  1,\n  2\n] in a \"string\""]
    let report = RecordFixture.report(run)
    let json = text(report)
    #expect(json.contains("\"rounds\" : [267320, 267320, 267320]"))
    #expect(try Report(json: report.json(), path: "r.json").warnings == run.warnings)
  }

  @Test(
    "The published schema accepts reports and refuses wrong ones", .enabled(if: JSONSchemaChecker.isInstalled)
  )
  func schema() throws {
    let directory = try TemporaryDirectory()
    var broken = RecordFixture.measured(RecordFixture.sqlite, rounds: 2, saves: 3)
    broken.crashTrials[1].verdict = Verdict(outcome: .silentError)
    broken.failures = [ChildFailure(round: 0, kind: .allocations, reason: "It ended.", signal: 6)]
    var unseen = RecordFixture.measured(RecordFixture.null, rounds: 1, saves: 2)
    unseen.timed[0].check.canarySeen = false
    var run = RecordFixture.run([broken, unseen])
    run.sessions[0].recordedSaves = RecordedSaveRow.rows(of: DeviceTests.session)
    let good = text(RecordFixture.report(run))
    let changes = [
      ("\"kind\" : \"exact\"", "\"kind\" : \"sure\""), ("\"codec\" : null,", ""),
      ("inkbench-report/4", "inkbench-report/3"), ("\"command\" :", "\"comment\" : 1, \"command\" :"),
    ]
    let documents = [good] + changes.map { good.replacingOccurrences(of: $0.0, with: $0.1) }
    // A value a line, as the checker reads them.
    let lines = documents.map { $0.replacing("\n", with: " ") + "\n" }.joined()
    let path = try directory.write(Array(lines.utf8), to: "reports")
    let schema = try directory.write(Array(Report.jsonSchema.utf8), to: "schema.json")
    let checked = try #require(JSONSchemaChecker.run(["-c", JSONSchemaChecker.script, schema, path]))
    // The first is accepted, the others are refused.
    #expect(checked.output == (2...5).map { "reports \($0)\n" }.joined())
  }
}
