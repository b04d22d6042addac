import InkModel
import InkStoreFixtures
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Migration: backends from outside, and trials") struct MigrationTrialTests {
  @Test("A store moves to a backend from outside and back")
  func outside() throws {
    let library = try Library("sqlite")
    let there = try library.migrate(to: "sqlite") { $0.target = OutsideStore.self }
    #expect(there.isMigrated)
    guard case .migrated(_, let trials, _) = there.result else { return }
    #expect(trials.logByteCount == nil)
    try library.check(with: "snapshot", "there")
    let back = try library.migrate(to: "sqlite") { $0.source = OutsideStore.self }
    #expect(back.from.backend == "outside")
    try library.check(with: "sqlite", "back")
  }

  @Test(
    "A backend that loses saves is found out, and the old store stays",
    arguments: [
      (ForgetfulStore.self as any StorageBackend.Type, "the end of a process"),
      (DrowsyStore.self, "going to the background"),
    ])
  func losing(type: any StorageBackend.Type, event: String) throws {
    let library = try Library("journal")
    let before = try library.files()
    let error = #expect(throws: MigrationError.self) {
      try library.migrate(to: "sqlite") { $0.target = type }
    }
    #expect(error?.kind == .notEqual)
    #expect(error?.description.contains("after \(event)") ?? false, "\(String(describing: error))")
    #expect(try library.files() == before)
    #expect(try library.neighbours == [])
  }

  @Test("What a backend does not keep is stated")
  func stated() throws {
    let library = try Library("sqlite", leavesOpen: false)
    let outcome = try library.migrate(to: "sqlite") { $0.target = PaleStore.self }
    #expect(outcome.isMigrated)
    // All pages but the empty ones have a stroke of some colour.
    #expect(outcome.inventory.reducedPageCount == outcome.inventory.pageCount - library.documents.count)
    #expect(outcome.lostTimes == library.documents.count)
  }

  @Test("A backend that keeps nothing is refused, and a class that is not claimed")
  func notKeeping() throws {
    let library = try Library("sqlite")
    for change: (inout MigrationRequest) -> Void in [
      { $0.target = NullBackend.self },
      {
        $0.target = SnapshotBackend<SnapshotFoundation>.self
        $0.durability = .powerDurable
      },
    ] {
      let error = #expect(throws: MigrationError.self) { try library.migrate(to: "sqlite", change) }
      #expect(error?.kind == .refused)
    }
    try library.check()
  }
}
