import InkModel
import InkStorage
import InkTap
import InkTestFixtures
import Testing

@testable import InkCrash

/// A failed sync of a directory loses all names that were pending in it, whoever gave them and whatever was
/// being saved.
@Suite("Names that a failed sync loses") struct InheritedNamesTests {
  private static let backends = ["snapshot", "journal", "journal-hybrid", "monolith"]
  private static let syncsMax = 60

  /// Lives with each of its syncs failing, one after another, until one lives untouched.
  private static func everySync(
    _ backend: String, isMade: Bool = true, failuresMin: Int = 2, _ life: (NamedStore, Int) throws -> Bool
  ) throws {
    for number in 1...syncsMax {
      let store = try NamedStore(backend, isMade: isMade)
      let hasFailed = try life(store, number)
      let faults = try store.faults()
      #expect(faults.isEmpty, "sync \(number): \(faults.prefix(4))")
      guard hasFailed else {
        #expect(number > failuresMin, "hardly any sync failed")
        return
      }
    }
    Issue.record("a life has more than \(syncsMax) syncs")
  }

  /// Gives names to journals, pages and a list, and syncs as few of them as may be.
  private static func endEarly(_ store: NamedStore) throws {
    try store.restart(.powerConsistent)
    try store.open()
    for id: UInt64 in [1, 2] {
      try store.openPage(id)
      try store.save(id)
    }
    try store.addPage(9)
    try store.openPage(9)
    try store.save(9)
    try store.restart()
  }

  @Test(
    "Names that a killed process gave outlive a power cut once a save under them was acknowledged",
    arguments: backends, [false, true])
  func saves(backend: String, opensLate: Bool) async {
    await #expect(processExitsWith: .success) { [backend, opensLate] in
      try Self.everySync(backend) { store, number in
        try Self.endEarly(store)
        return try store.fail(number) {
          try store.retrying { try store.open() }
          if !opensLate { for id: UInt64 in [1, 2, 9] { try store.openPage(id) } }
          for id: UInt64 in [1, 2, 9] {
            if opensLate { try store.openPage(id) }
            try store.retrying { try store.save(id) }
          }
        }
      }
    }
  }

  @Test(
    "So does the list of pages, whether a change of it or a save comes first, or a change in a save's place",
    arguments: backends, [0, 1, 2])
  func list(backend: String, order: Int) async {
    await #expect(processExitsWith: .success) { [backend, order] in
      try Self.everySync(backend, failuresMin: 0) { store, number in
        try Self.endEarly(store)
        return try store.fail(number) {
          try store.retrying { try store.open() }
          try store.openPage(9)
          let move = { try store.retrying { try store.movePageToEnd(9) } }
          if order == 0 { try move() }
          try store.retrying(meanwhile: { if order == 2 { try move() } }) { try store.save(9) }
          if order == 1 { try move() }
        }
      }
    }
  }

  @Test(
    "A document that could not be made at first is made anew, with all its names", arguments: backends)
  func creation(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      try Self.everySync(backend, isMade: false, failuresMin: 1) { store, number in
        try store.restart()
        return try store.fail(number) {
          try store.retrying { try store.create() }
          try store.openPage(1)
          try store.retrying { try store.save(1) }
        }
      }
    }
  }

  @Test(
    "A document whose making was cut short is kept by its first save, whatever sync of that fails",
    arguments: ["snapshot", "journal"])
  func endedCreation(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      var opened = 0
      // The process ends at this call: it and all behind it are not carried out.
      for end in 1...200 {
        for number in 1...4 {
          let store = try NamedStore(backend, isMade: false)
          try store.restart()
          let hasEnded = try store.fail(end, through: .max, of: CallKind.disjoint.subtracting([.sync])) {
            try? store.create()
          }
          try store.restart()
          guard (try? store.open()) != nil else {
            _ = try Tap.stopRecording()
            break
          }
          opened += 1
          let hasFailed = try store.fail(number) {
            try store.openPage(1)
            try store.retrying { try store.save(1) }
          }
          let faults = try store.faults()
          #expect(faults.isEmpty, "call \(end), sync \(number): \(faults.prefix(4))")
          guard hasEnded else { return #expect(opened > 1) }
          guard hasFailed else { break }
        }
      }
      Issue.record("making a document takes more than 200 calls")
    }
  }

  @Test("Pages that were loaded are kept once loading has ended", arguments: backends)
  func loading(backend: String) async {
    await #expect(processExitsWith: .success) { [backend] in
      try Self.everySync(backend, failuresMin: 0) { store, number in
        try store.restart()
        try store.open()
        return try store.fail(number) {
          for id: UInt64 in [1, 2] { try store.retrying { try store.load(id) } }
          try store.retrying { try store.backend.finishLoading() }
        }
      }
    }
  }

  @Test("An image that a page named before stays until no power cut can bring that page back")
  func orphans() async {
    await #expect(processExitsWith: .success) {
      try Self.everySync("snapshot", failuresMin: 1) { store, number in
        try store.restart(.powerConsistent)
        try store.open()
        try store.openPage(1)
        try store.insertAsset(7)
        try store.save(1, asset: 7)
        try store.save(1, removing: 7)
        return try store.fail(number) { try store.retrying { try store.backend.closeDocument() } }
      }
    }
  }

  @Test(
    "A directory for images is made anew when its name is lost, even if it could not be removed at first",
    arguments: [0, 1])
  func images(laterCalls: Int) async {
    await #expect(processExitsWith: .success) { [laterCalls] in
      try Self.everySync("sqlite", failuresMin: 4) { store, number in
        try store.restart()
        try store.open()
        try store.openPage(1)
        return try store.fail(number, through: number + laterCalls, of: [.sync, .remove]) {
          try store.retrying { try store.insertAsset(7) }
          try store.retrying { try store.save(1, asset: 7) }
        }
      }
    }
  }

  @Test(
    "A log whose name is lost is made anew before it is moved into its database", arguments: [false, true])
  func log(isIdle: Bool) async {
    await #expect(processExitsWith: .success) { [isIdle] in
      let store = try NamedStore("sqlite")
      try store.restart(.powerConsistent)
      try store.open()
      try store.openPage(1)
      for _ in 0..<2 { try store.save(1) }
      // The first sync is that of the store's directory.
      let hasFailed = try store.fail(1) {
        #expect(throws: StorageError.self) { try store.insertAsset(7) }
      }
      #expect(hasFailed)
      if isIdle { try store.backend.background(deadlineMilliseconds: 5_000) } else { try store.save(1) }
      for (image, lost) in try store.images() {
        #expect(image.files.contains { $0.path.hasSuffix("-wal") }, "without \(lost)")
      }
    }
  }
}
