import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("SQLite") struct SQLiteTests {

  @Test("Moving changes the offset and not the samples")
  func move() throws {
    let store = try Store("sqlite")
    var page = try store.open()
    try store.draw(&page, id: 1)
    let image = PlacedImage(
      id: ElementID(rawValue: 2), frame: Frame(x: .max, y: 0, width: 1, height: 1),
      asset: AssetID(rawValue: 1))
    try store.save(&page, [.put(.image(image), index: 0)])
    func content() throws -> [UInt8] {
      let connection = try SQLiteConnection(store.path(Store.database), .readOnly(isImmutable: false))
      let row = try connection.statement("SELECT content FROM elements WHERE id = 1")
      defer { row.reset() }
      _ = try row.step()
      return try row.withBlob(0) { bytes in (0..<bytes.byteCount).map { bytes.byte(at: $0) } }
    }
    let before = try content()
    #expect(before.count == 160)
    // Far enough to wrap around, as the model does.
    for _ in 0..<3 { try store.save(&page, [.move([ElementID(rawValue: 1), image.id], dx: .max, dy: -7)]) }
    #expect(try content() == before)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A failed save leaves the document as it was, and can be made again")
  func failedSave() throws {
    let store = try Store("sqlite", pages: 2)
    var page = try store.open(1)
    try store.draw(&page, id: 1)
    let other = try store.open(2)
    // The second page's edit names a stroke that is not there, so the first page's must not be kept either.
    var arena = InkArena()
    let put = Edit.put(.stroke(Store.stroke(id: 2, &arena)), index: 0)
    var edited = page
    try edited.apply(put, from: arena)
    let changes = [
      PageChange(page: edited, edits: [put], arena: arena),
      PageChange(page: other, edits: [.remove(ElementID(rawValue: 77))], arena: InkArena()),
    ]
    #expect(throws: StorageError.missing("element 77 on its page")) {
      try store.backend.save(ChangeSet(reason: .autosave, timeMilliseconds: 1, pages: changes))
    }
    #expect(try store.open(1).hasSameContent(as: page))
    try store.save(edited, [put], arena)
    try store.restart()
    #expect(try store.open(1).hasSameContent(as: edited))
  }
}
