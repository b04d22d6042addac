import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Hostile files") struct HostileFilesTests {
  /// A journal whose checksums are right, whatever its frames say.
  private func journal(_ store: Store, version: UInt32 = 2, _ frames: [(type: UInt8, payload: [UInt8])])
    throws -> [UInt8]
  {
    let snapshot = try store.directory.read(Store.page)
    return JournalBytes.make(
      codec: store.codec.name, generation: snapshot.rawSpan.uint64(at: 40), version: version, frames)
  }

  @Test("A frame that passes its checksum and makes no sense makes its page read-only")
  func senselessFrames() throws {
    let store = try Store("journal")
    let senseless: [(type: UInt8, payload: [UInt8])] = [
      (0x89, []), (0x80, []), (0x81, [1]), (0x81, [0, 0, 0, 0, 1, 0]), (0x82, [9, 0, 0, 0, 0, 0, 0, 0]),
      (0x82, [9]),
      (0x83, [9, 0, 0, 0, 0, 0, 0, 0]), (0x84, [1, 0]),
      (0x84, [0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]),
    ]
    for frame in senseless {
      let bytes = try journal(store, [frame])
      try store.restart { _ = try store.directory.write(bytes, to: Store.journal) }
      #expect("\(frame)") { try store.open() } throws: {
        if case StorageError.damaged(let path, _) = $0 { path.hasSuffix(".journal") } else { false }
      }
      #expect(throws: StorageError.readOnlyPage(PageID(rawValue: 1))) {
        try store.save(Page(id: PageID(rawValue: 1)), [], InkArena())
      }
      try store.backend.closeDocument()
      #expect(try store.directory.read(Store.journal) == bytes)
    }
    // The same frame without the mark of a save's end is only a save cut short.
    try store.restart { _ = try store.directory.write(try journal(store, [(0x09, [])]), to: Store.journal) }
    #expect(try store.open().elements.isEmpty)
  }

  @Test("A journal of a newer version is refused as such and left alone")
  func newerJournal() throws {
    let store = try Store("journal")
    let bytes = try journal(store, version: 3, [])
    try store.restart { _ = try store.directory.write(bytes, to: Store.journal) }
    #expect(
      throws: StorageError.unsupportedVersion(path: store.path(Store.journal), found: 3, newestKnown: 2)
    ) {
      try store.open()
    }
    try store.backend.closeDocument()
    #expect(try store.directory.read(Store.journal) == bytes)
  }

  @Test("A page of an unknown codec is refused by the codec's name")
  func unknownCodec() throws {
    let store = try Store("snapshot")
    var bytes = try store.directory.read(Store.page)
    bytes[16] = UInt8(ascii: "q")
    _ = try store.directory.write(bytes, to: Store.page)
    #expect(
      throws: StorageError.damaged(
        path: store.path(Store.page), reason: "it was written with the unknown codec 'qacked'")
    ) { try store.open() }
  }

  @Test("Mutated documents and manifests give an error or a document")
  func documents() throws {
    let directory = try TemporaryDirectory()
    var random = SplitMix64(seed: 12)
    let shelf = ManifestFile(
      title: "é\"", modifiedMilliseconds: 5, pageCount: 3, cover: PageID(rawValue: 1))
    let document = bytes { DocumentFile.encode(Fixtures.document(pages: 3), into: &$0) }
    let manifest = bytes { shelf.encode(into: &$0) }
    var refused = 0
    for round in 0..<2_000 {
      let isDocument = round.isMultiple(of: 2)
      let bytes = (isDocument ? document : manifest).damaged(by: &random)
      if isDocument {
        do {
          let info = try DocumentFile.decode(bytes.rawSpan, path: "/d").info
          #expect(Set(info.pages.map(\.id)).count == info.pages.count)
        } catch {
          refused += 1
          #expect(error.description.hasPrefix("'/d'"))
        }
      } else if ManifestFile.read(try directory.write(bytes, to: "manifest")) == nil {
        refused += 1
      }
    }
    #expect(refused > 1_000)
    #expect(ManifestFile.read(directory.path + "/none") == nil)
    #expect(ManifestFile.read(try directory.write(manifest, to: "manifest")) == shelf)
  }

  private func bytes(_ write: (inout ByteBuffer) -> Void) -> [UInt8] {
    var buffer = ByteBuffer()
    write(&buffer)
    return buffer.copy()
  }
}
