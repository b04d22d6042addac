import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// What the bytes of a journal are worth: whole, torn, damaged, or from an earlier life.
@Suite("Journals") struct JournalTests {
  @Test("A journal cut at any byte gives the newest version that is whole", arguments: ["json", "packed"])
  func truncation(codec: String) throws {
    let history = try JournalHistory(codec: codec)
    let whole = try history.journal()
    let ends = JournalBytes.saves(of: whole).map(\.upperBound)
    #expect(ends.count == 6 && ends.last == whole.count)
    for count in 0...whole.count {
      let found = try history.version(replaying: Array(whole.prefix(count)))
      #expect(found == ends.filter { $0 <= count }.count, "\(count) bytes")
    }
  }

  @Test(
    "A byte that changes in a journal is damage, but in its last save, which then counts as cut short",
    arguments: [("json", Durability.processCrash), ("packed", .processCrash), ("packed", .powerDurable)])
  func flips(codec: String, durability: Durability) throws {
    let history = try JournalHistory(codec: codec, durability: durability)
    let whole = try history.journal()
    let last = try #require(JournalBytes.saves(of: whole).last)
    for offset in whole.indices {
      var bytes = whole
      bytes[offset] ^= 1 << UInt8(offset % 8)
      if last.contains(offset) {
        #expect(try history.version(replaying: bytes) == history.versions.count - 2, "byte \(offset)")
      } else {
        let reason = try #require(try history.damage(in: bytes), "byte \(offset) went unnoticed")
        #expect(reason.contains("at byte"), "\(reason)")
      }
    }
  }

  @Test("What no class promised is no damage: after a power cut some saved version is shown")
  func powerConsistent() throws {
    let history = try JournalHistory(durability: .powerConsistent)
    let whole = try history.journal()
    let saves = JournalBytes.saves(of: whole)
    for (number, save) in saves.enumerated() {
      var bytes = whole
      for offset in save { bytes[offset] = 0 }
      #expect(try history.version(replaying: bytes) == number)
    }
    // A sector that never arrived takes the header with it.
    #expect(try history.version(replaying: [UInt8](repeating: 0, count: 64) + whole.dropFirst(64)) == 0)
  }

