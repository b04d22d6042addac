import Dispatch
import Foundation
import InkModel
import InkStoreFixtures
import InkTestFixtures
import Synchronization
import Testing

@testable import InkStorage

/// What ends a migration before anything is written; the old store keeps every byte.
@Suite("Migration: refusals") struct MigrationRefusalTests {
  private func expect(
    _ kind: MigrationError.Kind, saying words: String, of library: Library, to target: String = "sqlite",
    _ change: (inout MigrationRequest) -> Void = { _ in }
  ) throws {
    let before = try library.files()
    let neighbours = try library.neighbours
    let error = #expect(throws: MigrationError.self) { try library.migrate(to: target, change) }
    #expect(error?.kind == kind, "\(String(describing: error))")
    #expect(error?.description.contains(words) ?? false, "\(String(describing: error)) lacks '\(words)'")
    #expect(try library.files() == before)
    #expect(try library.neighbours == neighbours)
  }

  private func overwrite(_ library: Library, _ path: String, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = try #require(try Files.read(library.store + path))
    change(&bytes)
    _ = try library.directory.write(bytes, to: "store" + path)
  }

  private func path(_ library: Library, containing part: String) throws -> String {
    try #require(try library.files().keys.sorted().first { $0.contains(part) })
  }

  @Test("A damaged page is named", arguments: ["snapshot", "journal"])
  func damagedPage(backend: String) throws {
    let library = try Library(backend)
    let page = library.documents[1].info.pages[2].id.name
    let file = try path(library, containing: page + ".content")
    try overwrite(library, file) { $0[$0.count - 1] ^= 1 }
    try expect(.damaged, saying: "page 3 of 'No. 2", of: library)
    try expect(.damaged, saying: page + ".content", of: library)
  }

  @Test("A damaged image is named, and a missing one")
  func damagedImage() throws {
    let library = try Library("snapshot", elements: 40)
    let file = try path(library, containing: "/assets/0000000000000001.jpg")
    try overwrite(library, file) { $0[0] ^= 1 }
    try expect(.damaged, saying: "image 0000000000000001 on page", of: library)
    try SystemCalls.remove(library.store + file)
    try expect(.damaged, saying: "the store does not have it", of: library)
  }

  @Test("A newer format is refused")
  func newerFormat() throws {
    let library = try Library("snapshot")
    try overwrite(library, try path(library, containing: "/document.json")) { bytes in
      bytes = Array(
        String(decoding: bytes, as: UTF8.self).replacing("\"version\":", with: "\"version\":9").utf8)
    }
    try expect(.damaged, saying: "use a newer program", of: library)
    let database = try Library("sqlite", leavesOpen: false)
    // `user_version` in the database's header.
    try overwrite(database, try path(database, containing: ".sqlite")) { $0[60] = 9 }
    try expect(.damaged, saying: "use a newer program", of: database, to: "snapshot")
  }

  @Test(
    "Files that are not the store's are not removed with it",
    arguments: [
      "/notes.txt", "/00000000000000ab.sqlite-wal", "/backup.lnote/document.json", "/@/notes.txt",
      "/@/pages/notes.txt", "/@/assets/holiday.jpg", "/@/assets/more/0000000000000001.jpg",
      "/@/thumbnails/notes.txt", "/@/thumbnails/0000000000000001.jpg/notes.txt", "/@/notes.tmp",
      "/@/pages/0000000000000001.jpg",
    ])
  func foreign(pattern: String) throws {
    let library = try Library("snapshot")
    let name = pattern.replacing("@", with: library.documents[0].info.id.name + PackagePaths.packageSuffix)
    let directory = parentDirectory(of: library.store + name)
    _ = try SystemCalls.makeDirectory(directory)
    _ = try library.directory.write([1], to: "store" + name)
    try expect(.refused, saying: name.dropFirst() + "' is not the store's own", of: library)
    #expect(try library.migrate(to: "sqlite") { $0.keepOld = library.directory.path + "/kept" }.isMigrated)
    #expect(SystemCalls.exists(library.directory.path + "/kept" + name))
  }

  @Test("Foreign files beside a database's images, and in its lock, are all counted, by dry runs too")
  func foreignBesideDatabase() throws {
    let library = try Library("sqlite", leavesOpen: false)
    let images = library.store + "/" + library.documents[0].info.id.name + SQLiteSchema.assetDirectorySuffix
    for path in [images, images + "/album", images + "/album/empty"] {
      _ = try SystemCalls.makeDirectory(path)
    }
    let byte: [UInt8] = [1]
    // One of ours, which is no reason to refuse.
    try Files.replace(images + "/0000000000000001.jpg.tmp", with: byte.rawSpan, syncing: false)
    for name in ["/album/holiday.jpg", "/album/notes.txt", "/notes.txt"] {
      try Files.replace(images + name, with: byte.rawSpan, syncing: false)
    }
    try Files.replace(library.store + "/lock", with: byte.rawSpan, syncing: false)
    for isDryRun in [false, true] {
      try expect(.refused, saying: "and 4 more are not the store's own", of: library, to: "snapshot") {
        $0.isDryRun = isDryRun
      }
    }
  }

