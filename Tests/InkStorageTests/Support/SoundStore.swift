import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// A small closed store of two pages and two images, every byte of which is known.
struct SoundStore {
  let directory: TemporaryDirectory
  let type: any StorageBackend.Type
  let codec: any PageCodec
  let info: DocumentInfo
  private(set) var pages: [Page] = []
  let assets = [AssetID(rawValue: 509): Array("first image".utf8), AssetID(rawValue: 8): [0xFF, 0xD8]]
  /// All files but the lock, by their path in the store.
  private(set) var files: [String: [UInt8]] = [:]

  init(_ name: String) throws {
    directory = try TemporaryDirectory.inMemory()
    type = try #require(BuiltInBackends.named(name))
    codec = try #require(BuiltInCodecs.named("packed"))
    info = Fixtures.document(pages: 2)
    let backend = try start()
    try backend.createDocument(info)
    for (id, image) in assets { try backend.insertAsset(id, bytes: image.rawSpan) }
    var first = Fixtures.page(strokes: 10, pointsPerStroke: 2, images: true)
    try first.apply(
      .put(
        .image(
          PlacedImage(
            id: ElementID(rawValue: 77), frame: Frame(x: 0, y: 0, width: 9, height: 9),
            asset: AssetID(rawValue: 8))), index: 0), from: InkArena())
    pages = [first, Fixtures.page(id: PageID(rawValue: 2), strokes: 3, pointsPerStroke: 4, seed: 9)]
    for page in pages { try backend.loadPage(page) }
    try backend.finishLoading()
    try backend.closeDocument()
    for path in Self.paths(under: directory.path, prefix: "") where path != StoreLock.fileName {
      files[path] = try directory.read(path)
    }
  }

  func start() throws -> any StorageBackend {
    try type.init(
      StoreEnvironment(directory: directory.path, durability: .powerDurable, codec: codec, seed: 5))
  }

  func path(_ name: String) -> String { directory.path + "/" + name }

  /// The files that hold the truth; the others are caches.
  var truth: [String] {
    files.keys.filter { !$0.contains("/thumbnails/") && !$0.hasSuffix("manifest.json") }.sorted()
  }

  /// Whether a file is all the document there is.
  static func isDocument(_ name: String) -> Bool {
    name.hasSuffix("document.json") || name.hasSuffix(".notebook")
  }

  /// Puts back what the store held at first.
  func restore(_ names: some Sequence<String>) throws {
    for name in names { if let bytes = files[name] { _ = try directory.write(bytes, to: name) } }
  }

  /// The paths of all files below a directory, relative to it.
  static func paths(under root: String, prefix: String) -> [String] {
    let names = (try? SystemCalls.names(inDirectory: root)) ?? []
    return names.flatMap { name in
      if case .directory = SystemCalls.place(root + "/" + name) {
        return paths(under: root + "/" + name, prefix: prefix + name + "/")
      }
      return [prefix + name]
    }
  }

  /// Opens the store, reads everything and closes it, and returns what was said to be lost.
  ///
  /// Whatever is not said to be lost must be exactly what was kept.
  func losses(_ comment: String) throws -> [String] {
    var losses: [String] = []
    let backend = try start()
    do throws(StorageError) {
      let found = try backend.openDocument(info.id)
      #expect(found == info, "\(comment): another document")
    } catch {
      return ["document: \(error)"]
    }
    var page = Page(id: PageID(rawValue: 0))
    for wanted in pages {
      do throws(StorageError) {
        try backend.openPage(wanted.id, into: &page)
        #expect(page.hasSameContent(as: wanted), "\(comment): page \(wanted.id.rawValue)")
      } catch {
        losses.append("page \(wanted.id.rawValue): \(error)")
        #expect(page.elements.isEmpty, "\(comment): half a page")
        #expect(throws: StorageError.readOnlyPage(wanted.id), "\(comment)") {
          try backend.save(
            ChangeSet(
              reason: .autosave, timeMilliseconds: 9,
              pages: [PageChange(page: Page(id: wanted.id), edits: [], arena: InkArena())]))
        }
      }
    }
    for (id, image) in assets.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      do throws(StorageError) {
        let found = try backend.readAsset(id)
        if found == nil { losses.append("asset \(id.rawValue): none") }
        #expect(found == nil || found == image, "\(comment): asset \(id.rawValue)")
      } catch {
        losses.append("asset \(id.rawValue): \(error)")
      }
    }
    try backend.idle(milliseconds: 60_000)
    try backend.closeDocument()
    return losses
  }
}
