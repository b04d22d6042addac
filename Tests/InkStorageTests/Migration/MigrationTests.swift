import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Migration: every direction") struct MigrationTests {
  private static let levels = ["snapshot", "journal", "sqlite"]
  private static let directions = (levels + ["monolith"]).flatMap { from in
    levels.filter { $0 != from }.map { (from, $0) }
  }

  @Test("Random libraries move there and back without loss", arguments: directions, ["packed", "json"])
  func thereAndBack(direction: (from: String, to: String), codec: String) throws {
    for seed: UInt64 in 1...2 {
      let library = try Library(direction.from, codec: codec, seed: seed)
      try library.check("as made")
      let there = try library.migrate(to: direction.to)
      #expect(there.from.backend == direction.from)
      #expect(there.isMigrated)
      #expect(there.lostTimes == 0)
      #expect(
        there.to.codecs == (direction.to == "sqlite" ? [] : [direction.from == "sqlite" ? "packed" : codec]))
      try library.check("there")
      // Opened by the level itself, which leaves journals and logs behind.
      try library.draw(with: direction.to)
      try library.check("there, and used")
      let back = try library.migrate(to: direction.from)
      #expect(back.from.backend == direction.to)
      #expect(back.isMigrated)
      try library.check(with: direction.from, "back")
      #expect(try library.neighbours == [])
    }
  }

  @Test("Counts, digest and sizes are those of the library")
  func counts() throws {
    let library = try Library("snapshot")
    let outcome = try library.migrate(to: "sqlite")
    let pages = library.documents.flatMap { $0.pages.values }
    #expect(outcome.inventory.documents.count == library.documents.count)
    #expect(outcome.inventory.pageCount == pages.count)
    #expect(outcome.inventory.elementCount == pages.reduce(0) { $0 + $1.elements.count })
    #expect(outcome.inventory.pointCount == pages.reduce(0) { $0 + $1.pointCount })
    let shown = library.documents.map { document in
      Set(
        document.pages.values.flatMap(\.elements).compactMap { element -> AssetID? in
          if case .image(let image) = element { image.asset } else { nil }
        }
      ).count
    }
    #expect(outcome.inventory.assetCount == shown.reduce(0, +))
    guard case .migrated(let bytesAfter, let trials, let oldStore) = outcome.result else { return }
    #expect(bytesAfter == (try StoreTree.byteCount(of: library.store)))
    #expect(oldStore == "removed")
    #expect(trials.recoveredDocuments == library.documents.count)
    #expect(trials.backgroundPages == 4)
    let back = try library.migrate(to: "snapshot")
    #expect(back.inventory.digest == outcome.inventory.digest)
  }

  @Test("The time of the last change moves along", arguments: levels)
  func times(level: String) throws {
    let library = try Library("monolith")
    let outcome = try library.migrate(to: level)
    #expect(outcome.lostTimes == 0)
    let type = try #require(BuiltInBackends.named(level))
    let shelf = try type.init(library.environment()).listLibrary()
    for document in library.documents {
      let entry = shelf.first { $0.id == document.info.id }
      #expect(entry?.modifiedMilliseconds == document.modifiedMilliseconds)
      #expect(entry?.title == document.info.title)
      #expect(entry?.pageCount == document.info.pages.count)
    }
  }

  @Test("The level that a store has already is left alone, unless its codec differs")
  func already() throws {
    let library = try Library("snapshot", codec: "json", leavesOpen: false)
    let before = try library.files()
    for request in [nil, "json"] as [String?] {
      let outcome = try library.migrate(to: "snapshot", codec: request)
      guard case .nothingToDo = outcome.result else {
        Issue.record("it was migrated")
        return
      }
      #expect(try library.files() == before)
    }
    let outcome = try library.migrate(to: "snapshot", codec: "varint")
    #expect(outcome.isMigrated)
    #expect(outcome.from.description == "snapshot (json)")
    #expect(outcome.to.description == "snapshot (varint)")
    #expect(try StoreKind.snapshot.codecs(in: library.store) == ["varint"])
    try library.check("in another codec")
  }

  @Test(
    "The log of a new store is pressed hard against its bound", arguments: ["journal", "sqlite"],
    ["packed", "varint.z"])
  func logBound(level: String, codec: String) throws {
    let library = try Library("monolith", elements: 3)
    let outcome = try library.migrate(to: level, codec: level == "journal" ? codec : nil)
    guard case .migrated(_, let trials, _) = outcome.result else { return }
    let longest = try #require(trials.logByteCount)
    let bound = try #require(trials.logByteCountMax)
    #expect(longest <= bound)
    #expect(longest > bound / 3)
  }

  @Test("A log beyond its bound, or left behind, fails the trial")
  func overgrownLog() throws {
    let page = PageID(rawValue: 1)
    let bound = try #require(
      LogBound(SQLiteBackend<SQLiteStandard>.self, directory: "/nowhere", DocumentID(rawValue: 2), page))
    try MigrationTrials.judge(bound.byteCountMax, left: 0, bound)
    #expect(throws: MigrationError.self) { try MigrationTrials.judge(bound.byteCountMax + 1, left: 0, bound) }
    #expect(throws: MigrationError.self) { try MigrationTrials.judge(0, left: 1, bound) }
  }

  @Test("A dry run says what is needed and touches nothing")
  func dryRun() throws {
    let library = try Library("journal")
    let before = try library.files()
    let outcome = try library.migrate(to: "sqlite") { $0.isDryRun = true }
    guard case .planned(let needed, let free) = outcome.result else {
      Issue.record("not a plan")
      return
    }
    #expect(needed > 2 * outcome.inventory.pointCount * 16)
    #expect(free ?? 0 > 0)
    #expect(outcome.inventory.pageCount == 8)
    #expect(try library.files() == before)
    #expect(try library.neighbours == [])
  }

  @Test("The old store is kept whole where the user wants it, and the new one has its mode")
  func keepOld() throws {
    let library = try Library("journal")
    try SystemCalls.setMode(0o700, of: library.store)
    let before = try library.files()
    let kept = library.directory.path + "/kept"
    let outcome = try library.migrate(to: "sqlite") { $0.keepOld = kept }
    #expect(outcome.isMigrated)
    #expect(try library.files(at: kept) == before)
    #expect(SystemCalls.ownership(of: library.store)?.mode == 0o700)
    #expect(try library.neighbours == ["kept"])
    try library.check(at: kept, "kept")
    try library.check("new")
  }
}

extension MigrationOutcome {
  var isMigrated: Bool { if case .migrated = result { true } else { false } }
}
