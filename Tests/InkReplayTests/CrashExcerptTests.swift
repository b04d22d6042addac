import InkModel
import InkReplay
import InkSimulation
import Testing

@Suite("Excerpts for crash trials") struct CrashExcerptTests {
  @Test("Wherever a session is cut, at the shelf or in the background too, its excerpt can be replayed")
  func everyCut() throws {
    var workload = Workload()
    workload.document.basePages = 3
    workload.page.strokesPerPage = Quantity(.constant(5), within: 1...100)
    workload.session.strokes = 25
    workload.app.libraryVisits = 3
    workload.app.relaunches = 1
    let session = try Simulator.session(of: workload, seed: 2)
    for count in 1...session.events.count {
      let excerpt = session.crashExcerpt(eventsMax: count)
      #expect(throws: Never.self, "cut after \(count) events") { try excerpt.validate() }
      let actions = excerpt.events.map(\.action)
      // After a relaunch, and before any page, nothing is in view that the excerpt could add to.
      guard let cut = session.events.prefix(count).last?.action, cut == .closeDocument || cut == .listLibrary
      else { continue }
      #expect(actions.count { $0 == .background } >= 6, "cut after \(count) events")
    }
  }
}
