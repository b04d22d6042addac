import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// A database whose log holds all saves of one page, as the end of its process has left it.
final class LoggedDatabase {
  static let log = Store.database + "-wal"
  /// Header of a log, and a frame with a page of 4 KiB.
  static let header = 32
  static let frame = 24 + 4_096

  let store: Store
  /// The page after each save, the first before any.
  private(set) var states: [Page]
  /// The bytes that the process left.
  private(set) var database: [UInt8] = []
  private(set) var log: [UInt8] = []

  init(_ name: String = "sqlite", _ durability: Durability = .processCrash, saves: UInt64) throws {
    store = try Store(name, durability: durability)
    states = [try store.open()]
    for id in 1...saves { try draw(id, points: 150) }
    try keep()
  }

  func draw(_ id: UInt64, points: Int) throws {
    var page = states[states.count - 1]
    try store.draw(&page, id: id, points: points)
    states.append(page)
  }

  /// Takes the files as they are for those that the process leaves.
  func keep() throws {
    database = try store.directory.read(Store.database)
    log = try store.directory.read(Self.log)
  }

  /// Drops the newest state: it was taken back.
  func dropState() { states.removeLast() }

  /// Opens the database with another log in a new process; gives the state that it is in, nil for not made.
  @discardableResult func state(_ log: [UInt8], _ comment: Comment) throws -> Int? {
    do {
      try store.restart {
        _ = try store.directory.write(database, to: Store.database)
        _ = try store.directory.write(log, to: Self.log)
        try? SystemCalls.remove(store.path(Store.database + "-shm"))
      }
      let found = try store.open()
      let state = states.firstIndex { $0.hasSameContent(as: found) }
      #expect(state != nil, comment)
      return state
    } catch StorageError.missing {
      return nil
    }
  }

  /// Expects that the database is refused with a log for a reason, left as it is, and named on the shelf.
  func expectRefusal(_ log: [UInt8], _ reason: String) throws {
    let error = StorageError.damaged(path: store.path(Self.log), reason: reason)
    #expect(throws: error) { try state(log, "") }
    #expect(try store.backend.listLibrary().map(\.title) == [Store.document.name], "\(reason)")
    // Compared outside: what is expected is written out where it fails, and this would be long.
    let isUntouched = try store.files() == [Store.database: database, Self.log: log]
    #expect(isUntouched, "\(reason)")
  }

  /// The log with one bit of a byte flipped.
  func flipped(_ offset: Int) -> [UInt8] {
    var bytes = log
    bytes[offset] ^= 1 << UInt8(offset % 8)
    return bytes
  }

  // MARK: - Frames, counted from 1

  static func place(_ frame: Int) -> Int { header + (frame - 1) * Self.frame }

  var frameCount: Int { (log.count - Self.header) / Self.frame }

  /// The frames that have the header's salts.
  var currentFrames: [Int] {
    (1...frameCount).filter { log[Self.place($0) + 8..<Self.place($0) + 16] == log[16..<24] }
  }

  var commits: [Int] {
    currentFrames.filter { log[Self.place($0) + 4..<Self.place($0) + 8].contains { $0 != 0 } }
  }
}

extension LoggedDatabase {
  /// Gives the log the checksums of a machine that has the other order of bytes.
  func makeBigEndian() {
    log[3] = 0x83
    var sums: (UInt32, UInt32) = (0, 0)
    seal(&sums, [0..<24], at: 24)
    for frame in 1...frameCount {
      let place = Self.place(frame)
      seal(&sums, [place..<place + 8, place + 24..<place + Self.frame], at: place + 16)
    }
  }

  private func seal(_ sums: inout (UInt32, UInt32), _ ranges: [Range<Int>], at place: Int) {
    for start in ranges.flatMap({ stride(from: $0.lowerBound, to: $0.upperBound, by: 8) }) {
      sums.0 &+= integer(at: start) &+ sums.1
      sums.1 &+= integer(at: start + 4) &+ sums.0
    }
    for (index, sum) in [sums.0, sums.1].enumerated() {
      for byte in 0..<4 { log[place + index * 4 + byte] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * byte)) }
    }
  }

  private func integer(at place: Int) -> UInt32 { log[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
}
