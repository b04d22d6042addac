import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// When journals are compacted, and that nothing is lost by it.
@Suite("Compaction of journals") struct JournalCompactionTests {
  @Test("A journal is compacted at its threshold, in pauses, in the background and at page close")
  func thresholds() throws {
    let store = try Store("journal")
    var page = try store.open()
    var id: UInt64 = 0
    func grow(to bytes: Int) throws {
      repeat {
        id += 1
        try store.draw(&page, id: id, points: 500)
      } while try store.directory.read(Store.journal).count < bytes
    }
    for step in 0..<4 {
      try grow(to: 130 << 10)
      let before = store.recorder.counts[.compaction, default: 0]
      switch step {
      case 0:
        try store.backend.idle(milliseconds: 100)
        #expect(store.recorder.counts[.compaction, default: 0] == before)
        try store.backend.idle(milliseconds: 2_000)
      case 1: try store.backend.background(deadlineMilliseconds: 5_000)
      case 2:
        while SystemCalls.exists(store.path(Store.journal)) {
          id += 1
          try store.draw(&page, id: id, points: 500)
          #expect(SystemCalls.size(ofFileAt: store.path(Store.journal)) ?? 0 <= 256 << 10)
        }
      default: try store.backend.closePage(page.id)
      }
      #expect(store.recorder.counts[.compaction, default: 0] == before + 1)
      #expect(!SystemCalls.exists(store.path(Store.journal)))
    }
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("Closing the document compacts pages that were not opened since the crash")
  func closingCompactsAll() throws {
    let history = try JournalHistory()
    let (store, versions) = (history.store, history.versions)
    try store.restart()
    try store.backend.closeDocument()
    #expect(!SystemCalls.exists(store.path(Store.journal)))
    try store.restart()
    #expect(try store.open().hasSameContent(as: try #require(versions.last)))
  }

  @Test("A crash between snapshot and journal loses neither side and replays nothing twice")
  func interruptedCompaction() throws {
    let history = try JournalHistory()
    let (store, versions) = (history.store, history.versions)
    let oldSnapshot = try store.directory.read(Store.page)
    let oldJournal = try store.directory.read(Store.journal)
    var page = try #require(versions.last)
    try store.backend.closePage(page.id)
    #expect(!SystemCalls.exists(store.path(Store.journal)))
    let newSnapshot = try store.directory.read(Store.page)

    // The new snapshot has its name and the old journal is still there.
    try store.restart { _ = try store.directory.write(oldJournal, to: Store.journal) }
    #expect(try store.open().hasSameContent(as: page))
    try store.draw(&page, id: 9_001)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))

    // The new snapshot never got its name: only its temporary file is there.
    try store.restart {
      _ = try store.directory.write(oldSnapshot, to: Store.page)
      _ = try store.directory.write(oldJournal, to: Store.journal)
      _ = try store.directory.write(Array(newSnapshot.prefix(newSnapshot.count / 2)), to: Store.page + ".tmp")
    }
    page = try #require(versions.last)
    #expect(try store.open().hasSameContent(as: page))
    try store.draw(&page, id: 9_002)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A journal of a generation that was rolled back never replays on a later one")
  func generationsDoNotComeBack() throws {
    let history = try JournalHistory()
    let (store, versions) = (history.store, history.versions)
    let oldSnapshot = try store.directory.read(Store.page)
    try store.backend.closePage(PageID(rawValue: 1))
    var page = try store.open()
    try store.draw(&page, id: 9_001)
    let newJournal = try store.directory.read(Store.journal)
    // A power cut takes the new snapshot's name and leaves the journal that belongs to it.
    try store.restart {
      _ = try store.directory.write(oldSnapshot, to: Store.page)
      _ = try store.directory.write(newJournal, to: Store.journal)
    }
    page = try store.open()
    #expect(page.hasSameContent(as: versions[0]))
    try store.draw(&page, id: 9_002)
    try store.backend.closePage(page.id)
    try store.restart { _ = try store.directory.write(newJournal, to: Store.journal) }
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A journal of another codec is read, and compacted by the next save")
  func otherCodec() throws {
    let history = try JournalHistory(codec: "json")
    let (store, versions) = (history.store, history.versions)
    let other = try Store("journal", codec: "packed")
    for name in [Store.page, Store.journal] {
      _ = try other.directory.write(try store.directory.read(name), to: name)
    }
    try other.restart()
    var page = try other.open()
    #expect(page.hasSameContent(as: try #require(versions.last)))
    try other.draw(&page, id: 9_001)
    #expect(!SystemCalls.exists(other.path(Store.journal)))
    try other.restart()
    #expect(try other.open().hasSameContent(as: page))
  }

  @Test("Edits of a set that failed half-way are not applied twice")
  func partialFailure() throws {
    let store = try Store("journal", pages: 2)
    var first = try store.open(1)
    var second = try store.open(2)
    let obstacle = store.path(Store.package + "/pages/0000000000000002.journal")
    _ = try SystemCalls.makeDirectory(obstacle)
    var arena = InkArena()
    let edits = [
      [Edit.put(.stroke(Store.stroke(id: 1, &arena)), index: 0)],
      [Edit.put(.stroke(Store.stroke(id: 2, &arena)), index: 0)],
    ]
    try first.apply(edits[0][0], from: arena)
    try second.apply(edits[1][0], from: arena)
    let changes = ChangeSet(
      reason: .background, timeMilliseconds: 1,
      pages: [
        PageChange(page: first, edits: edits[0], arena: arena),
        PageChange(page: second, edits: edits[1], arena: arena),
      ])
    #expect(throws: StorageError.self) { try store.backend.save(changes) }
    try SystemCalls.removeDirectory(obstacle)
    try store.backend.save(changes)
    try store.restart()
    #expect(try store.open(1).hasSameContent(as: first))
    #expect(try store.open(2).hasSameContent(as: second))
  }
}
