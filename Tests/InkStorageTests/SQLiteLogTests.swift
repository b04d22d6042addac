import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("The write-ahead log") struct SQLiteLogTests {
  @Test("Releasing the store checkpoints nothing, closing the document leaves one file")
  func closing() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    for id in 1...5 as ClosedRange<UInt64> { try store.draw(&page, id: id) }
    let size = try store.directory.read(Store.database).count
    try store.restart {
      let sizeAfter = try store.directory.read(Store.database).count
      #expect(sizeAfter == size)
      #expect(SystemCalls.size(ofFileAt: store.path(LoggedDatabase.log)) ?? 0 > 0)
    }
    #expect(try store.open().hasSameContent(as: page))
    try store.backend.closeDocument()
    #expect(!SystemCalls.exists(store.path(LoggedDatabase.log)))
    #expect(!SystemCalls.exists(store.path(Store.database + "-shm")))
    #expect(store.recorder.counts[.checkpoint] == 1)
  }

  @Test("A long log is checkpointed by the save that made it long")
  func longLog() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    var id: UInt64 = 0
    while store.recorder.counts[.checkpoint] == nil, id < 200 {
      id += 1
      try store.draw(&page, id: id, points: 2_000)
    }
    #expect(store.recorder.counts[.checkpoint] == 1)
    #expect((80...130).contains(id), "\(id) strokes of eight pages each")
    try store.backend.idle(milliseconds: 60_000)
    #expect(store.recorder.counts[.checkpoint] == 1)
    for _ in 0..<40 {
      id += 1
      try store.draw(&page, id: id, points: 2_000)
    }
    try store.backend.idle(milliseconds: 60_000)
    #expect(store.recorder.counts[.checkpoint] == 2)
  }

  @Test("A save of one stroke writes as many frames as the schema says")
  func framesPerSave() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    for id in 1...40 as ClosedRange<UInt64> { try store.draw(&page, id: id, points: 164) }
    let before = store.logBytes
    for id in 41...80 as ClosedRange<UInt64> { try store.draw(&page, id: id, points: 164) }
    let frames = Double(store.logBytes - before) / Double(LoggedDatabase.frame) / 40
    #expect((4...5).contains(frames), "\(frames) frames a save")
  }

  @Test("The log stays below its bound, whatever is saved", arguments: ["sqlite", "sqlite-inline"])
  func bound(name: String) throws {
    let store = try Store(name, pages: 3)
    var page = try store.open()
    // The largest transaction here: 200 strokes of 16 KB and their way into both trees.
    let transaction = 200 * 6 * LoggedDatabase.frame
    var largest = 0
    var id: UInt64 = 0
    for round in 0..<60 {
      var arena = InkArena()
      var edits: [Edit] = []
      for _ in 0..<(round % 10 == 5 ? 200 : 10) {
        id += 1
        edits.append(.put(.stroke(Store.stroke(id: id, points: 1_000, &arena)), index: 0))
      }
      try store.save(&page, edits, arena)
      largest = max(largest, store.logBytes)
      try store.backend.movePage(PageID(rawValue: 3), to: round % 3)
      largest = max(largest, store.logBytes)
      #expect(largest <= SQLiteOptions.logBytesMax + transaction, "round \(round)")
    }
    #expect(largest > SQLiteOptions.logBytesMax, "the bound was never tried")
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("After an import, a pause or the background the log's file is short again")
  func shrinks() throws {
    let store = try Store("sqlite", pages: 2)
    let huge = Fixtures.page(strokes: 600, pointsPerStroke: 1_000)
    let moments: [(String, () throws -> Void)] = [
      ("the end of an import", { try store.backend.finishLoading() }),
      ("a pause", { try store.backend.idle(milliseconds: 1_000) }),
      ("the background", { try store.backend.background(deadlineMilliseconds: 5_000) }),
    ]
    for (name, moment) in moments {
      try store.backend.loadPage(huge)
      #expect(store.logBytes > 2 * SQLiteOptions.logBytesMax, "before \(name)")
      try moment()
      #expect(store.logBytes <= SQLiteOptions.logBytesMax, "after \(name)")
    }
    #expect(try store.open().hasSameContent(as: huge))
  }

  @Test("Changes of the list of pages keep the bound as well", arguments: ["add", "move", "delete"])
  func pageOperations(operation: String) throws {
    let count = 1_200
    let store = try Store("sqlite", pages: operation == "add" ? 1 : count)
    for id in 1...UInt64(count) {
      switch operation {
      case "add": try store.backend.addPage(PageInfo(id: PageID(rawValue: id + 10_000)), at: 1)
      case "move": try store.backend.movePage(PageID(rawValue: id), to: 0)
      default: try store.backend.deletePage(PageID(rawValue: id))
      }
    }
    #expect(store.logBytes <= SQLiteOptions.logBytesMax + 100 * LoggedDatabase.frame)
    // Each writes at least one frame.
    #expect(store.recorder.counts[.checkpoint] ?? 0 >= 1)
  }

  @Test("A program that reads an old state holds the log up, and once it ends the log is short again")
  func longReader() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    try store.draw(&page, id: 1)
    let reader = try store.connection()
    try reader.execute("BEGIN; SELECT count(*) FROM elements")
    for id in 2...300 as ClosedRange<UInt64> { try store.draw(&page, id: id, points: 2_000) }
    try store.backend.idle(milliseconds: 60_000)
    #expect(store.logBytes > SQLiteOptions.logBytesMax)
    // An export by checkpoint can't be made meanwhile, and says why.
    #expect(throws: StorageError.locked(path: store.path(Store.database))) {
      try store.backend.export(to: store.path("copy"))
    }
    #expect(!SystemCalls.exists(store.path("copy")) && !SystemCalls.exists(store.path("copy.tmp")))
    try reader.execute("COMMIT")
    try store.backend.idle(milliseconds: 60_000)
    #expect(store.logBytes <= SQLiteOptions.logBytesMax)
    try store.backend.export(to: store.path("copy"))
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("The presets with automatic checkpoints do nothing in pauses")
  func automatic() throws {
    for name in ["sqlite-inline", "sqlite-grdb"] {
      let store = try Store(name)
      var page = try store.open()
      for id in 1...60 as ClosedRange<UInt64> { try store.draw(&page, id: id, points: 2_000) }
      let size = SystemCalls.size(ofFileAt: store.path(Store.database))
      try store.backend.idle(milliseconds: 4_000)
      try store.backend.background(deadlineMilliseconds: 5_000)
      #expect(SystemCalls.size(ofFileAt: store.path(Store.database)) == size)
      #expect(store.recorder.counts[.checkpoint] == nil)
      for id in 61...200 as ClosedRange<UInt64> { try store.draw(&page, id: id, points: 2_000) }
      #expect(SystemCalls.size(ofFileAt: store.path(Store.database)) ?? 0 > 1_000_000)
      #expect(store.recorder.counts[.checkpoint] == nil)
      try store.restart()
      #expect(try store.open().hasSameContent(as: page))
    }
  }

  @Test("A log cut short anywhere leaves one of the states that were saved")
  func truncatedLog() throws {
    let database = try LoggedDatabase(saves: 6)
    let seen = try (0...100).map { percent in
      try database.state(Array(database.log.prefix(database.log.count * percent / 100)), "\(percent) %")
    }
    // The more of the log is left, the newer the state.
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 ?? -1 <= $1 ?? -1 })
    #expect(seen.first == .some(nil) && seen.last == 6 && Set(seen).count == 8, "\(seen)")
  }
}
