import InkModel
import InkReplay
import InkReport
import InkRun
import InkStorage
import InkTestFixtures
import Testing

@Suite struct PreflightTests {
  @Test("At real pace each timed round also takes as long as its session")
  func realPace() throws {
    let session = Fixtures.writingSession(strokes: 50, gapMilliseconds: 2_000)
    let plan = ReplayPlan(session)
    let added = try seconds(session, plan, .real) - seconds(session, plan, .virtual)
    #expect(plan.lengthMilliseconds > 100_000)
    #expect((added - 2 * Double(plan.lengthMilliseconds) / 1_000).magnitude < 0.001)
  }

  /// The estimate for two rounds of one case that syncs nothing, so that the disk has no part in it.
  private func seconds(_ session: InkModel.Session, _ plan: ReplayPlan, _ pace: Pace) throws -> Double {
    let name = CaseName(workload: "fixture", backend: "snapshot", codec: "packed", durability: .processCrash)
    let backend = try #require(BuiltInBackends.named("snapshot"))
    let request = RunRequest(
      sessions: [], cases: [RunCase(session: 0, name: name, backend: backend)], rounds: 2, pace: pace,
      storeDirectory: try TemporaryDirectory().path, executable: "", childWords: [], crashTrialsPerCase: 0)
    return try Preflight(request: request, costs: [SessionCost(session, plan: plan)]).seconds
  }
}
