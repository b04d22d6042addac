import InkReport
import Testing

@Suite struct GoldenTests {
  @Test("A run's Markdown is this text")
  func markdown() throws {
    let report = RecordFixture.report(RecordFixture.everything())
    let plots = [
      PlotFile(name: "times.svg", group: "power-durable-meeting", caption: "How long saves took.")
    ]
    try expectGolden(report.markdown(plots: plots), "report.md", embedded: PackageResources.report_md)
  }

  @Test("A run's JSON is this text")
  func json() throws {
    var journal = RecordFixture.measured(RecordFixture.journal, rounds: 2, saves: 10)
    journal.crashTrials[3].verdict = Verdict(outcome: .torn, detail: "page 2 is no saved version")
    var external = RecordFixture.measured(RecordFixture.sqlite, rounds: 1, saves: 2)
    external.timed[0].check.kernelBytes = 7
    external.failures = [ChildFailure(round: 0, kind: .allocations, reason: "It ended.", exitCode: 70)]
    let report = RecordFixture.report(RecordFixture.run([journal, external], rounds: 2))
    try expectGolden(
      String(decoding: report.json(), as: UTF8.self), "report.json", embedded: PackageResources.report_json)
  }
}
