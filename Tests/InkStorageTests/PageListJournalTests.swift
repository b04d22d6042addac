import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Pages that are added, deleted and moved, as frames behind the list in `document.json`.
@Suite("Journal of the list of pages") struct PageListJournalTests {
  static let list = Store.package + "/document.json"
  static let journal = Store.package + "/document.journal"

  /// A document whose list has been changed some times, and the list after each change.
  private func history(_ durability: Durability = .processCrash) throws -> (Store, [[UInt64]]) {
    let store = try Store("journal", durability: durability, pages: 3)
    func number(_ id: UInt64) -> PageID { PageID(rawValue: id) }
    let info = PageInfo(
      id: number(9), canvas: Canvas(width: 10, height: -20), createdMilliseconds: 0x0102_0304_0506)
    try store.backend.addPage(info, at: 1)
    try store.backend.movePage(number(3), to: 0)
    try store.backend.deletePage(number(2))
    try store.backend.addPage(PageInfo(id: number(10)), at: 0)
    return (store, [[1, 2, 3], [1, 9, 2, 3], [3, 1, 9, 2], [3, 1, 9], [10, 3, 1, 9]])
  }

  private func pages(_ store: Store) throws -> [UInt64] {
    let info = try store.backend.openDocument(Store.document)
    return info.pages.map(\.id.rawValue)
  }

