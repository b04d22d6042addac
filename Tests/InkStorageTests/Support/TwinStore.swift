import InkModel
import InkStorage

/// A store and, beside it, what it must hold; each step is done to both.
final class TwinStore {
  let type: any StorageBackend.Type
  let environment: StoreEnvironment
  private var running: (any StorageBackend)?
  private(set) var info: DocumentInfo
  private(set) var pages: [PageID: Page] = [:]
  private(set) var assets: [AssetID: [UInt8]] = [:]
  private var timeMilliseconds: UInt64 = 1_000

  /// Makes a document in a directory that exists and is empty.
  init(
    _ type: any StorageBackend.Type, codec: any PageCodec, directory: String, document: DocumentInfo,
    seed: UInt64 = 13
  ) throws {
    self.type = type
    environment = StoreEnvironment(
      directory: directory, durability: .processCrash, codec: codec, seed: seed)
    info = document
    running = try type.init(environment)
    try backend.createDocument(document)
    for page in document.pages { pages[page.id] = Page(id: page.id) }
  }

  var backend: any StorageBackend {
    guard let running else { preconditionFailure("the store is used while no process has it") }
    return running
  }

  /// Ends the process without closing anything.
  func end() { running = nil }

  /// Opens the document in a new process, and all of its pages.
  func reopen() throws {
    running = nil
    running = try type.init(environment)
    _ = try backend.openDocument(info.id)
    var page = Page(id: PageID(rawValue: 0))
    for listed in info.pages { try backend.openPage(listed.id, into: &page) }
  }

  func load(_ page: Page) throws {
    try backend.loadPage(page)
    pages[page.id] = page
  }

  func insert(_ id: AssetID, _ bytes: [UInt8]) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe backend.insertAsset(id, bytes: $0.bytes) }
    assets[id] = bytes
  }

  /// Applies edits to pages that are open and saves them together.
  func save(_ edits: [(PageID, [Edit])], _ arena: InkArena = InkArena()) throws {
    var changes: [PageChange] = []
    for (id, list) in edits {
      var page = pages[id] ?? Page(id: id)
      for edit in list { try page.apply(edit, from: arena) }
      pages[id] = page
      changes.append(PageChange(page: page, edits: list, arena: arena))
    }
    timeMilliseconds += 500
    try backend.save(ChangeSet(reason: .autosave, timeMilliseconds: timeMilliseconds, pages: changes))
  }

  func addPage(_ page: PageInfo, at index: Int) throws {
    try backend.addPage(page, at: index)
    info.pages.insert(page, at: index)
    var opened = Page(id: page.id)
    try backend.openPage(page.id, into: &opened)
    pages[page.id] = opened
  }

  func movePage(_ id: PageID, to index: Int) throws {
    try backend.movePage(id, to: index)
    let old = info.pages.firstIndex { $0.id == id } ?? 0
    info.pages.insert(info.pages.remove(at: old), at: index)
  }

  func deletePage(_ id: PageID) throws {
    try backend.closePage(id)
    try backend.deletePage(id)
    info.pages.removeAll { $0.id == id }
    pages[id] = nil
  }

  /// The text of what the store must hold.
  var text: String { StoreText.text(info, info.pages.map { pages[$0.id] ?? Page(id: $0.id) }, assets) }
}
