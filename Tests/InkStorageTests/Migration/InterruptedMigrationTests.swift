import Foundation
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// A migration that is ended anywhere leaves the old store whole, or the new one, and the next one succeeds.
@Suite("Migration: interruptions", .serialized) struct InterruptedMigrationTests {
  @Test("Whenever the user asks to stop, the old store keeps every byte and nothing lies beside it")
  func asked() throws {
    let library = try Library("journal")
    let before = try library.files()
    var calls = 0
    var isDone = false
    while !isDone {
      calls += 1
      var left = calls
      let watch = MigrationWatch(isInterrupted: {
        left -= 1
        return left == 0
      })
      let request = try library.request(to: "sqlite")
      do throws(MigrationError) {
        _ = try Migration(request, watch).run()
        isDone = true
      } catch {
        #expect(error.kind == .interrupted)
        #expect(try library.files() == before)
        #expect(try library.neighbours == [])
      }
    }
    #expect(calls > 20)
    try library.check("in the end")
  }

  @Test(
    "A process that ends at any file operation leaves a whole store, and the next migration succeeds",
    arguments: [
      ("snapshot", "sqlite", "exchange"), ("sqlite", "snapshot", "exchange"),
      ("journal", "sqlite", "renames"),
    ])
  func killed(from: String, to: String, swap: String) throws {
    let count = try #require(try run(Library(from, documents: 1, elements: 4), to, swap, endAt: 0).operations)
    #expect(count > 100)
    // Near the end of the work stands the swap; elsewhere samples do.
    let swapping = (count - Self.operationsOfSwap)...(count + 1)
    let others = (1...Self.samples).map { count * $0 / (Self.samples + 1) + $0 % 3 }
    var places: Set<String> = []
    for number in Set(others).union(swapping).sorted() {
      let library = try Library(from, documents: 1, elements: 4)
      let ended = try run(library, to, swap, endAt: number, cut: number.isMultiple(of: 2))
      let comment = "\(from) to \(to), ended at \(number) of \(count)"
      let root = library.store + MigrationPlace.suffix
      if SystemCalls.exists(library.store) {
        try library.check(comment)
        let isOld = try StoreKind(ofStoreAt: library.store).documentSuffix == suffix(of: from)
        places.insert(isOld ? "old" : ended.operations == nil ? "new" : "done")
      } else {
        try library.check(at: root + "/old", with: from, comment)
        places.insert("none")
      }
      let outcome = try library.migrate(to: to)
      if case .planned = outcome.result { Issue.record("\(comment): a plan") }
      try library.check(with: to, "\(comment), and again")
      #expect(try library.neighbours == [], "\(comment)")
    }
    // Every stage was met, and a name that leads to nothing only where the two renames need it.
    #expect(places == (swap == "renames" ? ["old", "none", "new", "done"] : ["old", "new", "done"]))
  }

  private func suffix(of backend: String) throws -> String {
    try #require(StoreKind(rawValue: backend)).documentSuffix
  }

  /// More operations than the swap and the removal of a small store take.
  private static let operationsOfSwap = 36
  private static let samples = 8

  /// Migrates in a process of its own; the number of operations, nil if it ended before.
  private func run(
    _ library: Library, _ target: String, _ swap: String, endAt number: Int, cut: Bool = false
  ) throws -> (operations: Int?, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: try Built.path(of: "MigrationProbe"))
    process.arguments = [library.store, target, "packed", swap, "\(number)", cut ? "cut" : "whole"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(!output.hasPrefix("failed"), "\(output)")
    return (output.split(separator: " ").last.flatMap { Int($0.filter(\.isNumber)) }, output)
  }

  @Test("An old store that was kept aside by two renames is put back, and then migrated")
  func putBack() throws {
    let library = try Library("snapshot")
    let root = library.store + ".migrating"
    guard case .directory(let identity) = SystemCalls.place(library.store) else { return }
    do {
      _ = try MigrationPlace(store: library.store, MigrationNote(oldStore: identity.number, keepOld: nil))
    }
    try SystemCalls.rename(library.store, to: root + "/old")
    let outcome = try library.migrate(to: "sqlite")
    #expect(outcome.isMigrated)
    #expect(outcome.leftovers?.contains("its old form was put back") ?? false)
    try library.check()
    #expect(try library.neighbours == [])
  }

  @Test("An old store that was to be kept is kept by the next migration")
  func keptLater() throws {
    let library = try Library("snapshot")
    let kept = library.directory.path + "/kept"
    guard case .directory(let identity) = SystemCalls.place(library.store) else { return }
    // As after an exchange: another store has the name, and the old one lies in the migration's directory.
    do {
      let place = try MigrationPlace(
        store: library.store, MigrationNote(oldStore: identity.number, keepOld: kept))
      try StoreTree.copy(library.store, to: place.new)
      #expect(try SystemCalls.exchange(place.new, with: library.store))
      let error = #expect(throws: MigrationError.self) { try library.migrate(to: "sqlite") }
      #expect(error?.description.contains("being migrated by another process") ?? false)
      withExtendedLifetime(place) {}
    }
    #expect(try library.migrate(to: "sqlite").leftovers?.contains("kept at '\(kept)'") ?? false)
    #expect(SystemCalls.place(kept) == .directory(identity))
    try library.check(at: kept, "kept")
    try library.check("new")
  }

  @Test("What is left of another directory's migration is not touched")
  func otherDirectory() throws {
    let library = try Library("snapshot")
    let place = try MigrationPlace(store: library.store, MigrationNote(oldStore: 1, keepOld: nil)).new
    _ = try SystemCalls.makeDirectory(place)
    let error = #expect(throws: MigrationError.self) { try library.migrate(to: "sqlite") }
    #expect(error?.kind == .refused)
    #expect(SystemCalls.exists(place))
    try library.check()
  }

  @Test("A note of a newer version is refused")
  func newerNote() throws {
    let library = try Library("snapshot")
    _ = try SystemCalls.makeDirectory(library.store + ".migrating")
    _ = try library.directory.write(
      Array("inkbench-migration 2\nold-store 1\n\n".utf8), to: "store.migrating/migration")
    let error = #expect(throws: MigrationError.self) { try library.migrate(to: "sqlite") }
    #expect(error?.description.contains("format version 2") ?? false)
    try library.check()
  }
}
