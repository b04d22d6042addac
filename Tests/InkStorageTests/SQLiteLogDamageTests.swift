import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Damage in a log is told from a save that a crash cut short, wherever that can be told.
@Suite("Damaged write-ahead logs") struct SQLiteLogDamageTests {
  /// Bytes of a frame: page number, salts, both checksums, and the page's first, some and last.
  private static let bytesTried = [3, 9, 15, 16, 23, 24, 25, 1_001, 2_502, LoggedDatabase.frame - 1]

  @Test(
    "A flipped bit before the last save refuses the document, and one in it shows the save before",
    arguments: [Durability.processCrash, .powerDurable])
  func flips(durability: Durability) throws {
    let life = try LoggedDatabase("sqlite", durability, saves: 4)
    let commits = life.commits
    #expect(commits.count == 5 && commits.last == life.frameCount)
    for frame in 1...life.frameCount {
      for byte in Self.bytesTried {
        let bytes = life.flipped(LoggedDatabase.place(frame) + byte)
        // The commit that a frame follows is known by that frame, if it is damaged itself.
        if frame <= commits[3] {
          try life.expectRefusal(bytes, "its frame \(frame) is broken, and later saves follow it")
        } else {
          #expect(try life.state(bytes, "frame \(frame)") == 3, "frame \(frame), byte \(byte)")
        }
      }
    }
    #expect(try life.state(life.log, "sound") == 4)
  }

  @Test("Any byte of a log may change: the newest save may be missing, and no other without an error")
  func flipsAnywhere() throws {
    let life = try LoggedDatabase(saves: 3)
    var refusals = 0
    var states: Set<Int?> = []
    for offset in stride(from: 0, to: life.log.count, by: 97) {
      do {
        states.insert(try life.state(life.flipped(offset), "byte \(offset)"))
      } catch StorageError.damaged(life.store.path(LoggedDatabase.log), _) {
        refusals += 1
      }
    }
    #expect(states == [2] && refusals > 0)
  }

  @Test(
    "A log that was lost in part is damage, whether the pages behind it are zeros or none of ours",
    arguments: [0, 0xA5 as UInt8])
  func lostFrames(filling: UInt8) throws {
    let life = try LoggedDatabase(saves: 4)
    for frame in 1..<life.commits[2] {
      var bytes = life.log
      let end = LoggedDatabase.place(life.commits[2])
      for place in LoggedDatabase.place(frame)..<end { bytes[place] = filling }
      try life.expectRefusal(bytes, "its frame \(frame) is broken, and later saves follow it")
    }
  }

  @Test(
    "A log cut short anywhere is never refused", arguments: [Durability.processCrash, .powerDurable])
  func truncations(durability: Durability) throws {
    let life = try LoggedDatabase("sqlite", durability, saves: 4)
    var lengths = [0, 1, 31, 32]
    for frame in 1...life.frameCount {
      lengths += [-1, 0, 1, 23, 24, 25, 2_000].map { LoggedDatabase.place(frame) + $0 }
    }
    var newest = -1
    for length in lengths.sorted() {
      let state = try life.state(Array(life.log.prefix(length)), "\(length) bytes") ?? -1
      #expect(state >= newest, "\(length) bytes")
      newest = state
    }
    #expect(newest == 3)
  }

  @Test("Whatever bit of a log's header changes, saves that follow it are not dropped without a word")
  func header() throws {
    let life = try LoggedDatabase(saves: 3)
    for offset in 0..<LoggedDatabase.header {
      try life.expectRefusal(life.flipped(offset), "its header is broken, and saves follow it")
    }
    let zeros = [UInt8](repeating: 0, count: LoggedDatabase.header)
    try life.expectRefusal(
      zeros + life.log[LoggedDatabase.header...], "its header is broken, and saves follow it")
  }

