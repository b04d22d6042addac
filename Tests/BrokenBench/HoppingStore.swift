internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// A sound store behind an actor, whose saves do much of their work on other threads.
///
/// It breaks no promise: what it is about is that an instrument which looks at one thread sees little of it,
/// and that no two of its processes allocate the same number of times.
actor HoppingStore: AsyncStorageBackend {
  static var traits: BackendTraits {
    var traits = StoreWrapper.sound.traits
    traits.name = "hopping"
    traits.summary = "a sound store whose saves work on other threads"
    return traits
  }

  /// Blocks that each save allocates on other threads, at least.
  static let blocksMin = 1_000

  private let store: any StorageBackend

  init(_ environment: StoreEnvironment) async throws(StorageError) {
    store = try StoreWrapper.sound.init(environment)
  }

  func save(_ changes: ChangeSet) async throws(StorageError) {
    try store.save(changes)
    // Differs from process to process, as the order in which threads run does.
    let count = Self.blocksMin + Calls.processNumber % 1_000
    let halves = [count / 2, count - count / 2].map { half in
      Task.detached { (0..<half).reduce(0) { $0 + Self.block($1).count } }
    }
    for half in halves { _ = await half.value }
  }

  /// One allocation, and some work on it.
  private static func block(_ number: Int) -> [Int] { (0..<64).map { $0 &* number } }

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
