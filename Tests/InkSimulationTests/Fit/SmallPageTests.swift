import InkModel
import Testing

@testable import InkSimulation

@Suite("Fit: pages of unusual size") struct SmallPageTests {
  private static func summary(canvas: String) throws -> InkSummary {
    var summary = try SummaryTests.summary()
    summary.tallies[.canvas] = [canvas: 3]
    return summary
  }

  @Test("A session of small pages fits, with a margin that leaves them room")
  func margin() throws {
    let fit = try WorkloadFit(users: [Self.summary(canvas: "1500x1100")])
    #expect(fit.workload.page.widthPoints == 150)
    #expect(fit.workload.page.heightPoints == 110)
    // A third of 110 points, in millimetres.
    #expect(fit.workload.page.marginMillimetres == 12.93)
  }

  @Test(
    "A canvas that no workload can have is named and gives way to the default",
    arguments: ["1200x900", "99999x8419", "nonsense", "0x-5"])
  func canvas(_ canvas: String) throws {
    let pool = UserPool([try Self.summary(canvas: canvas)], percentile: 50)
    let parameters = DirectEstimates(pool).parameters
    #expect(try parameters.workload(name: "small", seed: 1).page.widthPoints == Workload().page.widthPoints)
    #expect(parameters["page.heightPoints"] == nil)
    #expect(parameters["page.marginMillimetres"] == nil)
    #expect(parameters.unmeasured.contains { $0.hasPrefix("the canvas") })
  }
}
