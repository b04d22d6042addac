import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// A small store as a process has left it, closed or not, of which every file and every saved version is
/// known.
struct LivedStore {
  /// Which store, and how its process ended.
  struct Kind: Sendable, CustomTestStringConvertible {
    var backend: String
    var codec = "packed"
    var isClosed = false
    var testDescription: String { "\(backend), \(codec), \(isClosed ? "closed" : "live")" }
  }

  let kind: Kind
  /// The versions of each page that were acknowledged, the newest last.
  private(set) var versions: [PageID: [Page]] = [:]
  /// The images, one a page, in the order of the pages.
  private var images: [(id: AssetID, bytes: [UInt8])]
  /// All files but the lock, by their path in the store.
  private(set) var files: [String: [UInt8]] = [:]
  private let parent: TemporaryDirectory

  init(_ kind: Kind, document: UInt64 = 0xD0C, firstPage: UInt64 = 1) throws {
    self.kind = kind
    images = [
      (AssetID(rawValue: 500 + firstPage), Array("first image".utf8)),
      (AssetID(rawValue: firstPage), [0xFF, 0xD8]),
    ]
    parent = try TemporaryDirectory.inMemory()
    let directory = parent.path + "/original"
    _ = try SystemCalls.makeDirectory(directory)
    var backend: (any StorageBackend)? = try start(directory)
    try live(try #require(backend), document, firstPage)
    backend = nil
    for path in SoundStore.paths(under: directory, prefix: "") where path != StoreLock.fileName {
      files[path] = try Files.read(directory + "/" + path) ?? []
    }
    info = DocumentInfo(
      id: DocumentID(rawValue: document), title: "Lived",
      pages: [firstPage, firstPage + 1].map { PageInfo(id: PageID(rawValue: $0)) })
  }

  private(set) var info = DocumentInfo(id: DocumentID(rawValue: 0), title: "")

  private mutating func live(_ backend: any StorageBackend, _ document: UInt64, _ firstPage: UInt64) throws {
    let ids = [firstPage, firstPage + 1].map(PageID.init(rawValue:))
    try backend.createDocument(
      DocumentInfo(id: DocumentID(rawValue: document), title: "Lived", pages: ids.map { PageInfo(id: $0) }))
    for (id, image) in images { try backend.insertAsset(id, bytes: image.rawSpan) }
    for id in ids {
      var page = Page(id: id)
      for number in 0..<3 as Range<UInt64> { try draw(&page, id.rawValue &* 100 + number) }
      let image = images[id == ids[0] ? 0 : 1].id
      let frame = Frame(x: 0, y: 0, width: 9, height: 9)
      let placed = PlacedImage(
        id: ElementID(rawValue: id.rawValue &* 100 + 50), frame: frame, asset: image)
      page.append(.image(placed), from: InkArena())
      try backend.loadPage(page)
      // Empty, as it was created, it was a version too.
      versions[id] = [Page(id: id), page]
    }
    try backend.finishLoading()
    for id in ids {
      var page = Page(id: id)
      try backend.openPage(id, into: &page)
      for number in 10..<14 as Range<UInt64> {
        let (edit, arena) = try draw(&page, id.rawValue &* 100 + number)
        try backend.save(
          ChangeSet(
            reason: .autosave, timeMilliseconds: number,
            pages: [PageChange(page: page, edits: [edit], arena: arena)]))
        versions[id]?.append(page)
      }
    }
    if kind.isClosed { try backend.closeDocument() }
  }

  @discardableResult private func draw(_ page: inout Page, _ id: UInt64) throws -> (Edit, InkArena) {
    var arena = InkArena()
    let edit = Edit.put(.stroke(Store.stroke(id: id, points: 3, &arena)), index: page.elements.count)
    try page.apply(edit, from: arena)
    return (edit, arena)
  }

  func start(_ directory: String) throws -> any StorageBackend {
    let type = try #require(BuiltInBackends.named(kind.backend))
    let codec = try #require(BuiltInCodecs.named(kind.codec))
    // Every class survives the end of a process; this one writes fastest.
    return try type.init(
      StoreEnvironment(directory: directory, durability: .processCrash, codec: codec, seed: 5))
  }

  /// Whether a file is a cache or shared memory, without which nothing is lost.
  static func isCache(_ name: String) -> Bool {
    name.contains("/thumbnails/") || name.hasSuffix("manifest.json") || name.hasSuffix("-shm")
  }

  /// Whether a file holds the newest saves, so that a damaged end looks like a save that was cut short.
  static func isLog(_ name: String) -> Bool { name.hasSuffix(".journal") || name.hasSuffix("-wal") }
}

// MARK: - What has become of it

extension LivedStore {
  /// What a reader of a store was told.
  struct Outcome {
    /// What was said to be lost.
    var losses: [String] = []
    /// How many saves are missing from the pages that were shown.
    var savesMissing = 0
    /// Whether a page was shown in an older version.
    var isOlder: Bool { savesMissing > 0 }
    var isWhole: Bool { losses.isEmpty && !isOlder }
  }