  @Test("Within its last save a journal may have any holes that a power cut leaves")
  func holes() throws {
    let history = try JournalHistory(durability: .powerDurable)
    let whole = try history.journal()
    let last = try #require(JournalBytes.saves(of: whole).last)
    for start in last {
      var bytes = whole
      for offset in start..<min(start + 7, last.upperBound) { bytes[offset] = 0xA5 }
      guard bytes != whole else { continue }
      #expect(try history.version(replaying: bytes) == history.versions.count - 2, "hole at \(start)")
    }
    // The same hole one save earlier had been synced: that is damage.
    let earlier = JournalBytes.saves(of: whole)[4]
    var bytes = whole
    for offset in earlier.prefix(7) { bytes[offset] = 0xA5 }
    #expect(
      try history.damage(in: bytes)
        == "its bytes from \(earlier.lowerBound) on are broken, and a later save stands at byte \(last.lowerBound)"
    )
  }

  @Test("A damaged journal makes its page read-only, and nothing of it is touched")
  func damagedPage() throws {
    let history = try JournalHistory()
    let store = history.store
    var bytes = try history.journal()
    bytes[100] ^= 4
    try store.restart { _ = try store.directory.write(bytes, to: Store.journal) }
    let before = try store.files()
    #expect(throws: StorageError.self) { try store.open() }
    #expect(throws: StorageError.readOnlyPage(PageID(rawValue: 1))) {
      try store.save(Page(id: PageID(rawValue: 1)), [], InkArena())
    }
    try store.backend.idle(milliseconds: 60_000)
    try store.backend.closeDocument()
    #expect(try store.files() == before)
  }

  @Test("An export takes a damaged journal along, and does not pass off the older version as the page")
  func damagedExport() throws {
    let history = try JournalHistory()
    let store = history.store
    var bytes = try history.journal()
    bytes[100] ^= 4
    try store.restart { _ = try store.directory.write(bytes, to: Store.journal) }
    try store.backend.export(to: store.path("copy"))
    #expect(try store.directory.read("copy/pages/0000000000000001.journal") == bytes)
  }

  @Test("Random frames with right checksums, and random bytes, give a page or damage, and never a crash")
  func fuzzed() throws {
    let history = try JournalHistory(codec: "varint")
    let whole = try history.journal()
    let generation = whole.rawSpan.uint64(at: 40)
    let frames = JournalBytes.frames(of: whole).map { Array(whole[$0]) }
    var random = SplitMix64(seed: 8)
    var refused = 0
    for round in 0..<1_500 {
      var bytes = whole
      if round.isMultiple(of: 2) {
        let made = (0...random.below(3)).map { _ -> (type: UInt8, payload: [UInt8]) in
          let source = frames[random.below(frames.count)]
          var payload = Array(source.dropFirst(13))
          for _ in 0..<random.below(3) where !payload.isEmpty {
            payload[random.below(payload.count)] = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)]
          }
          return (UInt8(random.below(8)) | 0x80, payload)
        }
        bytes = JournalBytes.make(codec: "varint", generation: generation, made)
      } else {
        for _ in 0...random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      }
      if try history.damage(in: bytes, orAnyPage: true) != nil { refused += 1 }
    }
    #expect(refused > 500)
  }

  @Test("A journal in another page's place is damage")
  func swapped() throws {
    let store = try Store("journal", pages: 2)
    var first = try store.open(1)
    try store.draw(&first, id: 1)
    let second = Store.package + "/pages/0000000000000002.journal"
    try store.restart { try SystemCalls.rename(store.path(Store.journal), to: store.path(second)) }
    #expect(
      throws: StorageError.damaged(
        path: store.path(second), reason: "its header says that it is the journal of something else")
    ) { try store.open(2) }
  }

  @Test("What is saved after a tail that was torn anywhere comes back")
  func appendAfterTornTail() throws {
    let history = try JournalHistory(saves: 2, pointsMax: 4)
    let whole = try history.journal()
    for count in 0..<whole.count {
      try history.store.restart {
        _ = try history.store.directory.write(Array(whole.prefix(count)), to: Store.journal)
      }
      var page = try history.store.open()
      let found = try #require(history.version(of: page))
      #expect(found == JournalBytes.saves(of: whole).filter { $0.upperBound <= count }.count)
      let snapshot = try history.store.directory.read(Store.page)
      try history.store.draw(&page, id: 9_001)
      try history.store.draw(&page, id: 9_002)
      try history.store.restart()
      #expect(try history.store.open().hasSameContent(as: page), "cut at byte \(count)")
      _ = try history.store.directory.write(snapshot, to: Store.page)
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

  @Test("The frames of an earlier life of the file don't pass for frames")
  func staleTail() throws {
    let history = try JournalHistory()
    let whole = try history.journal()
    let newest = history.versions.count - 1
    let frames = JournalBytes.frames(of: whole)
    // Frames that are valid by themselves but not in this place, however many of them.
    for frame in frames {
      #expect(try history.version(replaying: whole + whole[frame]) == newest)
      #expect(try history.version(replaying: whole + whole[frame.lowerBound...]) == newest)
    }
    // A longer journal of an earlier generation lay in the same blocks: its end shows behind the new one's.
    let store = history.store
    try store.backend.closePage(PageID(rawValue: 1))
    var page = try store.open()
    try store.draw(&page, id: 9_001, points: 2)
    let short = try history.journal()
    #expect(short.count < whole.count)
    try store.restart {
      _ = try store.directory.write(short + whole[short.count...], to: Store.journal)
    }
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A save is one frame an edit, marked at its ends")
  func frameLayout() throws {
    let store = try JournalHistory(saves: 3).store
    let journal = try store.directory.read(Store.journal)
    let types = JournalBytes.frames(of: journal).map { journal[$0.lowerBound + 8] }
    #expect(types.map { $0 & 0xC0 } == [0, 0, 0x80, 0x40, 0, 0x80, 0x40, 0, 0x80])
    // Byte by byte as described, and as written.
    let snapshot = try store.directory.read(Store.page)
    let made = JournalBytes.make(
      generation: snapshot.rawSpan.uint64(at: 40),
      JournalBytes.frames(of: journal).map { (journal[$0.lowerBound + 8], Array(journal[$0.dropFirst(13)])) })
    #expect(made == journal)
    #expect(Array(journal.prefix(8)) == Array("InkJrnl\0".utf8))
  }
}
