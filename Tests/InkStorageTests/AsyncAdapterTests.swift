import InkModel
import InkStorage
import InkTestFixtures
import Testing

@Suite("Asynchronous stores") struct AsyncAdapterTests {
  @Test("An actor keeps every promise that the store inside it keeps", arguments: Durability.allCases)
  func contract(durability: Durability) throws {
    let directory = try TemporaryDirectory.inMemory()
    let violations = contractViolations(
      of: AsyncAdapter<Vault>.self, codec: BuiltInCodecs.all[0], durability: durability, in: directory.path)
    #expect(violations == [])
  }

  @Test("An error inside the actor is the error of the call")
  func errors() throws {
    let directory = try TemporaryDirectory.inMemory()
    let store = try AsyncAdapter<Vault>(
      StoreEnvironment(
        directory: directory.path, durability: .processCrash, codec: BuiltInCodecs.all[0]))
    #expect(throws: StorageError.self) { try store.openDocument(DocumentID(rawValue: 9)) }
  }
}

/// The snapshot store behind an actor.
private actor Vault: AsyncStorageBackend {
  static var traits: BackendTraits {
    var traits = kind.traits
    traits.name = "vault"
    return traits
  }

  private static var kind: any StorageBackend.Type {
    guard let kind = BuiltInBackends.named("snapshot") else { preconditionFailure("no 'snapshot'") }
    return kind
  }

  private let store: any StorageBackend

  init(_ environment: StoreEnvironment) async throws(StorageError) {
    store = try Self.kind.init(environment)
  }

  func createDocument(_ document: DocumentInfo) throws(StorageError) { try store.createDocument(document) }
  func loadPage(_ page: Page) throws(StorageError) { try store.loadPage(page) }
  func finishLoading() throws(StorageError) { try store.finishLoading() }
  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo { try store.openDocument(id) }
  func openPage(_ id: PageID, into page: Page) throws(StorageError) -> Page {
    var page = page
    try store.openPage(id, into: &page)
    return page
  }
  func insertAsset(_ id: AssetID, bytes: [UInt8]) throws(StorageError) {
    try unsafe store.insertAsset(id, bytes: bytes.span.bytes)
  }
  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try store.readAsset(id) }
  func storedAssets() throws(StorageError) -> [AssetID] { try store.storedAssets() }
  func save(_ changes: ChangeSet) throws(StorageError) { try store.save(changes) }
  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) { try store.addPage(page, at: index) }
  func deletePage(_ id: PageID) throws(StorageError) { try store.deletePage(id) }
  func movePage(_ id: PageID, to index: Int) throws(StorageError) { try store.movePage(id, to: index) }
  func closePage(_ id: PageID) throws(StorageError) { try store.closePage(id) }
  func idle(milliseconds: UInt64) throws(StorageError) { try store.idle(milliseconds: milliseconds) }
  func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    try store.background(deadlineMilliseconds: deadlineMilliseconds)
  }
  func listLibrary() throws(StorageError) -> [LibraryEntry] { try store.listLibrary() }
  func export(to path: String) throws(StorageError) { try store.export(to: path) }
  func closeDocument() throws(StorageError) { try store.closeDocument() }
}