  @Test("A change of the list is one frame, whatever the length of the list", arguments: [3, 300])
  func frames(pages: Int) throws {
    let store = try Store("journal", pages: pages)
    let before = try store.directory.read(Self.list)
    let info = PageInfo(
      id: PageID(rawValue: 0x999), canvas: Canvas(width: 10, height: -20), createdMilliseconds: 0x0102_0304)
    try store.backend.addPage(info, at: 2)
    try store.backend.movePage(info.id, to: 1)
    try store.backend.deletePage(PageID(rawValue: 1))
    #expect(try store.directory.read(Self.list) == before)
    let generation = try DocumentFile.decode(before.rawSpan, path: "").generation
    let little = JournalBytes.little as (UInt64) -> [UInt8]
    let index = JournalBytes.little as (UInt32) -> [UInt8]
    let added = index(2) + little(0x999) + index(10) + index(UInt32(bitPattern: -20)) + little(0x0102_0304)
    #expect(
      try store.directory.read(Self.journal)
        == JournalBytes.make(
          codec: "", kind: 2, subject: 0xD0C, generation: try #require(generation),
          [(0x90, added), (0xD2, little(0x999) + index(1)), (0xD1, little(1))]))
    try store.restart()
    let opened = try store.backend.listLibrary()
    #expect(opened.map(\.pageCount) == [pages])
  }

  @Test("A list's journal cut at any byte gives the newest list that is whole, and the shelf the same")
  func truncation() throws {
    let (store, lists) = try history()
    let whole = try store.directory.read(Self.journal)
    let ends = JournalBytes.saves(of: whole).map(\.upperBound)
    #expect(ends.count == 4)
    for count in 0...whole.count {
      try store.become("journal")
      _ = try store.directory.write(Array(whole.prefix(count)), to: Self.journal)
      let wanted = lists[ends.filter { $0 <= count }.count]
      #expect(try store.backend.listLibrary().map(\.pageCount) == [wanted.count])
      #expect(try pages(store) == wanted, "\(count) bytes")
    }
  }

  @Test("What is changed after a tail that was torn anywhere comes back, and no frame twice")
  func appendAfterTornTail() throws {
    let (store, lists) = try history()
    let list = try store.directory.read(Self.list)
    let whole = try store.directory.read(Self.journal)
    let ends = JournalBytes.saves(of: whole).map(\.upperBound)
    for count in 0..<whole.count {
      try store.become("journal")
      _ = try store.directory.write(list, to: Self.list)
      _ = try store.directory.write(Array(whole.prefix(count)), to: Self.journal)
      var wanted = lists[ends.filter { $0 <= count }.count]
      _ = try pages(store)
      for _ in 0..<2 {
        try store.backend.movePage(PageID(rawValue: wanted[0]), to: wanted.count - 1)
        wanted.append(wanted.removeFirst())
      }
      try store.become("journal")
      #expect(try pages(store) == wanted, "\(count) bytes")
    }
  }

  @Test(
    "A byte that changes in a list's journal is damage, but in its last change",
    arguments: [
      Durability.processCrash, .powerDurable,
    ])
  func flips(durability: Durability) throws {
    let (store, lists) = try history(durability)
    let whole = try store.directory.read(Self.journal)
    let last = try #require(JournalBytes.saves(of: whole).last)
    for offset in whole.indices {
      var bytes = whole
      bytes[offset] ^= 1 << UInt8(offset % 8)
      try store.become("journal")
      _ = try store.directory.write(bytes, to: Self.journal)
      let before = try store.files()
      if last.contains(offset) {
        #expect(try pages(store) == lists[3], "byte \(offset)")
      } else {
        #expect("byte \(offset)") { try pages(store) } throws: {
          if case StorageError.damaged(store.path(Self.journal), _) = $0 { true } else { false }
        }
        #expect(try store.backend.listLibrary().count == 1)
        #expect(try store.files() == before)
      }
    }
  }

  @Test("Frames that pass their checksums and make no sense are damage")
  func senselessFrames() throws {
    let store = try Store("journal", pages: 2)
    let list = try store.directory.read(Self.list)
    let generation = try #require(try DocumentFile.decode(list.rawSpan, path: "").generation)
    let page = JournalBytes.little(UInt64(1))
    for frame in [
      (0x90, [1]), (0x90, [UInt8](repeating: 0, count: 29)), (0x91, page + [0]), (0x91, page.map { _ in 7 }),
      (0x92, page + [9, 0, 0, 0]), (0x92, page), (0x81, page), (0xBF, page),
    ] as [(UInt8, [UInt8])] {
      try store.become("journal")
      let bytes = JournalBytes.make(codec: "", kind: 2, subject: 0xD0C, generation: generation, [frame])
      _ = try store.directory.write(bytes, to: Self.journal)
      #expect("\(frame)") { try pages(store) } throws: {
        if case StorageError.damaged(store.path(Self.journal), _) = $0 { true } else { false }
      }
    }
    for (bytes, found) in [(1 as UInt32, 1), (3, 3)] {
      let journal = JournalBytes.make(
        codec: "", kind: 2, subject: 0xD0C, generation: generation, version: bytes, [])
      _ = try store.directory.write(journal, to: Self.journal)
      #expect(
        throws: StorageError.unsupportedVersion(
          path: store.path(Self.journal), found: found, newestKnown: 2)
      ) { try pages(store) }
    }
  }

  @Test("The journal of an earlier list never continues a later one, even one that reads the same")
  func staleGenerations() throws {
    let store = try Store("journal", pages: 2)
    try store.backend.movePage(PageID(rawValue: 1), to: 1)
    let old = try store.directory.read(Self.journal)
    try store.backend.movePage(PageID(rawValue: 1), to: 0)
    try store.backend.closeDocument()
    #expect(!SystemCalls.exists(store.path(Self.journal)))
    // The list is as it was when the journal began, and the disk brings the journal back.
    try store.become("journal")
    _ = try store.directory.write(old, to: Self.journal)
    #expect(try pages(store) == [1, 2])
    try store.backend.closeDocument()
    #expect(!SystemCalls.exists(store.path(Self.journal)))
    // The same document made anew over what another has left.
    try store.become("journal")
    try SystemCalls.remove(store.path(Self.list))
    _ = try store.directory.write(old, to: Self.journal)
    try store.backend.createDocument(Fixtures.document(pages: 2))
    _ = try store.directory.write(old, to: Self.journal)
    try store.become("journal")
    #expect(try pages(store) == [1, 2])
  }

  @Test("A page that is deleted and added again is empty, whatever its old journal held")
  func pageAddedAgain() throws {
    let store = try Store("journal", pages: 2)
    var page = try store.open(2)
    try store.draw(&page, id: 1)
    let journal = Store.package + "/pages/0000000000000002.journal"
    let old = try store.directory.read(journal)
    try store.backend.deletePage(page.id)
    try store.backend.addPage(PageInfo(id: page.id), at: 0)
    #expect(try store.open(2).elements.isEmpty)
    try store.restart { _ = try store.directory.write(old, to: journal) }
    #expect(try store.open(2).elements.isEmpty)
  }

  @Test("The list is compacted at its threshold, in pauses, on export and on close, and not before")
  func thresholds() throws {
    let store = try Store("journal", pages: 3)
    var wanted: [UInt64] = [1, 2, 3]
    func change() throws {
      try store.backend.movePage(PageID(rawValue: wanted[0]), to: 2)
      wanted.append(wanted.removeFirst())
    }
    func length() -> Int { SystemCalls.size(ofFileAt: store.path(Self.journal)) ?? 0 }
    try change()
    try store.backend.idle(milliseconds: 5_000)
    #expect(length() == 64 + 25)
    while length() <= 2_048 { try change() }
    try store.backend.idle(milliseconds: 100)
    #expect(length() > 2_048)
    try store.backend.idle(milliseconds: 1_000)
    #expect(length() == 0)
    var longest = 0
    repeat {
      try change()
      longest = max(longest, length())
    } while length() > 0
    #expect((4_096 - 24...4_096).contains(longest))
    try change()
    try store.backend.export(to: store.path("export"))
    #expect(length() == 0)
    let exported = try Files.read(store.path("export/document.json")) ?? []
    #expect(
      try DocumentFile.decode(exported.rawSpan, path: "").info.pages.map(\.id.rawValue) == wanted)
    try change()
    try store.backend.closeDocument()
    #expect(length() == 0)
    try store.become("journal")
    #expect(try pages(store) == wanted)
  }

  @Test("Closing after a crash removes the files of deleted pages, and none of those that were added")
  func orphans() throws {
    let (store, lists) = try history()
    var page = try store.open(9)
    try store.draw(&page, id: 1)
    try store.restart()
    try store.backend.closeDocument()
    let files = SoundStore.paths(under: store.path(Store.package + "/pages"), prefix: "")
    #expect(files == lists[4].sorted().map { PageID(rawValue: $0).name + ".content" })
    try store.become("journal")
    #expect(try pages(store) == lists[4])
    #expect(try store.open(9).hasSameContent(as: page))
  }

  @Test("The shelf shows the journalled list after a crash, with and without a manifest")
  func shelf() throws {
    let store = try Store("journal", pages: 3)
    try store.backend.deletePage(PageID(rawValue: 2))
    try store.become("journal")
    #expect(try store.backend.listLibrary().map(\.pageCount) == [2])
    try SystemCalls.remove(store.path(Store.package + "/manifest.json"))
    #expect(try store.backend.listLibrary().map(\.pageCount) == [2])
    #expect(try store.backend.listLibrary().map(\.title) == ["Fixture"])
    try store.become("snapshot")
    #expect(try store.backend.listLibrary().map(\.pageCount) == [2])
  }
}
