import FoundationEssentials
import InkReport
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("Two runs compared") struct Comparisons {
    @Test("Two runs of the same work pass, and a worse, a broken and another one do not")
    func compare() throws {
      let bench = try Bench()
      for output in ["base", "head"] {
        #expect(try bench.run(Bench.words("snapshot", crashTrials: 4, output: output)).status == 0)
      }
      let same = try bench.run(["compare", "base/report.json", "head/report.json"])
      #expect(same.status == 0, "\(same.output)\(same.errors)")

      let report = try bench.report("head")
      func status(_ change: (inout Report) -> Void) throws -> Int32 {
        var tampered = report
        change(&tampered)
        _ = try bench.directory.write(tampered.json(), to: "tampered.json")
        return try bench.run(["compare", "base/report.json", "tampered.json"]).status
      }
      #expect(try status { _ in } == 0)
      let bytes = try #require(report.cases[0].metrics.firstIndex { $0.name == "bytes.total" })
      #expect(try status { $0.cases[0].metrics[bytes].value? += 1 } == 1)
      #expect(try status { $0.cases[0].metrics[bytes].value? -= 1 } == 0)
      #expect(try status { $0.cases[0].verification?.outcome = .torn } == 2)
      #expect(try status { $0.cases[0].crash?.outcomes[0].outcome = .torn } == 2)
      #expect(try status { $0.sessions[0].digest = "0" } == 3)
      #expect(try status { $0.cases = [] } == 3)
      #expect(try status { $0.isInterrupted = true } == 3)
      #expect(try status { $0.schema = "inkbench-report/9" } == 65)
      #expect(try bench.run(["compare", "base/report.json", "absent.json"]).status == 66)
    }
  }
}
