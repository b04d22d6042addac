import InkModel
import InkReport
import InkTestFixtures
import Testing

@Suite("Reports: the published schema") struct ReportSchemaTests {
  /// Reports in which everything occurs that one can say.
  private static var reports: [Report] {
    var everything = RecordFixture.everything()
    everything.sessions[0].recordedSaves = RecordedSaveRow.rows(of: DeviceTests.session)
    var broken = RecordFixture.measured(RecordFixture.sqlite, rounds: 2, saves: 3)
    for (index, outcome) in Outcome.allCases.enumerated() {
      broken.crashTrials[index].verdict = Verdict(outcome: outcome)
    }
    broken.failures = ChildFailure.Kind.allCases.map {
      ChildFailure(round: 1, kind: $0, reason: "It ended.", exitCode: 70)
    }
    broken.floors = FloorResult.Kind.allCases.map { FloorResult(kind: $0, bytes: 10, nanoseconds: [5]) }
    var voided = RecordFixture.measured(RecordFixture.journal, rounds: 1, saves: 2)
    voided.timed[0].check = InstrumentCheck(
      canarySeen: false, countedBytes: 1, kernelBytes: 2, faults: ["a mapping"])
    var empty = RecordFixture.measured(RecordFixture.null, rounds: 0)
    empty.verdicts = []
    return [everything, RecordFixture.run([broken, voided, empty]), RecordFixture.run([])]
      .map(RecordFixture.report)
  }

  @Test(
    "Every kind of report meets the schema, and none that lacks a field or has another",
    .enabled(if: JSONSchemaChecker.isInstalled, "needs Python with jsonschema"))
  func strict() throws {
    let documents = Self.reports.map { String(decoding: $0.json(), as: UTF8.self) }
    let faults = try JSONSchemaChecker.faults(
      of: documents, schema: Report.jsonSchema, provingStrictness: true)
    #expect(faults == "")
  }

  @Test("The schema knows every word that a report can hold")
  func words() {
    let words =
      Outcome.allCases.map(\.rawValue) + Phase.allCases.map(\.rawValue)
      + MetricRow.Unit.allCases.map(\.rawValue) + ChildFailure.Kind.allCases.map(\.rawValue)
      + CrashBasis.allCases.map(\.rawValue) + CrashKind.allCases.map(\.rawValue)
      + Promise.allCases.map(\.rawValue) + FloorResult.Kind.allCases.map(\.rawValue)
      + NotMeasured.Code.allCases.map(\.rawValue)
      + FileRole.allCases.filter { $0 != .elsewhere }.map(\.rawValue) + Durability.allCases.map(\.rawValue)
    for word in words { #expect(Report.jsonSchema.contains("\"\(word)\""), "\(word)") }
  }

  @Test("A number that is none can't be read")
  func notANumber() throws {
    let json = String(decoding: Self.reports[1].json(), as: UTF8.self)
    let damaged = json.replacing("\"trials\" : 20", with: "\"trials\" : NaN")
    #expect(damaged != json)
    #expect(throws: ReportError.self) { try Report(json: Array(damaged.utf8), path: "r.json") }
  }
}
