import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// A random library of several documents, in a store and beside it as it must be.
final class Library {
  let directory: TemporaryDirectory
  let codec: any PageCodec
  private(set) var documents: [Content] = []
  private var random: SplitMix64
  private var edits: ContractEdits

  /// A document as it must be.
  struct Content {
    var info: DocumentInfo
    var pages: [PageID: Page]
    var assets: [AssetID: [UInt8]]
    var modifiedMilliseconds: UInt64
  }

  var store: String { directory.path + "/store" }

  /// Makes a store: random pages, an empty one among them, pages moved, images, and saves at the end.
  ///
  /// With `leavesOpen` the process that made it ends without closing its last document.
  init(
    _ backend: String, codec: String = "packed", seed: UInt64 = 1, documents: Int = 2, elements: Int = 9,
    leavesOpen: Bool = true
  ) throws {
    directory = try TemporaryDirectory.inMemory()
    self.codec = try #require(BuiltInCodecs.named(codec))
    random = SplitMix64(seed: seed)
    edits = ContractEdits(seed: seed, idsAfter: 1 << 40)
    _ = try SystemCalls.makeDirectory(store)
    let type = try #require(BuiltInBackends.named(backend))
    for number in 1...documents {
      let backend = try type.init(environment())
      try add(number, elements: elements, to: backend)
      try drawAndSave(backend, number - 1)
      if number < documents || !leavesOpen { try backend.closeDocument() }
    }
  }

  func environment(at path: String? = nil) -> StoreEnvironment {
    StoreEnvironment(directory: path ?? store, durability: .powerDurable, codec: codec, seed: 5)
  }

  private func add(_ number: Int, elements: Int, to backend: any StorageBackend) throws {
    var pages = (0..<3).map { _ in RandomPages.page(seed: random.next(), elements: elements) }
    pages.insert(Page(id: PageID(rawValue: random.next())), at: 1)
    var info = DocumentInfo(
      id: DocumentID(rawValue: random.next()), title: "No. \(number) “ä”\n\u{0}",
      pages: pages.enumerated().map { index, page in
        PageInfo(
          id: page.id, canvas: Canvas(width: 4_000 + Int32(index), height: 6_000),
          createdMilliseconds: UInt64(index) * 7)
      })
    try backend.createDocument(info)
    // Those that `RandomPages` names, an empty one among them, and one that no page shows.
    let assets = [
      AssetID(rawValue: 0): [], AssetID(rawValue: 1): Array("one".utf8), AssetID(rawValue: .max): [7],
    ]
    for (id, bytes) in assets { try backend.insertAsset(id, bytes: bytes.rawSpan) }
    for page in pages { try backend.loadPage(page) }
    try backend.finishLoading()
    try backend.movePage(info.pages[3].id, to: 0)
    info.pages.insert(info.pages.remove(at: 3), at: 0)
    documents.append(
      Content(
        info: info, pages: Dictionary(uniqueKeysWithValues: pages.map { ($0.id, $0) }), assets: assets,
        modifiedMilliseconds: 0))
  }

  /// Draws on two pages of a document that is open, and saves.
  private func drawAndSave(_ backend: any StorageBackend, _ index: Int) throws {
    documents[index].modifiedMilliseconds += 12_345
    var changes: [PageChange] = []
    for id in documents[index].info.pages.map(\.id).prefix(2) {
      var page = Page(id: id)
      try backend.openPage(id, into: &page)
      var arena = InkArena()
      let edit = Edit.put(edits.stroke(&arena), index: 0)
      try page.apply(edit, from: arena)
      documents[index].pages[id] = page
      changes.append(PageChange(page: page, edits: [edit], arena: arena))
    }
    try backend.save(
      ChangeSet(
        reason: .autosave, timeMilliseconds: documents[index].modifiedMilliseconds, pages: changes))
  }

  /// Opens a document, draws, saves, and ends without closing.
  func draw(with backend: String) throws {
    let type = try #require(BuiltInBackends.named(backend))
    let backend = try type.init(environment())
    _ = try backend.openDocument(documents[0].info.id)
    try drawAndSave(backend, 0)
  }

  /// Moves the store.
  @discardableResult func migrate(
    to backend: String, codec: String? = nil, _ change: (inout MigrationRequest) -> Void = { _ in }
  ) throws -> MigrationOutcome {
    try Migration(request(to: backend, codec: codec, change)).run()
  }

  func request(
    to backend: String, codec: String? = nil, _ change: (inout MigrationRequest) -> Void = { _ in }
  ) throws -> MigrationRequest {
    var request = MigrationRequest(
      store: store, target: try #require(BuiltInBackends.named(backend)),
      codec: codec.flatMap(BuiltInCodecs.named))
    change(&request)
    return request
  }

  /// Opens a store afresh, as what it is or with a given backend, and compares all of it.
  func check(at path: String? = nil, with backend: String? = nil, _ comment: String = "") throws {
    let kind = try StoreKind(ofStoreAt: path ?? store)
    let type = try backend.map { try #require(BuiltInBackends.named($0)) } ?? kind.backend
    let shelf = try type.init(environment(at: path)).listLibrary()
    #expect(Set(shelf.map(\.id)) == Set(documents.map(\.info.id)), "\(comment): the library")
    for document in documents {
      let backend = try type.init(environment(at: path))
      #expect(try backend.openDocument(document.info.id) == document.info, "\(comment): the list of pages")
      var page = Page(id: PageID(rawValue: 0))
      for entry in document.info.pages {
        try backend.openPage(entry.id, into: &page)
        let wanted = try #require(document.pages[entry.id])
        #expect(page.firstDifference(from: wanted) == nil, "\(comment): page \(entry.id.name)")
        for case .image(let image) in page.elements {
          #expect(try backend.readAsset(image.asset) == document.assets[image.asset], "\(comment): an image")
        }
      }
    }
    #expect(try SystemCalls.names(inDirectory: directory.path).filter { $0.hasSuffix("tmp") } == [])
  }

  /// The bytes of all files of a store, by path; but its lock, and what SQLite keeps beside a database while
  /// it reads: shared memory, and an empty log.
  func files(at path: String? = nil) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for entry in try StoreTree.entries(of: path ?? store) where entry.path != "/lock" {
      guard case .other = entry.place, !entry.path.hasSuffix("-shm") else { continue }
      if entry.path.hasSuffix("-wal"), entry.byteCount == 0 { continue }
      files[entry.path] = try Files.read((path ?? store) + entry.path)
    }
    return files
  }

  /// What stands beside the store.
  var neighbours: [String] {
    get throws { try SystemCalls.names(inDirectory: directory.path).filter { $0 != "store" } }
  }
}
