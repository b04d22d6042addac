import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Journals of long pages alone") struct JournalHybridTests {
  private static let least = JournalHybrid.journalledElementsMin

  private func exists(_ store: Store) -> Bool { SystemCalls.exists(store.path(Store.journal)) }

  @Test(
    "A page gets a journal when it has grown, and loses it when it has shrunk", arguments: Durability.allCases
  )
  func transitions(durability: Durability) throws {
    let store = try Store("journal-hybrid", durability: durability)
    var page = try store.open()
    func check() throws {
      try store.restart()
      #expect(try store.open().hasSameContent(as: page))
      _ = try store.open()
    }
    for id in 1..<Self.least {
      try store.draw(&page, id: UInt64(id), points: 3)
      #expect(!exists(store))
    }
    #expect(store.recorder.counts[.compaction] == nil)
    try check()
    try store.draw(&page, id: 500)
    #expect(exists(store) && page.elements.count == Self.least)
    try check()
    try store.draw(&page, id: 501)
    try store.save(&page, [.remove(ElementID(rawValue: 500))])
    #expect(exists(store))
    // Back below: the snapshot takes the journal in.
    try store.save(&page, [.remove(ElementID(rawValue: 501))])
    #expect(!exists(store))
    #expect(store.recorder.counts[.compaction] == 1)
    try check()
    try store.draw(&page, id: 502)
    #expect(exists(store))
    try check()
  }

  @Test("A crash on the way down leaves one of the two, and never the journal on the new snapshot")
  func interruption() throws {
    let store = try Store("journal-hybrid")
    var page = try store.open()
    for id in 1...Self.least { try store.draw(&page, id: UInt64(id), points: 3) }
    let journal = try store.directory.read(Store.journal)
    try store.save(&page, [.remove(ElementID(rawValue: 1))])
    try store.restart { _ = try store.directory.write(journal, to: Store.journal) }
    #expect(try store.open().hasSameContent(as: page))
    // The stale journal goes with the next save, whichever form that has.
    try store.save(&page, [.remove(ElementID(rawValue: 2))])
    #expect(!exists(store))
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("Its stores and those of the other journal are the same")
  func exchange() throws {
    let history = try JournalHistory()
    let newest = try #require(history.versions.last)
    try history.store.become("journal-hybrid")
    _ = try history.store.backend.openDocument(Store.document)
    var page = try history.store.open()
    #expect(page.hasSameContent(as: newest))
    try history.store.draw(&page, id: 9_001)
    #expect(!exists(history.store))
    try history.store.become("journal")
    _ = try history.store.backend.openDocument(Store.document)
    #expect(try history.store.open().hasSameContent(as: page))
  }
}
