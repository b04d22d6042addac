public import InkModel

/// The twin of `StorageBackend` for stores whose calls are asynchronous, such as actors.
///
/// Every call means what its namesake in `StorageBackend` means. Calls still come one at a time, each after
/// the one before has returned; `AsyncAdapter` makes a backend of such a store.
///
/// ```swift
/// actor Vault: AsyncStorageBackend { … }
/// Harness.main(backends: [AsyncAdapter<Vault>.self])
/// ```
public protocol AsyncStorageBackend: AnyObject, Sendable {
  static var traits: BackendTraits { get }

  init(_ environment: StoreEnvironment) async throws(StorageError)

  func createDocument(_ document: DocumentInfo) async throws(StorageError)
  func loadPage(_ page: Page) async throws(StorageError)
  func finishLoading() async throws(StorageError)
  func openDocument(_ id: DocumentID) async throws(StorageError) -> DocumentInfo
  /// Reads all elements of a page into `page`, which is empty, and returns it.
  func openPage(_ id: PageID, into page: Page) async throws(StorageError) -> Page
  func insertAsset(_ id: AssetID, bytes: [UInt8]) async throws(StorageError)
  func readAsset(_ id: AssetID) async throws(StorageError) -> [UInt8]?
  func storedAssets() async throws(StorageError) -> [AssetID]
  func save(_ changes: ChangeSet) async throws(StorageError)
  func addPage(_ page: PageInfo, at index: Int) async throws(StorageError)
  func deletePage(_ id: PageID) async throws(StorageError)
  func movePage(_ id: PageID, to index: Int) async throws(StorageError)
  func closePage(_ id: PageID) async throws(StorageError)
  func idle(milliseconds: UInt64) async throws(StorageError)
  func background(deadlineMilliseconds: UInt64) async throws(StorageError)
  func listLibrary() async throws(StorageError) -> [LibraryEntry]
  func export(to path: String) async throws(StorageError)
  func closeDocument() async throws(StorageError)

  static func makeCanonical(_ page: inout Page)
}

extension AsyncStorageBackend {
  public static func makeCanonical(_ page: inout Page) {}
}
