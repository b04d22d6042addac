public import InkModel
public import InkStorage

/// A store behind an actor that passes every call on; what conforms changes what it is about.
public protocol ForwardingActor: Actor, AsyncStorageBackend {
  /// The store behind it.
  var store: any StorageBackend { get }
}

extension ForwardingActor {
  public func createDocument(_ document: DocumentInfo) throws(StorageError) {
    try store.createDocument(document)
  }
  public func loadPage(_ page: Page) throws(StorageError) { try store.loadPage(page) }
  public func finishLoading() throws(StorageError) { try store.finishLoading() }
  public func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    try store.openDocument(id)
  }
  public func openPage(_ id: PageID, into page: Page) throws(StorageError) -> Page {
    var page = page
    try store.openPage(id, into: &page)
    return page
  }
  public func insertAsset(_ id: AssetID, bytes: [UInt8]) throws(StorageError) {
    try unsafe store.insertAsset(id, bytes: bytes.span.bytes)
  }
  public func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try store.readAsset(id) }
  public func storedAssets() throws(StorageError) -> [AssetID] { try store.storedAssets() }
  public func save(_ changes: ChangeSet) throws(StorageError) { try store.save(changes) }
  public func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try store.addPage(page, at: index)
  }
  public func deletePage(_ id: PageID) throws(StorageError) { try store.deletePage(id) }
  public func movePage(_ id: PageID, to index: Int) throws(StorageError) { try store.movePage(id, to: index) }
  public func closePage(_ id: PageID) throws(StorageError) { try store.closePage(id) }
  public func idle(milliseconds: UInt64) throws(StorageError) { try store.idle(milliseconds: milliseconds) }
  public func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    try store.background(deadlineMilliseconds: deadlineMilliseconds)
  }
  public func listLibrary() throws(StorageError) -> [LibraryEntry] { try store.listLibrary() }
  public func export(to path: String) throws(StorageError) { try store.export(to: path) }
  public func closeDocument() throws(StorageError) { try store.closeDocument() }
}
