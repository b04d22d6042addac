public import InkModel
public import InkStorage

/// A sound store behind another; subclasses change what they are about.
open class StoreWrapper: StorageBackend {
  open class var traits: BackendTraits { sound.traits }

  /// The store behind all of them, the built-in `snapshot`.
  public static var sound: any StorageBackend.Type {
    guard let backend = BuiltInBackends.named("snapshot") else { preconditionFailure("no 'snapshot'") }
    return backend
  }

  public let base: any StorageBackend
  public let environment: StoreEnvironment

  public required init(_ environment: StoreEnvironment) throws(StorageError) {
    self.environment = environment
    base = try Self.start(environment)
  }

  /// Starts the sound store.
  open class func start(_ environment: StoreEnvironment) throws(StorageError) -> any StorageBackend {
    try sound.init(environment)
  }

  open func createDocument(_ document: DocumentInfo) throws(StorageError) {
    try base.createDocument(document)
  }
  open func loadPage(_ page: borrowing Page) throws(StorageError) { try base.loadPage(page) }
  open func finishLoading() throws(StorageError) { try base.finishLoading() }

  open func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo { try base.openDocument(id) }

  open func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    try base.openPage(id, into: &page)
  }

  open func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try base.insertAsset(id, bytes: bytes)
  }

  open func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try base.readAsset(id) }
  open func storedAssets() throws(StorageError) -> [AssetID] { try base.storedAssets() }
  open func save(_ changes: ChangeSet) throws(StorageError) { try base.save(changes) }

  open func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try base.addPage(page, at: index)
  }
  open func deletePage(_ id: PageID) throws(StorageError) { try base.deletePage(id) }
  open func movePage(_ id: PageID, to index: Int) throws(StorageError) { try base.movePage(id, to: index) }
  open func closePage(_ id: PageID) throws(StorageError) { try base.closePage(id) }
  open func idle(milliseconds: UInt64) throws(StorageError) { try base.idle(milliseconds: milliseconds) }

  open func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    try base.background(deadlineMilliseconds: deadlineMilliseconds)
  }

  open func listLibrary() throws(StorageError) -> [LibraryEntry] { try base.listLibrary() }
  open func export(to path: String) throws(StorageError) { try base.export(to: path) }
  open func closeDocument() throws(StorageError) { try base.closeDocument() }

  open class func makeCanonical(_ page: inout Page) {}
}
