import InkModel
import InkReplay
import InkReport
import Testing

@testable import InkCrash

@Suite("Explaining what was found") struct StateSearchTests {
  private let profile = InkCrashTests.profile("posix-strict")
  private let bounds = ExplorationBounds(statesMax: 20_000)
  private let model: CrashModel
  private let collection: StateCollection
  private let stateCount: Int

  init() throws {
    model = try RandomLogs.model(seed: 5, calls: 40, syncs: true)
    var collection = StateCollection(profileCount: 1)
    let counts = CrashExploration(model: model, profile: profile, bounds: bounds, seed: 1).run { state in
      collection.add(state, profile: 0)
      return true
    }
    self.collection = collection
    stateCount = counts.generated
  }

  /// A search after checks that found one content unopenable, which ended its process, and looked at no
  /// other.
  private func search(for content: Int) -> StateSearch {
    var observed = StateChecks.Observed(count: collection.states.count)
    var observation = Observation(StoreReading(unopenable: "it is spoiled"))
    observation.shape = StoreShape([StoreShape.Feature(.document, .fatal)])
    observed.add([observation], of: content)
    let session = CheckedLab.session
    return StateSearch(
      model: model, entries: [],
      verdicts: CaseVerdicts(
        collection: collection, observed: observed,
        history: DocumentHistory(session: session, plan: ReplayPlan(session)), unit: .page),
      bounds: bounds, seed: 1, command: { "replay \($0)" })
  }

  private func found(_ search: StateSearch, isOver: () -> Bool) -> StateSearch.Found {
    search.search(
      under: 0, profile, promise: .durable,
      of: CaseName(workload: "w", backend: "b", codec: nil, durability: .powerDurable), isOver: isOver)
  }

  @Test("One pass gives the finding and the shape, and looks every 1,024 states whether it is over")
  func whole() throws {
    let last = collection.states.count - 1
    var looks = 0
    let found = found(search(for: last)) {
      looks += 1
      return false
    }
    #expect(stateCount > 3_000 && looks == stateCount / 1_024)
    #expect(!found.isStopped)
    #expect(found.findings.map(\.outcome) == [.unopenable])
    #expect(found.findings[0].states == collection.sightings[0].count { $0.state == last })
    #expect(found.findings[0].seen.contains("It is spoiled"))
    #expect(found.shapes.count == 1 && found.shapes[0].worst == .unopenable)
    #expect(found.shapes[0].id == found.findings[0].id && found.shapes[0].count == 1)
  }

  @Test("A search that is over stops at once, and shows a state that was collected of what it had not met")
  func stopped() {
    let last = collection.states.count - 1
    var looks = 0
    let found = found(search(for: last)) {
      looks += 1
      return true
    }
    #expect(looks == 1 && found.isStopped)
    let state = StateName.text(of: collection.states[last].state)
    #expect(found.findings.map(\.state) == [state] && found.shapes.map(\.state) == [state])
  }

  @Test("Where nothing is broken and all files are in order, no state is generated again")
  func sound() {
    var observed = StateChecks.Observed(count: collection.states.count)
    observed.add([], of: 0)
    let session = CheckedLab.session
    let search = StateSearch(
      model: model, entries: [],
      verdicts: CaseVerdicts(
        collection: collection, observed: observed,
        history: DocumentHistory(session: session, plan: ReplayPlan(session)), unit: .page),
      bounds: bounds, seed: 1, command: { $0 })
    let found = found(search) {
      Issue.record("a state was looked at")
      return true
    }
    #expect(found.findings == [] && found.shapes == [] && !found.isStopped)
  }
}
