import Testing

@testable import InkReport

@Suite("Crash reports of several sessions") struct SessionTitleTests {
  /// The fixture's stores, each explored with two sessions.
  private static var report: CrashReport {
    var report = CrashFixture.report
    var session = report.sessions[0]
    session.name = "long"
    report.sessions.append(session)
    report.cases += report.cases.map {
      var row = $0
      row.session = "long"
      return row
    }
    return report
  }

  @Test("Every table, finding and picture says which session a store was explored with")
  func rows() {
    let text = CrashText(report: Self.report, times: CrashFixture.times, in: "out").text()
    for name in ["tiny careless/packed", "long careless/packed"] {
      let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains(name) }
      // Two profiles, in the matrix and among the bounds.
      #expect(rows.count >= 4, "\(name): \(rows)")
      #expect(text.contains("- `\(name)` claims `power-durable` and breaks it"))
      #expect(text.contains("### corrupt: \(name), power-durable, under xfs"))
      #expect(Plot.verdicts(of: Self.report).contains { $0.body.contains("'\(name)'") })
    }
    #expect(!text.contains("| careless/packed") && !text.contains("✗ careless/packed"))
  }

  @Test("The session is left out where there is one")
  func oneSession() {
    let text = CrashText(report: CrashFixture.report, times: CrashFixture.times, in: "out").text()
    #expect(text.contains("✗ careless/packed") && !text.contains("✗ tiny careless/packed"))
  }
}