  @Test("What is no store, or two at once, is refused")
  func unknown() throws {
    let library = try Library("snapshot")
    _ = try library.directory.write([1], to: "store/00000000000000ab.sqlite")
    try expect(.refused, saying: "mixes documents of different backends, '.lnote' and '.sqlite'", of: library)
    let directory = library.directory.path
    _ = try SystemCalls.makeDirectory(directory + "/empty")
    try expect(.refused, saying: "holds no document", of: library) { $0.store = directory + "/empty" }
    try expect(.unreadable, saying: "there is no store", of: library) { $0.store = directory + "/none" }
    _ = try library.directory.write([1], to: "file")
    try expect(.refused, saying: "is not a directory", of: library) { $0.store = directory + "/file" }
  }

  @Test("A place for the old store that is taken or elsewhere is refused")
  func keepOld() throws {
    let library = try Library("snapshot")
    _ = try SystemCalls.makeDirectory(library.directory.path + "/taken")
    try expect(.refused, saying: "exists already", of: library) {
      $0.keepOld = library.directory.path + "/taken"
    }
    try expect(.refused, saying: "not in a directory on the store's file system", of: library) {
      $0.keepOld = "/proc/old"
    }
    // Where there is nothing to do, too.
    for target in ["sqlite", "snapshot"] {
      for (path, words) in [
        (library.store, "exists already"), (library.store + "/old", "is in the store"),
        (library.store + "/../store/old", "is in the store"),
        (library.store + ".migrating", "where it is migrated"),
        (library.directory.path + "/none/old", "no directory that could hold"),
      ] {
        try expect(.refused, saying: words, of: library, to: target) { $0.keepOld = path }
      }
    }
  }

  @Test("A store without a document of the backend that is said to have written it is not emptied")
  func wrongSource() throws {
    let library = try Library("snapshot")
    for (target, isDryRun) in [("journal", false), ("journal", true), ("sqlite", false)] {
      try expect(.refused, saying: "/store' holds no document of sqlite", of: library, to: target) {
        $0.source = BuiltInBackends.named("sqlite")
        $0.isDryRun = isDryRun
      }
    }
    let empty = library.directory.path + "/empty"
    _ = try SystemCalls.makeDirectory(empty)
    try expect(.refused, saying: "holds no document of outside", of: library) {
      $0.source = OutsideStore.self
      $0.store = empty
    }
  }

  @Test("Another directory of the name that a migration needs is left alone")
  func takenName() throws {
    let library = try Library("snapshot")
    _ = try SystemCalls.makeDirectory(library.store + ".migrating")
    _ = try library.directory.write([1], to: "store.migrating/thesis.txt")
    try expect(.refused, saying: "was not made by a migration", of: library)
    #expect(try library.directory.read("store.migrating/thesis.txt") == [1])
  }

  @Test("A document that lost its list of pages is not taken for one that never was")
  func lostList() throws {
    let library = try Library("snapshot")
    try SystemCalls.remove(library.store + path(library, containing: "/document.json"))
    try expect(.damaged, saying: "can't be opened: restore it", of: library)
  }

  @Test("Whoever waits for a store's lock while another store takes its place gets that store's lock")
  func lockOfExchangedStore() throws {
    let directory = try TemporaryDirectory.inMemory()
    let (store, other) = (directory.path + "/store", directory.path + "/other")
    for path in [store, other] { _ = try SystemCalls.makeDirectory(path) }
    _ = try StoreLock(directory: other)
    var held: StoreLock? = try StoreLock(directory: store)
    let waiter = Waiter(store)
    waiter.start()
    // It has opened the old lock by then; if not, it only has an easier task.
    Thread.sleep(forTimeInterval: 0.05)
    #expect(try SystemCalls.exchange(store, with: other))
    withExtendedLifetime(held) {}
    held = nil
    let lock = waiter.result()
    #expect(lock != nil)
    #expect(throws: StorageError.self) { try StoreLock(directory: store) }
    _ = try StoreLock(directory: other)
    withExtendedLifetime(lock) {}
  }

  @Test("A store that another process has is refused, and others are kept out of one that moves")
  func locks() throws {
    let library = try Library("snapshot")
    try withExtendedLifetime(try StoreLock(directory: library.store)) {
      try expect(.refused, saying: "in use by another process", of: library)
    }
    var locked: Set<MigrationStep> = []
    let watch = MigrationWatch(report: { _, step in
      // Once a step: also while no backend has the old store open.
      guard step != .reading, locked.insert(step).inserted else { return }
      #expect(throws: StorageError.self, "\(step)") { try StoreLock(directory: library.store) }
      #expect(throws: MigrationError.self, "\(step)") { try library.migrate(to: "journal") }
    })
    #expect(try Migration(library.request(to: "sqlite"), watch).run().isMigrated)
    #expect(locked == [.copying, .verifying, .trials, .swapping])
    _ = try StoreLock(directory: library.store)
  }
}

/// Waits for a store's lock on a thread of its own.
private final class Waiter: Sendable {
  private let directory: String
  private let end = DispatchSemaphore(value: 0)
  private let lock = Mutex<StoreLock?>(nil)

  init(_ directory: String) { self.directory = directory }

  func start() {
    let hasStarted = DispatchSemaphore(value: 0)
    // No thread of a pool, which other tests may have filled.
    Thread.detachNewThread {
      hasStarted.signal()
      let taken = try? StoreLock(directory: self.directory)
      self.lock.withLock { $0 = taken }
      self.end.signal()
    }
    hasStarted.wait()
  }

  func result() -> StoreLock? {
    end.wait()
    return lock.withLock { $0 }
  }
}
