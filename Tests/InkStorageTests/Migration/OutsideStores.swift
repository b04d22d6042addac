import InkModel

@testable import InkStorage

/// A backend from outside: snapshot packages under another name, and whatever a subclass makes of them.
class OutsideStore: StorageBackend {
  class var name: String { "outside" }
  class var traits: BackendTraits {
    BackendTraits(name: name, summary: "packages", usesCodec: true, fileRoles: PackagePaths.fileRoles)
  }

  let inner: any StorageBackend

  required init(_ environment: StoreEnvironment) throws(StorageError) {
    inner = try StoreKind.snapshot.backend.init(environment)
  }

  func createDocument(_ document: DocumentInfo) throws(StorageError) { try inner.createDocument(document) }
  func loadPage(_ page: borrowing Page) throws(StorageError) { try inner.loadPage(page) }
  func finishLoading() throws(StorageError) { try inner.finishLoading() }
  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo { try inner.openDocument(id) }
  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    try inner.openPage(id, into: &page)
  }
  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try inner.insertAsset(id, bytes: bytes)
  }
  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try inner.readAsset(id) }
  func storedAssets() throws(StorageError) -> [AssetID] { try inner.storedAssets() }
  func save(_ changes: ChangeSet) throws(StorageError) { try inner.save(changes) }
  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) { try inner.addPage(page, at: index) }
  func deletePage(_ id: PageID) throws(StorageError) { try inner.deletePage(id) }
  func movePage(_ id: PageID, to index: Int) throws(StorageError) { try inner.movePage(id, to: index) }
  func closePage(_ id: PageID) throws(StorageError) { try inner.closePage(id) }
  func idle(milliseconds: UInt64) throws(StorageError) { try inner.idle(milliseconds: milliseconds) }
  func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    try inner.background(deadlineMilliseconds: deadlineMilliseconds)
  }
  func listLibrary() throws(StorageError) -> [LibraryEntry] { try inner.listLibrary() }
  func export(to path: String) throws(StorageError) { try inner.export(to: path) }
  func closeDocument() throws(StorageError) { try inner.closeDocument() }

  class func makeCanonical(_ page: inout Page) {}
}

/// Acknowledges saves and forgets them.
final class ForgetfulStore: OutsideStore {
  override class var name: String { "forgetful" }
  override func save(_ changes: ChangeSet) throws(StorageError) {
    if changes.pages.isEmpty { try inner.save(changes) }
  }
}

/// Forgets what is saved on the way to the background.
final class DrowsyStore: OutsideStore {
  override class var name: String { "drowsy" }
  override func save(_ changes: ChangeSet) throws(StorageError) {
    if changes.reason != .background { try inner.save(changes) }
  }
}

/// Does not keep the times of changes, nor the colour of ink, and says so of the colour.
final class PaleStore: OutsideStore {
  override class var name: String { "pale" }
  override class func makeCanonical(_ page: inout Page) {
    page.fill { elements, _ in
      for index in elements.indices {
        guard case .stroke(var stroke) = elements[index] else { continue }
        stroke.ink.colour = 0xFF
        elements[index] = .stroke(stroke)
      }
    }
  }
  override func loadPage(_ page: borrowing Page) throws(StorageError) {
    var pale = copy page
    Self.makeCanonical(&pale)
    try inner.loadPage(pale)
  }
  override func save(_ changes: ChangeSet) throws(StorageError) {
    var pale = changes
    pale.timeMilliseconds = 0
    for index in pale.pages.indices { Self.makeCanonical(&pale.pages[index].page) }
    try inner.save(pale)
  }
}
