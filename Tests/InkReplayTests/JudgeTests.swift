import InkModel
import InkReport
import InkStorage
import InkTestFixtures
import Testing

@Suite("The judge") struct JudgeTests {
  @Test("A store that was closed is intact", arguments: ["snapshot", "journal", "sqlite"])
  func intact(backend: String) throws {
    let verdict = try JudgedStore(backend).verdict()
    #expect(verdict.outcome == .intact, "\(verdict.detail ?? "")")
    #expect(verdict.pagesCompared == 2)
    #expect(verdict.elementsCompared == 6)
    #expect(verdict.orphanAssets == 0)
  }

  @Test(
    "A process may end after any step, and its store is intact", arguments: ["snapshot", "journal", "sqlite"])
  func everyStep(backend: String) throws {
    for steps in 1...ReplayPlanLength.ofSession {
      let verdict = try JudgedStore(backend, steps: steps).verdict(acknowledged: steps)
      #expect(verdict.outcome == .intact, "after step \(steps): \(verdict.detail ?? "")")
    }
  }

  @Test("A save in flight may be there or not", arguments: ["snapshot", "journal", "sqlite"])
  func inFlight(backend: String) throws {
    let whole = try JudgedStore(backend)
    let save = try whole.saveStep(2)
    let without = try JudgedStore(backend, steps: save - 1).verdict(acknowledged: save - 1, begun: save)
    #expect(without.outcome == .lostUnacknowledged)
    let with = try JudgedStore(backend, steps: save).verdict(acknowledged: save - 1, begun: save)
    #expect(with.outcome == .intact)
  }

  @Test("A save that was acknowledged must be there", arguments: ["snapshot", "journal", "sqlite"])
  func acknowledged(backend: String) throws {
    let save = try JudgedStore(backend).saveStep(2)
    let verdict = try JudgedStore(backend, steps: save - 1).verdict(acknowledged: save)
    #expect(verdict.outcome == .lostAcknowledged)
    #expect(verdict.detail == "page 0000000000000001 has 2 edits where 3 were acknowledged")
  }

  @Test("An older file of a page is a lost acknowledged save")
  func olderPage() throws {
    let store = try JudgedStore("snapshot")
    let older = try JudgedStore("snapshot", steps: try store.saveStep(3))
    try store.write(try older.read(JudgedStore.page(1)), to: JudgedStore.page(1))
    let verdict = try store.verdict()
    #expect(verdict.outcome == .lostAcknowledged)
    #expect(verdict.detail == "page 0000000000000001 has 4 edits where 6 were acknowledged")
  }

  @Test("A page with other samples is no version that was saved")
  func otherSamples() throws {
    let store = try JudgedStore("snapshot")
    let other = try JudgedStore("snapshot", session: JudgedStore.session(seed: 1))
    try store.write(try other.read(JudgedStore.page(1)), to: JudgedStore.page(1))
    let verdict = try store.verdict()
    #expect(verdict.outcome == .torn)
    #expect(
      verdict.detail?.hasSuffix("is no version that was saved: element 1: the points of stroke 1 differ")
        == true)
  }

  @Test("A flipped byte of a page is corrupt, wherever it lies")
  func flippedByte() throws {
    let store = try JudgedStore("snapshot")
    let bytes = try store.read(JudgedStore.page(1))
    for index in stride(from: 0, to: bytes.count, by: bytes.count / 7) {
      var flipped = bytes
      flipped[index] ^= 0x10
      try store.write(flipped, to: JudgedStore.page(1))
      #expect(try store.verdict().outcome == .corrupt, "byte \(index)")
    }
    try store.write(bytes, to: JudgedStore.page(1))
    #expect(try store.verdict().outcome == .intact)
  }

  @Test("The page of another id in a page's place is corrupt")
  func otherIdentity() throws {
    let store = try JudgedStore("snapshot")
    try store.write(try store.read(JudgedStore.page(1)), to: JudgedStore.page(2))
    #expect(try store.verdict().outcome == .corrupt)
  }

  @Test("An asset that is gone, short, or other bytes of the same length dangles")
  func assets() throws {
    let store = try JudgedStore("snapshot")
    var bytes = try store.read(JudgedStore.asset(0xA))
    try store.write(Array(bytes.dropLast()), to: JudgedStore.asset(0xA))
    #expect(try store.verdict().detail?.hasPrefix("asset 000000000000000a can't be read: ") == true)
    bytes[1_500] ^= 1
    try store.write(bytes, to: JudgedStore.asset(0xA))
    #expect(try store.verdict().outcome == .dangling)
    try store.replaceAsset(AssetID(rawValue: 0xA), by: [UInt8](repeating: 1, count: 2_999))
    #expect(try store.verdict().detail?.hasSuffix("has 2999 bytes that are not its 3000") == true)
    try store.remove(JudgedStore.asset(0xA))
    let verdict = try store.verdict()
    #expect(verdict.outcome == .dangling)
    #expect(verdict.detail == "asset 000000000000000a is missing")
  }

  @Test("An asset that no element names is counted and allowed")
  func orphans() throws {
    let store = try JudgedStore("snapshot")
    try store.write([1, 2, 3], to: JudgedStore.asset(0xB))
    let verdict = try store.verdict()
    #expect(verdict.outcome == .intact)
    #expect(verdict.orphanAssets == 1)
  }

  @Test("A list of pages from before an acknowledged move is lost, and one that never was is torn")
  func list() throws {
    let store = try JudgedStore("snapshot")
    let document = JudgedStore.path("document.json")
    let bytes = try store.read(document)
    let older = try JudgedStore("snapshot", steps: try store.saveStep(3))
    try store.write(try older.read(document), to: document)
    #expect(try store.verdict().outcome == .lostAcknowledged)
    let text = String(decoding: bytes, as: UTF8.self)
    for (from, to) in [("\"width\":5953", "\"width\":5954"), ("\"Fixture\"", "\"Fiction\"")] {
      try store.write(JudgedStore.sealed(text.replacing(from, with: to)), to: document)
      #expect(try store.verdict().outcome == .torn, "\(from)")
    }
  }

  @Test("A document whose list is gone, or whose database is no database, can't be opened")
  func unopenable() throws {
    let package = try JudgedStore("snapshot")
    try package.remove(JudgedStore.path("document.json"))
    #expect(try package.verdict().outcome == .unopenable)
    let database = try JudgedStore("sqlite")
    let name = try #require(try database.files().first { $0.hasSuffix(".sqlite") || $0.hasSuffix(".db") })
    var bytes = try database.read(name)
    for index in 0..<100 { bytes[index] = 0x5A }
    try database.write(bytes, to: name)
    #expect(try database.verdict().outcome == .unopenable)
  }
}
