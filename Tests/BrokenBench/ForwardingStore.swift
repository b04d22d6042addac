internal import InkModel
internal import InkStorage

/// A sound store, the built-in `snapshot`, whose subclasses each break one thing.
class ForwardingStore: StorageBackend {
  class var name: String { "forwarding" }
  class var summary: String { "a sound store behind another" }

  class var traits: BackendTraits {
    var traits = sound.traits
    traits.name = name
    traits.summary = summary
    return traits
  }

  private static var sound: any StorageBackend.Type {
    guard let backend = BuiltInBackends.named("snapshot") else { preconditionFailure("no 'snapshot'") }
    return backend
  }

  let base: any StorageBackend
  let environment: StoreEnvironment
  private(set) var document: DocumentID?

  required init(_ environment: StoreEnvironment) throws(StorageError) {
    self.environment = environment
    base = try Self.sound.init(environment)
  }

  /// The file of a page in the open document.
  func path(of page: PageID) -> String {
    "\(environment.directory)/\(document?.name ?? "").lnote/pages/\(page.name).content"
  }

  func createDocument(_ document: DocumentInfo) throws(StorageError) {
    self.document = document.id
    try base.createDocument(document)
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) { try base.loadPage(page) }

  func finishLoading() throws(StorageError) { try base.finishLoading() }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    document = id
    return try base.openDocument(id)
  }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    try base.openPage(id, into: &page)
  }

  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try base.insertAsset(id, bytes: bytes)
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try base.readAsset(id) }

  func storedAssets() throws(StorageError) -> [AssetID] { try base.storedAssets() }

  func save(_ changes: ChangeSet) throws(StorageError) { try base.save(changes) }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) { try base.addPage(page, at: index) }

  func deletePage(_ id: PageID) throws(StorageError) { try base.deletePage(id) }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) { try base.movePage(id, to: index) }

  func closePage(_ id: PageID) throws(StorageError) { try base.closePage(id) }

  func idle(milliseconds: UInt64) throws(StorageError) { try base.idle(milliseconds: milliseconds) }

  func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    try base.background(deadlineMilliseconds: deadlineMilliseconds)
  }

  func listLibrary() throws(StorageError) -> [LibraryEntry] { try base.listLibrary() }

  func export(to path: String) throws(StorageError) { try base.export(to: path) }

  func closeDocument() throws(StorageError) { try base.closeDocument() }
}
