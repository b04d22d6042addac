import InkModel
import InkStorage

/// A sound store, the built-in `snapshot`, whose subclasses each break one promise of the contract.
class FaultyStore: StorageBackend {
  class var traits: BackendTraits { sound.traits }

  static var sound: any StorageBackend.Type {
    guard let backend = BuiltInBackends.named("snapshot") else { preconditionFailure("no 'snapshot'") }
    return backend
  }

  private(set) var base: any StorageBackend
  let environment: StoreEnvironment
  var document: DocumentInfo?

  required init(_ environment: StoreEnvironment) throws(StorageError) {
    self.environment = environment
    base = try Self.start(environment)
  }

  /// Starts the sound store.
  class func start(_ environment: StoreEnvironment) throws(StorageError) -> any StorageBackend {
    try sound.init(environment)
  }

  func createDocument(_ document: DocumentInfo) throws(StorageError) {
    try base.createDocument(document)
    self.document = document
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) { try base.loadPage(page) }
  func finishLoading() throws(StorageError) { try base.finishLoading() }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let opened = try base.openDocument(id)
    document = opened
    return opened
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

  func closeDocument() throws(StorageError) {
    try base.closeDocument()
    document = nil
  }
}

extension ChangeSet {
  /// The same save with each page changed by a closure.
  func mapped(_ change: (inout [Element], _ edits: [Edit]) -> Void) -> ChangeSet {
    var result = self
    for index in result.pages.indices {
      let edits = result.pages[index].edits
      result.pages[index].page.fill { elements, _ in change(&elements, edits) }
    }
    return result
  }

  /// The same save of these pages alone.
  func with(_ pages: [PageChange]) -> ChangeSet {
    var result = self
    result.pages = pages
    return result
  }
}
