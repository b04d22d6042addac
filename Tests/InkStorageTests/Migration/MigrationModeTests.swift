import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// What becomes of the permissions of files and directories.
@Suite("Migration: permissions") struct MigrationModeTests {
  private func modes(_ library: Library) throws -> (files: Set<UInt32>, directories: Set<UInt32>) {
    var (files, directories): (Set<UInt32>, Set<UInt32>) = ([], [])
    for entry in try StoreTree.entries(of: library.store) where entry.path != "/lock" {
      let mode = try #require(SystemCalls.ownership(of: library.store + entry.path)).mode
      if case .directory = entry.place { directories.insert(mode) } else { files.insert(mode) }
    }
    return (files, directories)
  }

  @Test(
    "Private files stay private in every form", arguments: ["snapshot", "journal", "sqlite", "monolith"],
    ["snapshot", "sqlite"])
  func privateFiles(from: String, to: String) throws {
    guard from != to else { return }
    let library = try Library(from, leavesOpen: false)
    for entry in try StoreTree.entries(of: library.store) {
      let mode: UInt32 = if case .directory = entry.place { 0o700 } else { 0o600 }
      try SystemCalls.setMode(mode, of: library.store + entry.path)
    }
    try SystemCalls.setMode(0o700, of: library.store)
    #expect(try library.migrate(to: to).isMigrated)
    let modes = try modes(library)
    #expect(modes.files == [0o600])
    #expect(modes.directories.subtracting([0o700]) == [])
    #expect(SystemCalls.ownership(of: library.store)?.mode == 0o700)
    try library.check("private")
  }

  @Test("A permission that one old file has may be had by the new ones")
  func mixedFiles() throws {
    let library = try Library("sqlite", leavesOpen: false)
    let files = try StoreTree.entries(of: library.store).filter { $0.path.hasSuffix(".sqlite") }
    try SystemCalls.setMode(0o640, of: library.store + files[0].path)
    try SystemCalls.setMode(0o600, of: library.store + files[1].path)
    #expect(try library.migrate(to: "snapshot").isMigrated)
    #expect(try modes(library).files == [0o640])
  }

  @Test("What an interrupted migration left is removed, read-only or not")
  func readOnlyLeftovers() throws {
    let library = try Library("snapshot")
    guard case .directory(let identity) = SystemCalls.place(library.store) else { return }
    let new = library.store + ".migrating/new"
    do {
      _ = try MigrationPlace(store: library.store, MigrationNote(oldStore: identity.number, keepOld: nil))
      try StoreTree.copy(library.store, to: new)
      for entry in try StoreTree.entries(of: new) {
        if case .directory = entry.place { try SystemCalls.setMode(0o500, of: new + entry.path) }
      }
      try SystemCalls.setMode(0o555, of: new)
    }
    #expect(try library.migrate(to: "sqlite").leftovers?.contains("was removed") ?? false)
    #expect(try library.neighbours == [])
  }

  /// Root may write in any directory.
  private static let isBound: Bool = {
    guard let directory = try? TemporaryDirectory.inMemory() else { return false }
    try? SystemCalls.setMode(0o555, of: directory.path)
    defer { try? SystemCalls.setMode(0o755, of: directory.path) }
    return !SystemCalls.isWritable(directory.path)
  }()

  @Test("A read-only store is said to be that", .enabled(if: isBound, "a mode does not bind this user"))
  func readOnlyStore() throws {
    let library = try Library("snapshot")
    try SystemCalls.setMode(0o555, of: library.store)
    defer { try? SystemCalls.setMode(0o755, of: library.store) }
    let error = #expect(throws: MigrationError.self) { try library.migrate(to: "sqlite") }
    #expect(error?.kind == .refused)
    #expect(error?.description.contains("/store' is read-only for you") ?? false)
    #expect(try library.neighbours == [])
    try SystemCalls.setMode(0o755, of: library.store)
    #expect(try library.migrate(to: "sqlite").isMigrated)
  }
}
