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

  @Test("A store that rewrites its notebook is reckoned to write it at each save")
  func wholeNotebook() throws {
    var session = Fixtures.writingSession(strokes: 50, gapMilliseconds: 2_000)
    let other = Fixtures.page(id: PageID(rawValue: 2), strokes: 100)
    session.base = .inline(Fixtures.document(pages: 2), pages: [Page(id: PageID(rawValue: 1)), other])
    let plan = ReplayPlan(session)
    let cost = try SessionCost(session, plan: plan)
    let preflight = try Preflight(request: request("monolith", rounds: 1, .virtual), costs: [cost])
    let otherBytes = other.pointCount * SamplePoint.byteCount
    #expect(plan.saveCount > 10 && preflight.writtenBytes > UInt64(plan.saveCount * otherBytes))
    let snapshot = try Preflight(request: request("snapshot", rounds: 1, .virtual), costs: [cost])
    #expect(snapshot.writtenBytes < preflight.writtenBytes / 2)
  }

  /// The estimate for two rounds of one case that syncs nothing, so that the disk has no part in it.
  private func seconds(_ session: InkModel.Session, _ plan: ReplayPlan, _ pace: Pace) throws -> Double {
    try Preflight(request: request("snapshot", rounds: 2, pace), costs: [SessionCost(session, plan: plan)])
      .seconds
  }

  private func request(_ name: String, rounds: Int, _ pace: Pace) throws -> RunRequest {
    let backend = try #require(BuiltInBackends.named(name))
    let name = CaseName(workload: "fixture", backend: name, codec: "packed", durability: .processCrash)
    return RunRequest(
      sessions: [], cases: [RunCase(session: 0, name: name, backend: backend)], rounds: rounds, pace: pace,
      storeDirectory: try TemporaryDirectory().path, executable: "", childWords: [], crashTrialsPerCase: 0,
      crashStatesPerCase: 0)
  }
}
