import FoundationEssentials
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkTestFixtures
import Testing

/// States that are made by hand out of stores that a replay left.
@Suite("Checking states") struct StateCheckerTests {
  private static let backends = ["snapshot", "journal", "sqlite"]
  private static let page = StorePath.page(1)

  @Test("Every step's store shows what the step saved, and nothing of it stays", arguments: backends)
  func everyStep(backend: String) throws {
    let lab = try CheckedLab(backend)
    do {
      var checker = try lab.checker()
      for step in 0...lab.plan.steps.count {
        let observation = try checker.observe(lab.image(steps: step))
        #expect(observation.later == nil, "step \(step)")
        let progress = ReplayProgress(acknowledgedStep: step, begunStep: step)
        let verdict = lab.verdict(observation, progress)
        #expect(verdict.outcome == .intact, "step \(step): \(verdict.detail ?? "")")
        #expect(verdict.pagesCompared == 2)
      }
    }
    let left = try FileManager.default.subpathsOfDirectory(atPath: lab.place.path)
    #expect(left.isEmpty, "\(left)")
  }

  @Test("One observation is judged by every progress", arguments: backends)
  func everyProgress(backend: String) throws {
    let lab = try CheckedLab(backend)
    var checker = try lab.checker()
    let save = lab.saveStep(1)
    let observation = try checker.observe(lab.image(steps: save))
    let outcomes = [(save, save), (save - 1, save), (save, save + 2), (lab.saveStep(2), lab.saveStep(2))].map
    {
      lab.verdict(observation, ReplayProgress(acknowledgedStep: $0, begunStep: $1)).outcome
    }
    #expect(outcomes == [.intact, .intact, .lostUnacknowledged, .lostAcknowledged])
    let lost = lab.verdict(observation)
    #expect(lost.strokesLost == 1)
    #expect(lost.isBroken(Promise(.powerDurable, under: .power)))
    #expect(!lost.isBroken(Promise(.powerConsistent, under: .power)))
    #expect(!lost.isBroken(Promise(.processCrash, under: .power)))
    #expect(lost.isBroken(Promise(.processCrash, under: .process)))
  }

  @Test("Content that an undo brought back is every version that it equals", arguments: backends)
  func undone(backend: String) throws {
    var session = CheckedLab.session
    let edit = try #require(session.events.lastIndex { $0.isWrittenStroke })
    guard case .edit(let page, .put(let stroke, _), _) = session.events[edit].action else { return }
    session.events.removeLast(session.events.count - edit - 1)
    session.events.append(
      Event(startMilliseconds: 8_000, action: .edit(page, .remove(stroke.id), cause: .undo)))
    let lab = try CheckedLab(backend, session: session)
    var checker = try lab.checker()
    let observation = try checker.observe(lab.image(steps: lab.saveStep(1)))
    #expect(observation.first.pages.map(\.editCounts) == [[2, 4], [0]])
    #expect(lab.verdict(observation).outcome == .intact)
    let between = ReplayProgress(acknowledgedStep: lab.saveStep(2), begunStep: lab.saveStep(2))
    #expect(lab.verdict(observation, between).outcome == .lostAcknowledged)
  }

  @Test("Each kind of damage has its outcome")
  func outcomes() throws {
    let lab = try CheckedLab("snapshot")
    var checker = try lab.checker()
    let image = try lab.image()
    let page = try #require(image.bytes(of: Self.page))
    let asset = StorePath.asset(0xA)
    let states: [(StoreImage, Outcome)] = [
      (image, .intact),
      (image.replacing(Self.page, by: Array(page.dropLast())), .corrupt),
      (image.replacing(Self.page, by: nil), .corrupt),
      (image.replacing(Self.page, by: try otherPage()), .torn),
      (image.replacing(asset, by: nil), .dangling),
      (image.replacing(StorePath.path("document.json"), by: nil), .unopenable),
      (image.replacing(asset, by: nil).replacing(Self.page, by: []), .corrupt),
      (StoreImage(), .unopenable),
      (image, .intact),
    ]
    for (number, (state, outcome)) in states.enumerated() {
      let verdict = lab.verdict(try checker.observe(state))
      #expect(verdict.outcome == outcome, "state \(number): \(verdict.detail ?? "")")
    }
  }

  /// The file of a page with ink that nobody drew.
  private func otherPage() throws -> [UInt8] {
    var session = CheckedLab.session
    for index in session.arena.points.indices { session.arena.points[index].x += 1 }
    return try #require(CheckedLab("snapshot", session: session).image().bytes(of: Self.page))
  }

  @Test("A file that the crash left half written is counted and not held against the store")
  func orphans() throws {
    let lab = try CheckedLab("snapshot")
    var checker = try lab.checker()
    let image = try lab.image()
    #expect(try checker.observe(image).orphanFiles == 0)
    let state = image.replacing(Self.page + ".tmp", by: [1, 2, 3]).replacing("core", by: [1])
      .replacing(StorePath.asset(0xB), by: [1])
    let observation = try checker.observe(state)
    #expect(observation.orphanFiles == 2)
    #expect(observation.orphanAssets == 1)
    #expect(lab.verdict(observation).outcome == .intact)
    #expect(lab.verdict(observation).orphanFiles == 2)
  }

  @Test("Whether recovery changes files is seen by what it calls, names and lengths")
  func changes() async throws {
    // In a process of its own, since there is one tap.
    await #expect(processExitsWith: .success) {
      let lab = try CheckedLab("snapshot")
      var checker = try lab.checker()
      let image = try lab.image()
      #expect(try checker.observe(image).recoveryChangesFiles == nil, "nobody is watching")
      checker.watch()
      #expect(try checker.observe(image).recoveryChangesFiles == false)
      // The lock is made anew by an open alone, which is a change of a name.
      #expect(try checker.observe(image.replacing("lock", by: nil)).recoveryChangesFiles == true)
      for (backend, changes) in [
        (RewritingStore.self, true), (HidingStore.self, true), (EmptyingStore.self, true),
        (CreatingStore.self, true), (LookingStore.self, false),
      ] as [(any StorageBackend.Type, Bool)] {
        let lab = try CheckedLab(backend)
        var checker = try lab.checker()
        checker.watch()
        let observation = try checker.observe(image)
        #expect(observation.recoveryChangesFiles == changes, "\(backend)")
        #expect(lab.verdict(observation).outcome == .intact, "\(backend)")
      }
    }
  }

  @Test("A recovery that leaves something else than it shows is seen at the second opening")
  func secondOpening() throws {
    let lab = try CheckedLab(ForgettingStore.self)
    var checker = try lab.checker()
    let observation = try checker.observe(CheckedLab("snapshot").image())
    #expect(observation.later?.number == 2)
    let verdict = lab.verdict(observation)
    #expect(verdict.outcome == .corrupt)
    #expect(verdict.detail?.hasPrefix("after a second opening: page 0000000000000001: ") == true)
  }

  @Test("A document that can't be closed after recovery can't be opened")
  func closing() throws {
    let lab = try CheckedLab(StuckStore.self)
    var checker = try lab.checker()
    let verdict = lab.verdict(try checker.observe(CheckedLab("snapshot").image()))
    #expect(verdict.outcome == .unopenable)
    #expect(verdict.detail?.hasPrefix("closing after recovery failed: ") == true)
  }
}
