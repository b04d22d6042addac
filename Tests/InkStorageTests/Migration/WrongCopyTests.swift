import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Copies that go wrong at equal counts; each must be noticed, and the old store must stay as it was.
@Suite("Migration: wrong copies are noticed") struct WrongCopyTests {
  /// One thing that is done wrong to a page whose first two elements are strokes and whose third is an image.
  enum Slip: String, CaseIterable {
    case pressure, position, time, colour, width, tool, opaque, order, frame, name, exchangedSamples, asset
    case oneSampleLess

    func spoil(_ page: inout Page) {
      page.fill { elements, arena in
        guard case .stroke(var first) = elements[0], case .stroke(var second) = elements[1],
          case .image(var image) = elements[2]
        else { return }
        switch self {
        case .pressure: arena.points[3].pressure += 1
        case .position: arena.points[3].y -= 1
        case .time: arena.points[3].t += 1
        case .colour: first.ink.colour ^= 1
        case .width: first.ink.width += 1
        case .tool: first.ink.tool = .pencil
        case .opaque: arena.opaque[2] ^= 0x80
        case .frame: image.frame.x += 1
        case .asset: image.asset = AssetID(rawValue: 8)
        case .name: first.id = ElementID(rawValue: 4_711)
        case .exchangedSamples: swap(&first.points, &second.points)
        case .oneSampleLess: first.points.count -= 1
        case .order: break
        }
        elements[0] = .stroke(first)
        elements[1] = .stroke(second)
        elements[2] = .image(image)
        if self == .order { elements.swapAt(0, 1) }
      }
    }
  }

  private static func page() throws -> Page {
    var page = Fixtures.page(strokes: 2, pointsPerStroke: 9, opaqueBytesPerStroke: 4)
    let image = PlacedImage(
      id: ElementID(rawValue: 77), frame: Frame(x: 0, y: 0, width: 9, height: 9), asset: AssetID(rawValue: 7))
    try page.apply(.put(.image(image), index: 2), from: InkArena())
    return page
  }

  /// A store of one page and two images that it may show, both equally long.
  private func makeStore() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory.inMemory()
    _ = try SystemCalls.makeDirectory(directory.path + "/store")
    let backend = try StoreKind.snapshot.backend.init(
      StoreEnvironment(directory: directory.path + "/store", durability: .processCrash, codec: PackedCodec()))
    try backend.createDocument(Fixtures.document(pages: 2))
    for id: UInt64 in [7, 8] { try backend.insertAsset(AssetID(rawValue: id), bytes: [UInt8(id)].rawSpan) }
    try backend.loadPage(Self.page())
    // The second image is shown as well, so that closing lets neither go.
    var second = Page(id: PageID(rawValue: 2))
    let image = PlacedImage(
      id: ElementID(rawValue: 78), frame: Frame(x: 0, y: 0, width: 9, height: 9), asset: AssetID(rawValue: 8))
    second.append(.image(image), from: InkArena())
    try backend.loadPage(second)
    try backend.finishLoading()
    try backend.closeDocument()
    return directory
  }

  /// Migrates with a copy that is made wrong, and expects that to be noticed and nothing to have changed.
  private func expectNotice(
    _ comment: String, to target: String = "sqlite",
    _ copy: @escaping (StoreCopying, StoreInventory) throws(MigrationError) -> Void
  ) throws {
    let directory = try makeStore()
    let before = try files(directory)
    var migration = Migration(
      MigrationRequest(
        store: directory.path + "/store", target: try #require(BuiltInBackends.named(target)),
        codec: target == "snapshot" ? VarintCodec() : nil))
    migration.copy = copy
    let error = #expect(throws: MigrationError.self, "\(comment)") { try migration.run() }
    #expect(error?.kind == .notEqual, "\(comment): \(String(describing: error))")
    #expect(try files(directory) == before, "\(comment)")
    #expect(try SystemCalls.names(inDirectory: directory.path) == ["store"], "\(comment)")
  }

  private func files(_ directory: TemporaryDirectory) throws -> [String: [UInt8]?] {
    var files: [String: [UInt8]?] = [:]
    for entry in try StoreTree.entries(of: directory.path) {
      files[entry.path] = try entry.byteCount > 0 ? Files.read(directory.path + entry.path) : nil
    }
    return files
  }

  @Test("A page that differs in one thing", arguments: Slip.allCases, ["sqlite", "journal", "snapshot"])
  func slip(slip: Slip, target: String) throws {
    try expectNotice(slip.rawValue, to: target) { copying, inventory throws(MigrationError) in
      try copying.copy(inventory)
      try Self.spoil(copying.target) { backend throws(StorageError) in
        var page = Page(id: PageID(rawValue: 1))
        try backend.openPage(page.id, into: &page)
        let whole = page
        slip.spoil(&page)
        precondition(!page.hasSameContent(as: whole))
        try backend.loadPage(page)
        try backend.finishLoading()
      }
    }
  }

  @Test("An image with one other byte") func otherImage() throws {
    try expectNotice("image") { copying, inventory throws(MigrationError) in
      try copying.copy(inventory)
      try Self.spoil(copying.target) { backend throws(StorageError) in
        try backend.insertAsset(AssetID(rawValue: 7), bytes: [8].rawSpan)
      }
    }
  }

  @Test("Pages in another order") func pageOrder() throws {
    try expectNotice("order") { copying, inventory throws(MigrationError) in
      try copying.copy(inventory)
      try Self.spoil(copying.target) { backend throws(StorageError) in
        try backend.movePage(PageID(rawValue: 2), to: 0)
      }
    }
  }

  @Test("Another title, size or time; a document or an image too few; an empty page")
  func lists() throws {
    let slips: [(String, (inout StoreInventory) -> Void)] = [
      ("title", { $0.documents[0].info.title = "Other" }),
      ("size", { $0.documents[0].info.pages[1].canvas.width += 1 }),
      ("time", { $0.documents[0].info.pages[1].createdMilliseconds += 1 }),
      ("no document", { $0.documents = [] }),
      ("no image", { $0.documents[0].assets.removeLast() }),
    ]
    for (name, spoil) in slips {
      try expectNotice(name) { copying, inventory throws(MigrationError) in
        var wrong = inventory
        spoil(&wrong)
        try copying.copy(wrong)
      }
    }
    try expectNotice("empty page") { copying, inventory throws(MigrationError) in
      try copying.copy(inventory)
      try Self.spoil(copying.target) { backend throws(StorageError) in
        try backend.loadPage(Page(id: PageID(rawValue: 1)))
        try backend.finishLoading()
      }
    }
  }

  private static func spoil(
    _ access: StoreAccess, _ body: (any StorageBackend) throws(StorageError) -> Void
  ) throws(MigrationError) {
    try MigrationError.wrapping { () throws(StorageError) in
      let backend = try access.open(DocumentID(rawValue: 0xD0C)).backend
      try body(backend)
      try backend.closeDocument()
    }
  }
}
