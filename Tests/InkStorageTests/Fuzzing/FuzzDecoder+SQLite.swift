import InkModel
import InkTestFixtures

@testable import InkStorage

extension FuzzDecoder {
  /// Databases of level 2, read by their backend.
  ///
  /// The input damages a small sound database, see `DatabaseDamage`. Then the shelf must list it, opening and
  /// reading it must give content or a sentence, and closing it must not change what could be read. What
  /// could be read is written into another database and read again.
  static func sqlite(in directory: String) -> FuzzDecoder {
    FuzzDecoder(
      name: "sqlite", allocationMaxMegabytes: 16, seeds: { [[0], [1]] }, hostileSeeds: DatabaseDamage.seeds,
      examine: { input in
        let store = HostileDatabase(directory: directory)
        do throws(StorageError) {
          try store.make(input)
        } catch { return .broken("the database can't be made: \(error)") }
        return store.verdict()
      })
  }
}

/// A store of one damaged database.
private struct HostileDatabase {
  let directory: String

  private typealias Backend = SQLiteBackend<SQLiteStandard>
  private static let document = Fixtures.document(pages: 2)
  private static let twin = DocumentID(rawValue: 1)
  private static let asset = AssetID(rawValue: 8)

  private func path(_ id: DocumentID) -> String { directory + "/" + id.name + SQLiteSchema.fileSuffix }
  private var environment: StoreEnvironment {
    StoreEnvironment(directory: directory, durability: .processCrash, codec: PackedCodec())
  }

  // MARK: - Making it

  func make(_ input: [UInt8]) throws(StorageError) {
    let template = directory + "/template"
    if !SystemCalls.exists(template) { try makeTemplate(template) }
    guard let sound = try Files.read(template) else { return }
    let path = path(Self.document.id)
    remove(Self.document.id)
    try Files.replace(path, with: sound.rawSpan, syncing: false)
    let damage = DatabaseDamage(input)
    try damage.change(path)
    guard var bytes = try Files.read(path) else { return }
    damage.patch(&bytes)
    try Files.replace(path, with: bytes.rawSpan, syncing: false)
  }

  private func makeTemplate(_ template: String) throws(StorageError) {
    remove(Self.document.id)
    let backend = try Backend(environment)
    try backend.createDocument(Self.document)
    try backend.insertAsset(Self.asset, bytes: [UInt8]([1, 2, 3]).rawSpan)
    var page = Fixtures.page(strokes: 4, pointsPerStroke: 2, opaqueBytesPerStroke: 2)
    page.append(
      .image(
        PlacedImage(
          id: ElementID(rawValue: 50), frame: Frame(x: 1, y: 2, width: 3, height: 4), asset: Self.asset)),
      from: InkArena())
    try backend.loadPage(page)
    var second = Page(id: PageID(rawValue: 2))
    let points = Fixtures.points(count: 3)
    second.appendStroke(
      id: ElementID(rawValue: 90), ink: Ink(), points: points.span, opaque: [UInt8]().span)
    try backend.loadPage(second)
    try backend.finishLoading()
    try backend.closeDocument()
    try SystemCalls.rename(path(Self.document.id), to: template)
  }

  private func remove(_ id: DocumentID) {
    for suffix in ["", "-wal", "-shm", "-journal"] { try? SystemCalls.remove(path(id) + suffix) }
  }

  // MARK: - Reading it

  /// What could be read of a document.
  private struct Content {
    var info: DocumentInfo
    var pages: [Page] = []
    var assets: [AssetID: [UInt8]] = [:]
    /// What was said of what could not be read.
    var losses: [String] = []
  }

  func verdict() -> FuzzVerdict {
    let first: Content
    let isUntouched: Bool
    do throws(StorageError) {
      let shelf = try Backend(environment).listLibrary()
      if shelf.contains(where: { $0.title.utf8.count > 1 << 20 }) { return .broken("a title without end") }
    } catch { return .broken("the shelf can't be listed: \(error)") }
    do throws(StorageError) {
      let before = try Files.read(path(Self.document.id))
      let backend = try Backend(environment)
      first = try read(try backend.openDocument(Self.document.id), backend)
      try backend.closeDocument()
      isUntouched = try Files.read(path(Self.document.id)) == before
    } catch { return .refusal(error.description) }
    if let change = changeByClosing(first, isUntouched: isUntouched) { return .broken(change) }
    let written = roundTrip(first)
    guard written == .accepted, let loss = first.losses.first else { return written }
    return first.losses.lazy.map(FuzzVerdict.refusal).first { $0 != .refused(loss) } ?? .refusal(loss)
  }

  /// How a document differs from what was read of it before it was closed.
  ///
  /// A page that is refused now is no difference where closing left every byte of the file as it was. The
  /// engine checks the cells of a tree page once, when it takes the page up: it may refuse the page, go on
  /// with it at the second look, and come to another end in another connection's memory. Whatever it hands
  /// out has passed our checksums.
  private func changeByClosing(_ first: Content, isUntouched: Bool) -> String? {
    do throws(StorageError) {
      let backend = try Backend(environment)
      let again = try read(try backend.openDocument(Self.document.id), backend)
      guard again.info == first.info else { return "closing changed the list of pages" }
      for page in first.pages {
        guard let twin = again.pages.first(where: { $0.id == page.id }) else {
          if isUntouched { continue }
          return "closing lost page \(page.id.rawValue): \(again.losses)"
        }
        if let difference = twin.firstDifference(from: page) { return "closed, \(difference)" }
      }
      return nil
    } catch { return isUntouched ? nil : "what was closed can't be opened: \(error)" }
  }

  private func read(_ info: DocumentInfo, _ backend: Backend) throws(StorageError) -> Content {
    var content = Content(info: info)
    for listed in info.pages {
      var page = Page(id: listed.id)
      do throws(StorageError) {
        try backend.openPage(listed.id, into: &page)
        content.pages.append(page)
      } catch { content.losses.append(error.description) }
    }
    do throws(StorageError) {
      for asset in try backend.storedAssets() { content.assets[asset] = try backend.readAsset(asset) }
    } catch { content.losses.append(error.description) }
    return content
  }

  /// Writes what could be read into another database.
  private func roundTrip(_ content: Content) -> FuzzVerdict {
    remove(Self.twin)
    defer { remove(Self.twin) }
    var info = content.info
    info.id = Self.twin
    let ids = content.pages.map(\.id)
    info.pages.removeAll { !ids.contains($0.id) }
    do throws(StorageError) {
      let backend = try Backend(environment)
      try backend.createDocument(info)
      for page in content.pages { try backend.loadPage(page) }
      try backend.finishLoading()
      for page in content.pages {
        var twin = Page(id: page.id)
        try backend.openPage(page.id, into: &twin)
        if let difference = twin.firstDifference(from: page) {
          return .broken("after a round trip, \(difference)")
        }
      }
      try backend.closeDocument()
      let found = try backend.openDocument(info.id)
      return found == info ? .accepted : .broken("after a round trip the document differs")
    } catch { return .broken("what was read can't be written: \(error)") }
  }
}
