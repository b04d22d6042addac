import InkModel
import InkTestFixtures
import Testing

@testable import InkReport

@Suite("Crash reports: faults") struct FaultReportTests {
  /// A store that takes one fault well, one badly, one never, and one that could not be brought about.
  private static var report: CrashReport {
    var good = FaultRow(fault: "io-error", span: .once, promise: .durable, moments: 750)
    (good.lives, good.faultsMet, good.reported, good.absorbed) = (40, 40, 30, 10)
    for _ in 0..<39 { good.count(.intact) }
    good.count(.lostUnacknowledged)
    var bad = FaultRow(fault: "no-space", span: .lasting, promise: .durable, moments: 12)
    (bad.lives, bad.faultsMet, bad.reported, bad.refused, bad.broken) = (12, 70, 60, 2, 3)
    bad.isExhausted = true
    for _ in 0..<3 { bad.count(.silentError) }
    for _ in 0..<9 { bad.count(.intact) }
    bad.firstFailure = FaultRow.Failure(
      moment: "no-space+lasting@4", outcome: .silentError,
      seen: "step 7, save returned | and <nothing> is there",
      command: "inkbench crash tiny --backend toy --fault no-space+lasting@4")
    let never = FaultRow(fault: "failed-rename", span: .once, promise: .durable)
    let full = FaultRow(
      fault: "full-disk", span: .lasting, promise: .durable, skipped: "it takes the rights of root")
    var row = CrashCase(
      name: CaseName(workload: "tiny", backend: "toy", codec: "packed", durability: .powerDurable))
    row.faults = [good, bad, never, full]
    var report = CrashReport(command: "inkbench crash tiny", seed: 1, budget: 100)
    report.cases = [row]
    return report
  }

  private static var text: String {
    CrashText(report: report, times: CrashTimes(workers: 2, environment: []), in: "out").text()
  }

  @Test("Outcomes stand in their order, whatever order they came in")
  func order() throws {
    let bad = try #require(Self.report.cases.first?.faults[1])
    #expect(bad.outcomes.map(\.outcome) == [.intact, .silentError])
    #expect(bad.outcomes.map(\.count) == [9, 3])
  }

  @Test(
    "The JSON reads back, and the published schema accepts it and nothing less",
    .enabled(if: JSONSchemaChecker.isInstalled))
  func schema() throws {
    let text = String(decoding: Self.report.json(), as: UTF8.self)
    #expect(
      try JSONSchemaChecker.faults(of: [text], schema: CrashReport.jsonSchema, provingStrictness: true) == "")
  }

  @Test("The answer names the fault that a store breaks its promise under, and how to see it")
  func answer() {
    let text = Self.text
    #expect(text.contains("`toy/packed` claims `power-durable` and breaks it under `no-space, lasting`."))
    #expect(text.contains("broke a promise**, among 52 lives with faults."))
    #expect(text.contains("At no-space+lasting@4: step 7"))
    #expect(text.contains("inkbench crash tiny --backend toy --fault no-space+lasting@4"))
    #expect(text.contains("3 lives of 12 broke the promise"))
    #expect(text.contains("full-disk, lasting: it takes the rights of root"))
  }

  @Test("The table has a row for each fault that struck or could not, and none for one that was skipped")
  func table() throws {
    let rows = Self.text.split(separator: "\n").filter { $0.contains("| power-durable |") }
    #expect(rows.count == 3)
    #expect(rows.count { $0.contains("✗") } == 1)
    let bad = try #require(rows.first { $0.contains("no-space, lasting") })
    let cells = bad.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(cells.dropFirst(4).first == "all 12")
    #expect(cells.dropFirst(5) == ["70", "60", "0", "2", "9", "0", "3", "3"])
    #expect(rows.contains { $0.contains("40 of 750") }, "\(rows)")
  }

  @Test("A build server sees a test for each fault: failed, passed, and skipped where there was no life")
  func junit() {
    let xml = JUnit.xml(of: Self.report, in: "out")
    #expect(xml.contains("tests=\"4\" failures=\"1\""))
    #expect(xml.contains("skipped=\"2\""))
    #expect(xml.contains("<testcase classname=\"tiny toy/packed power-durable\" name=\"fault io-error\"/>"))
    #expect(xml.contains("silent-error: step 7, save returned | and &lt;nothing&gt; is there"))
    #expect(xml.contains("<skipped message=\"it takes the rights of root\"/>"))
    #expect(xml.contains("<skipped message=\"there is no moment at which it could strike\"/>"))
  }
}