  /// Puts the store into a directory, lets something happen to it there, and reads and closes it.
  ///
  /// What was not said to be lost must be some version that was saved, and never garbage. Afterwards `look`
  /// may look at what is left.
  func outcome(
    _ comment: String, after accident: (String) throws -> Void, then look: (String) throws -> Void = { _ in }
  ) throws -> Outcome {
    let directory = parent.path + "/copy"
    defer { Files.removeTree(directory) }
    try put(in: directory)
    try accident(directory)
    let outcome = try read(directory, comment)
    try look(directory)
    return outcome
  }

  private func put(in directory: String) throws {
    for (name, bytes) in files {
      try Self.makeDirectories(of: directory + "/" + name)
      try Files.replace(directory + "/" + name, with: bytes.rawSpan, syncing: false)
    }
  }

  private static func makeDirectories(of path: String) throws {
    let parent = Files.parent(of: path)
    guard SystemCalls.place(parent) == .nothing else { return }
    try makeDirectories(of: parent)
    _ = try SystemCalls.makeDirectory(parent)
  }

  private func read(_ directory: String, _ comment: String) throws -> Outcome {
    var outcome = Outcome()
    let backend: any StorageBackend
    do {
      backend = try start(directory)
      // The shelf is shown whatever has happened to a document.
      _ = try backend.listLibrary()
      let found = try backend.openDocument(info.id)
      #expect(found == info, "\(comment): another document")
    } catch let error as StorageError {
      return Outcome(losses: ["document: \(error)"])
    }
    for id in info.pages.map(\.id) { readPage(id, backend, &outcome, comment) }
    for (id, image) in images {
      do throws(StorageError) {
        let found = try backend.readAsset(id)
        if found == nil { outcome.losses.append("asset \(id.name): none") }
        #expect(found == nil || found == image, "\(comment): asset \(id.rawValue)")
      } catch {
        outcome.losses.append("asset \(id.name): \(error)")
      }
    }
    do throws(StorageError) {
      try backend.idle(milliseconds: 60_000)
      try backend.closeDocument()
    } catch {
      #expect(!outcome.losses.isEmpty, "\(comment): all is well, and closing says: \(error)")
      outcome.losses.append("at closing: \(error)")
    }
    return outcome
  }

  private func readPage(
    _ id: PageID, _ backend: any StorageBackend, _ outcome: inout Outcome, _ comment: String
  ) {
    var page = Page(id: PageID(rawValue: 0))
    do throws(StorageError) {
      try backend.openPage(id, into: &page)
      let known = versions[id] ?? []
      let version = known.lastIndex { page.hasSameContent(as: $0) }
      #expect(version != nil, "\(comment): page \(id.rawValue) holds what was never saved")
      outcome.savesMissing += known.count - 1 - (version ?? -1)
    } catch {
      outcome.losses.append("page \(id.name): \(error)")
      #expect(page.elements.isEmpty, "\(comment): half a page")
      #expect(throws: StorageError.readOnlyPage(id), "\(comment)") {
        try backend.save(
          ChangeSet(
            reason: .autosave, timeMilliseconds: 99,
            pages: [PageChange(page: Page(id: id), edits: [], arena: InkArena())]))
      }
    }
  }
}
