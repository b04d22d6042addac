internal import InkModel

/// Keeps nothing: what a measurement shows of it is the cost of the harness itself.
final class NullBackend: StorageBackend {
  static let traits = BackendTraits(
    name: "null", summary: "keeps nothing: the harness's own cost", retainsContent: false)

  private var document = DocumentInfo(id: DocumentID(rawValue: 0), title: "")

  init(_ environment: StoreEnvironment) throws(StorageError) {}

  func createDocument(_ document: DocumentInfo) throws(StorageError) { self.document = document }
  func loadPage(_ page: borrowing Page) throws(StorageError) {}
  func finishLoading() throws(StorageError) {}
  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo { document }
  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) { page.reset(id: id) }
  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {}
  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { nil }
  func storedAssets() throws(StorageError) -> [AssetID] { [] }
  func save(_ changes: ChangeSet) throws(StorageError) {}
  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {}
  func deletePage(_ id: PageID) throws(StorageError) {}
  func movePage(_ id: PageID, to index: Int) throws(StorageError) {}
  func closePage(_ id: PageID) throws(StorageError) {}
  func idle(milliseconds: UInt64) throws(StorageError) {}
  func background(deadlineMilliseconds: UInt64) throws(StorageError) {}
  func listLibrary() throws(StorageError) -> [LibraryEntry] { [] }
  func export(to path: String) throws(StorageError) {}
  func closeDocument() throws(StorageError) {}
}