  @Test("A log of one save looks like one that a crash cut short")
  func singleSave() throws {
    let life = try LoggedDatabase(saves: 1)
    _ = try life.state(life.log, "sound")
    try life.store.backend.closeDocument()
    try life.store.restart()
    try life.draw(2, points: 150)
    try life.keep()
    for offset in [0, 17, 30, 40, 60, life.log.count - 1] {
      #expect(try life.state(life.flipped(offset), "byte \(offset)") == 1, "byte \(offset)")
    }
    #expect(try life.state(life.log, "sound") == 2)
  }

  @Test(
    "Where a power cut may reorder saves, a broken log shows one of them",
    arguments: [("sqlite", Durability.powerConsistent), ("sqlite-grdb", .processCrash)])
  func unordered(name: String, durability: Durability) throws {
    let life = try LoggedDatabase(name, durability, saves: 3)
    for frame in 1...life.frameCount {
      let offset = LoggedDatabase.place(frame) + 100
      #expect(try life.state(life.flipped(offset), "frame \(frame)") != 3)
    }
  }
}

// MARK: - What a log may hold besides

extension SQLiteLogDamageTests {
  @Test(
    "A log that was begun anew over old frames is never refused", arguments: 1...4 as ClosedRange<UInt64>)
  func restarts(seed: UInt64) throws {
    let durability: Durability = seed % 2 == 0 ? .powerDurable : .processCrash
    let life = try LoggedDatabase("sqlite", durability, saves: 3)
    var random = SplitMix64(seed: seed)
    var withOldFrames = 0
    for id in 100...160 as ClosedRange<UInt64> {
      try life.draw(id, points: 1 + random.below(2_000))
      if random.chance(0.2) { try life.store.backend.background(deadlineMilliseconds: 5_000) }
      guard random.chance(0.4) else { continue }
      try life.keep()
      if life.currentFrames.count < life.frameCount { withOldFrames += 1 }
      #expect(try life.state(life.log, "stroke \(id)") == life.states.count - 1)
    }
    #expect(withOldFrames > 3)
  }

  @Test("Damage is found in a log that was begun anew as well")
  func restartedDamage() throws {
    let life = try LoggedDatabase(saves: 12)
    try life.store.backend.background(deadlineMilliseconds: 5_000)
    for id in 20...22 as ClosedRange<UInt64> { try life.draw(id, points: 150) }
    try life.keep()
    let commits = life.commits
    #expect(commits.count == 3 && life.currentFrames.count < life.frameCount)
    for frame in 1...commits[2] {
      let bytes = life.flipped(LoggedDatabase.place(frame) + 200)
      if frame <= commits[1] {
        try life.expectRefusal(bytes, "its frame \(frame) is broken, and later saves follow it")
      } else {
        #expect(try life.state(bytes, "frame \(frame)") == 14)
      }
    }
  }

  @Test("What saves that failed have left behind the log's end is no damage")
  func leftovers() throws {
    let life = try LoggedDatabase(saves: 3)
    // Each is torn in its first frame, so that the next one is written over it and leaves its end.
    let start = life.frameCount + 1
    for (id, points) in [(50, 20_000), (51, 8_000), (52, 3_000)] as [(UInt64, Int)] {
      try life.draw(id, points: points)
      try life.keep()
      #expect(try life.state(life.flipped(LoggedDatabase.place(start) + 500), "\(points)") == 3)
      life.dropState()
    }
    try life.draw(60, points: 10)
    try life.keep()
    // Those of creation, the four saves that are kept, and the ends of the three that are not.
    #expect(life.commits.count == 8)
    #expect(try life.state(life.log, "leftovers") == 4)
  }

  @Test("A log that was written on a big endian machine is judged alike")
  func bigEndian() throws {
    let life = try LoggedDatabase(saves: 3)
    life.makeBigEndian()
    #expect(try life.state(life.log, "sound") == 3)
    for frame in 1...life.commits[2] {
      try life.expectRefusal(
        life.flipped(LoggedDatabase.place(frame) + 77),
        "its frame \(frame) is broken, and later saves follow it")
    }
    try life.expectRefusal(life.flipped(3), "its header is broken, and saves follow it")
  }
}
