import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Settings of a database") struct SQLiteSettingsTests {
  private func setting(_ name: String, _ connection: SQLiteConnection) throws -> String {
    let row = try connection.statement("PRAGMA \(name)")
    defer { row.reset() }
    return try row.step() ? row.text(0) : ""
  }

  @Test(
    "The settings of the live connection are what the preset and the durability class need",
    arguments: SQLitePresetNames.all, Durability.allCases)
  func settings(name: String, durability: Durability) throws {
    let type = try #require(BuiltInBackends.named(name))
    guard type.traits.durabilities.contains(durability) else { return }
    let store = try Store(name, durability: durability)
    // As it was created, and as it is opened.
    for _ in 0..<2 {
      let connection = try store.liveConnection()
      let isPool = name == "sqlite-grdb"
      let isRollback = name == "sqlite-rollback"
      let synchronous =
        isPool
        ? "1"
        : isRollback
          ? "2" : [.processCrash: "0", .powerConsistent: "1", .powerDurable: "2"][durability]
      #expect(try setting("synchronous", connection) == synchronous)
      #expect(try setting("journal_mode", connection) == (isRollback ? "delete" : "wal"))
      #expect(try setting("secure_delete", connection) == "0")
      let isAutomatic = isPool || name == "sqlite-inline"
      if !isRollback {
        #expect(try setting("wal_autocheckpoint", connection) == (isAutomatic ? "1000" : "0"))
        #expect(try setting("journal_size_limit", connection) == (isPool ? "-1" : "4120032"))
      }
      #expect(try setting("foreign_keys", connection) == (isPool ? "1" : "0"))
      try store.restart()
    }
  }

  @Test("Only classes that a preset can keep are claimed")
  func claims() throws {
    for name in SQLitePresetNames.all {
      let traits = try #require(BuiltInBackends.named(name)).traits
      #expect(traits.isStandard == (name == "sqlite") && traits.level == 2 && traits.unit == .document)
      let isShort = ["sqlite-grdb", "sqlite-rollback"].contains(name)
      #expect(traits.durabilities == (isShort ? [.processCrash, .powerConsistent] : Durability.allCases))
    }
  }

  @Test("Opening as GRDB does writes to an empty log, and leaves no table behind")
  func openingWrites() throws {
    for (name, isWriting) in [("sqlite", false), ("sqlite-grdb", true)] {
      let store = try Store(name)
      try store.backend.closeDocument()
      #expect(store.logBytes == 0)
      _ = try store.backend.openDocument(Store.document)
      #expect((store.logBytes > 0) == isWriting)
      #expect(try store.liveConnection().integer("SELECT count(*) FROM sqlite_schema") == 6)
    }
  }
}
