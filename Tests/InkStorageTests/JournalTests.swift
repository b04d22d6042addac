import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Journals") struct JournalTests {
  /// A store whose page has been saved some times, and the page as it was after each save.
  private func history(codec: String = "packed", saves: Int = 6) throws -> (Store, [Page]) {
    let store = try Store("journal", codec: codec)
    var page = try store.open()
    var versions = [page]
    var edits = ContractEdits(seed: 3)
    edits.pointsMax = 12
    for _ in 0..<saves {
      var arena = InkArena()
      var list: [Edit] = []
      for _ in 0..<3 {
        let edit = edits.next(for: page, &arena)
        try page.apply(edit, from: arena)
        list.append(edit)
      }
      try store.save(page, list, arena)
      versions.append(page)
    }
    return (store, versions)
  }

  private func version(of page: Page, among versions: [Page]) -> Int? {
    versions.lastIndex { $0.hasSameContent(as: page) }
  }

  /// The page that a store's snapshot and a journal of the given bytes make.
  private func replay(_ journal: [UInt8], in store: Store) throws -> Page {
    let environment = StoreEnvironment(
      directory: store.directory.path, durability: .processCrash, codec: store.codec)
    var snapshots = PageFileReader(environment)
    var journals = PageEditReader(environment)
    var page = Page(id: PageID(rawValue: 1))
    let header = try snapshots.read(store.path(Store.page), of: page.id, into: &page)
    let path = try store.directory.write(journal, to: "probe.journal")
    _ = try journals.replay(path, generation: header.generation, onto: &page)
    return page
  }

  @Test("A journal cut at any byte gives the newest version that is whole", arguments: ["json", "packed"])
  func truncation(codec: String) throws {
    let (store, versions) = try history(codec: codec)
    let whole = try store.directory.read(Store.journal)
    var last = 0
    for count in 0...whole.count {
      let page = try replay(Array(whole.prefix(count)), in: store)
      let found = try #require(version(of: page, among: versions), "\(count) bytes")
      #expect(found >= last, "\(count) bytes give an older version than fewer bytes")
      last = found
    }
    #expect(last == versions.count - 1)
  }

  @Test(
    "A byte that changes in a journal is damage, but in its last save, which then counts as cut short",
    arguments: ["json", "packed"])
  func flips(codec: String) throws {
    let (store, versions) = try history(codec: codec)
    let whole = try store.directory.read(Store.journal)
    let last = try #require(JournalBytes.saves(of: whole).last)
    for offset in whole.indices {
      var bytes = whole
      bytes[offset] ^= 1 << UInt8(offset % 8)
      do {
        let found = version(of: try replay(bytes, in: store), among: versions)
        #expect(found == versions.count - 2 && last.contains(offset), "byte \(offset)")
      } catch let error as StorageError {
        guard case .damaged(let path, let reason) = error else { throw error }
        #expect(path.hasSuffix("probe.journal") && reason.contains("at byte"), "byte \(offset): \(reason)")
        #expect(!last.contains(offset), "byte \(offset)")
      }
    }
  }

  @Test("What is saved after a torn tail comes back")
  func appendAfterTornTail() throws {
    for torn in [1, 5, 30, 100] {
      let (store, _) = try history()
      let whole = try store.directory.read(Store.journal)
      try store.restart {
        _ = try store.directory.write(Array(whole.dropLast(torn)), to: Store.journal)
      }
      var page = try store.open()
      try store.draw(&page, id: 9_001)
      try store.draw(&page, id: 9_002)
      try store.restart()
      #expect(try store.open().hasSameContent(as: page))
    }
  }

  @Test("A tail of whole frames without the end of their save does not count")
  func unfinishedSave() throws {
    let store = try Store("journal")
    var page = try store.open()
    try store.draw(&page, id: 1)
    let before = page
    let lengthBefore = try store.directory.read(Store.journal).count
    var arena = InkArena()
    let strokes = (2...4).map { Store.stroke(id: UInt64($0), points: 10, &arena) }
    try store.save(&page, strokes.enumerated().map { .put(.stroke($1), index: 1 + $0) }, arena)
    let bytes = try store.directory.read(Store.journal)
    let frame = (bytes.count - lengthBefore) / 3
    for whole in 0...2 {
      try store.restart {
        _ = try store.directory.write(Array(bytes.prefix(lengthBefore + whole * frame)), to: Store.journal)
      }
      #expect(try store.open().hasSameContent(as: before))
    }
  }

  @Test("A crash between snapshot and journal loses neither side and replays nothing twice")
  func interruptedCompaction() throws {
    let (store, versions) = try history()
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
    let (store, versions) = try history()
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

  @Test("The frames of an earlier life of the file don't pass for frames")
  func staleTail() throws {
    let (store, versions) = try history()
    let whole = try store.directory.read(Store.journal)
    let first = try #require(JournalBytes.frames(of: whole).first)
    // A frame of the same length, valid by itself but not in this place.
    let bytes = whole + whole[first]
    try store.restart { _ = try store.directory.write(bytes, to: Store.journal) }
    #expect(version(of: try store.open(), among: versions) == versions.count - 1)
    let reordered =
      Array(whole.prefix(first.lowerBound)) + whole[first] + whole[first] + whole[first.upperBound...]
    try store.restart { _ = try store.directory.write(reordered, to: Store.journal) }
    #expect(try #require(version(of: try store.open(), among: versions)) <= 1)
  }

  @Test("A save is one frame an edit, marked at the last")
  func frameLayout() throws {
    let (store, _) = try history(saves: 3)
    let journal = try store.directory.read(Store.journal)
    let types = JournalBytes.frames(of: journal).map { journal[$0.lowerBound + 8] }
    #expect(types.count == 9)
    #expect(types.map { $0 & 0x80 != 0 } == [false, false, true, false, false, true, false, false, true])
    #expect(Array(journal.prefix(8)) == Array("InkJrnl\0".utf8))
  }

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
    let (store, versions) = try history()
    try store.restart()
    try store.backend.closeDocument()
    #expect(!SystemCalls.exists(store.path(Store.journal)))
    try store.restart()
    #expect(try store.open().hasSameContent(as: try #require(versions.last)))
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

  @Test("A journal of another codec is read, and compacted by the next save")
  func otherCodec() throws {
    let (store, versions) = try history(codec: "json")
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

  @Test("A store with journals is not opened by level 0, which says why, and is when they are compacted")
  func downgrade() throws {
    let (store, versions) = try history()
    try store.become("snapshot")
    let before = try store.files()
    #expect(throws: DocumentPackage.journalled(store.path(Store.journal))) {
      try store.backend.openDocument(Store.document)
    }
    #expect("\(DocumentPackage.journalled("/j"))".contains("open the document with the journal backend"))
    #expect(try store.files() == before)
    try store.become("journal")
    _ = try store.backend.openDocument(Store.document)
    try store.backend.closeDocument()
    try store.become("snapshot")
    _ = try store.backend.openDocument(Store.document)
    #expect(try store.open().hasSameContent(as: try #require(versions.last)))
  }
}
