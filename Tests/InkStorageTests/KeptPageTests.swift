import InkModel
import InkTestFixtures
import Synchronization
import Testing

@testable import InkStorage

/// The JSON codec, counting the elements that it encodes.
private final class CountingCodec: ElementwiseCodec {
  private let json = JSONCodec(layout: .points)
  private let encoded = Mutex(0)

  var name: String { json.name }
  var summary: String { json.summary }

  /// Elements encoded since the last question.
  func count() -> Int {
    encoded.withLock { count in
      defer { count = 0 }
      return count
    }
  }

  func begin(_ buffer: inout ByteBuffer) { json.begin(&buffer) }
  func separate(isFirst: Bool, _ buffer: inout ByteBuffer) { json.separate(isFirst: isFirst, &buffer) }
  func encode(_ element: Element, of page: borrowing Page, into buffer: inout ByteBuffer) {
    encoded.withLock { $0 += 1 }
    json.encode(element, of: page, into: &buffer)
  }
  func end(_ buffer: inout ByteBuffer) { json.end(&buffer) }
  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {
    try json.decode(&input, into: &page)
  }
}

@Suite("Kept elements") struct KeptPageTests {
  private let directory: TemporaryDirectory
  private let codec = CountingCodec()
  private var path: String { directory.path + "/page" }

  init() throws { directory = try TemporaryDirectory.inMemory() }

  private func writer(keeping: Bool) -> PageFileWriter {
    PageFileWriter(
      StoreEnvironment(directory: directory.path, durability: .processCrash, codec: codec, seed: 3),
      keepsEncodedElements: keeping)
  }

  @Test("Whatever is edited, the file is byte for byte the one that encoding everything gives")
  func equality() throws {
    var kept = writer(keeping: true)
    var plain = writer(keeping: false)
    var edits = ContractEdits(seed: 31)
    var random = SplitMix64(seed: 32)
    var page = Page(id: PageID(rawValue: 1))
    var pending: [Edit] = []
    var isFailing = false
    for round in 0..<600 {
      for _ in 0...random.below(4) {
        var arena = InkArena()
        let edit = edits.next(for: page, &arena)
        try page.apply(edit, from: arena)
        pending.append(edit)
      }
      // Some saves fail once everything is encoded; the next is given their edits once more.
      isFailing = random.chance(0.2)
      let target = isFailing ? directory.path + "/none/page" : path
      let result = Result {
        () throws(StorageError) in try kept.write(page, to: target, after: [], edits: pending, syncing: false)
      }
      guard !isFailing else {
        #expect(throws: StorageError.self) { try result.get() }
        continue
      }
      pending = []
      let bytes = try directory.read("page")
      let whole = try plain.write(page, to: path, after: [], syncing: false)
      #expect(try result.get() == whole)
      #expect(bytes == (try directory.read("page")), "round \(round)")
    }
    #expect(page.elements.count > 100)
  }

  @Test("A save encodes what its edits name and nothing else")
  func encodedElements() throws {
    var kept = writer(keeping: true)
    var page = Fixtures.page(strokes: 50)
    func save(_ edits: [Edit], _ arena: InkArena = InkArena()) throws -> Int {
      for edit in edits { try page.apply(edit, from: arena) }
      _ = try kept.write(page, to: path, after: [], edits: edits, syncing: false)
      return codec.count()
    }
    // Nothing is kept of a page that has just been opened.
    #expect(try save([]) == 50)
    #expect(try save([]) == 0)
    var arena = InkArena()
    let stroke = Element.stroke(Store.stroke(id: 900, &arena))
    #expect(try save([.put(stroke, index: 50)], arena) == 1)
    #expect(try save([.remove(ElementID(rawValue: 900))]) == 0)
    #expect(try save([.put(stroke, index: 7)], arena) == 1)
    #expect(try save([.remove(ElementID(rawValue: 20)), .move([ElementID(rawValue: 3)], dx: 1, dy: 1)]) == 1)
    let piece = Store.stroke(id: 901, &arena)
    #expect(try save([.replace(ElementID(rawValue: 40), pieces: [piece])], arena) == 1)
    let image = PlacedImage(
      id: ElementID(rawValue: 902), frame: Frame(x: 0, y: 0, width: 1, height: 1), asset: AssetID(rawValue: 4)
    )
    // The image is named at the head of the file too, and everything behind that moves.
    #expect(try save([.put(.image(image), index: 0)]) == 1)
    kept.forget(page.id)
    #expect(try save([]) == page.elements.count)
  }

  @Test("What is kept goes when the page or the document is closed, and is kept for nothing else")
  func memory() throws {
    let store = try Store("snapshot-kept", codec: "json", pages: 2)
    let backend = try #require(store.backend as? any EncodedElementKeeping)
    var page = try store.open()
    #expect(backend.keptByteCount == 0)
    try store.draw(&page, id: 1, points: 5_000)
    let fileByteCount = try store.directory.read(Store.page).count
    #expect(backend.keptByteCount >= fileByteCount && backend.keptByteCount < 4 * fileByteCount)
    try store.backend.closePage(page.id)
    #expect(backend.keptByteCount == 0)
    try store.draw(&page, id: 2)
    page = try store.open()
    #expect(backend.keptByteCount == 0)
    try store.draw(&page, id: 3)
    try store.backend.closeDocument()
    #expect(backend.keptByteCount == 0)
    let other = try Store("snapshot-kept", codec: "packed")
    var packed = try other.open()
    try other.draw(&packed, id: 1)
    #expect(try #require(other.backend as? any EncodedElementKeeping).keptByteCount == 0)
  }
}
