package import InkModel
package import InkStorage

/// A store of one small document whose list of pages and assets are kept as they should be.
///
/// The list lies in the file `document`, assets in `assets/`, and what lies in `pages/` is up to subclasses.
/// All of them claim `power-durable`, and the page is what changes as one.
package class ToyStore: StorageBackend {
  package class var traits: BackendTraits {
    BackendTraits(
      name: "\(Self.self)", summary: "a toy", usesCodec: true, durabilities: [.powerDurable],
      fileRoles: [
        FileRolePattern(.suffix, ".page", .page), FileRolePattern(.suffix, ".journal", .journal),
        FileRolePattern(.suffix, "/document", .document), FileRolePattern(.anywhere, "/assets/", .asset),
      ], isStandard: false)
  }

  let environment: StoreEnvironment
  private var info: DocumentInfo?

  package required init(_ environment: StoreEnvironment) throws(StorageError) {
    self.environment = environment
  }

  // MARK: What subclasses are about

  /// Makes a page that was not there; it is on the disk when this returns.
  func makePage(_ page: borrowing Page) throws(StorageError) { try storePage(page) }

  /// Keeps the new version of a page.
  func storePage(_ page: borrowing Page) throws(StorageError) {}

  /// Reads a page into one that is empty.
  func readPage(_ id: PageID, into page: inout Page) throws(StorageError) {}

  /// Removes what a page has left.
  func removePage(_ id: PageID) throws(StorageError) { try Posix.remove(pagePath(id)) }

  /// Brings in order what the end of the last process left.
  func recover(_ pages: [PageInfo]) throws(StorageError) {}

  func storeAsset(_ bytes: [UInt8], at path: String) throws(StorageError) {
    try Posix.replace(path, with: bytes)
  }

  // MARK: Places

  final var pagesPath: String { environment.directory + "/pages" }
  final var assetsPath: String { environment.directory + "/assets" }
  private var listPath: String { environment.directory + "/document" }
  final func pagePath(_ id: PageID) -> String { "\(pagesPath)/\(id.name).page" }
  final func journalPath(_ id: PageID) -> String { "\(pagesPath)/\(id.name).journal" }

  // MARK: The document

  package func createDocument(_ document: DocumentInfo) throws(StorageError) {
    try Posix.makeDirectory(pagesPath)
    try Posix.makeDirectory(assetsPath)
    for page in document.pages { try makePage(Page(id: page.id)) }
    try store(document)
  }

  package func loadPage(_ page: borrowing Page) throws(StorageError) { try makePage(page) }

  package func finishLoading() throws(StorageError) {}

  package func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let stored = try storedList()
    guard stored.id == id else { throw .missing("document \(id.name)") }
    try recover(stored.pages)
    info = stored
    return stored
  }

  package func closeDocument() throws(StorageError) { info = nil }

  package func listLibrary() throws(StorageError) -> [LibraryEntry] {
    let stored = try storedList()
    return [
      LibraryEntry(
        id: stored.id, title: stored.title, pageCount: stored.pages.count, modifiedMilliseconds: 0)
    ]
  }

  package func export(to path: String) throws(StorageError) { throw .misuse("a toy makes no exports") }

  private func storedList() throws(StorageError) -> DocumentInfo {
    guard let bytes = try Posix.read(listPath) else { throw .missing("document") }
    guard let stored = ListFile.decode(bytes) else {
      throw .damaged(path: listPath, reason: "it fails its checksum")
    }
    return stored
  }

  private func store(_ document: DocumentInfo) throws(StorageError) {
    try Posix.replace(listPath, with: ListFile.encode(document))
    info = document
  }

  private func list() throws(StorageError) -> DocumentInfo {
    guard let info else { throw .misuse("no document is open") }
    return info
  }

  // MARK: Pages

  package func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    page.reset(id: id)
    try readPage(id, into: &page)
  }

  package func save(_ changes: ChangeSet) throws(StorageError) {
    for change in changes.pages { try storePage(change.page) }
  }

  package func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    var list = try list()
    try makePage(Page(id: page.id))
    list.pages.insert(page, at: min(index, list.pages.count))
    try store(list)
  }

  package func deletePage(_ id: PageID) throws(StorageError) {
    var list = try list()
    list.pages.removeAll { $0.id == id }
    try store(list)
    try removePage(id)
  }

  package func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    var list = try list()
    guard let from = list.pages.firstIndex(where: { $0.id == id }) else { throw .missing("page \(id.name)") }
    let page = list.pages.remove(at: from)
    list.pages.insert(page, at: min(index, list.pages.count))
    try store(list)
  }

  package func closePage(_ id: PageID) throws(StorageError) {}

  package func idle(milliseconds: UInt64) throws(StorageError) {}

  package func background(deadlineMilliseconds: UInt64) throws(StorageError) {}

  // MARK: Assets

  package func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try storeAsset(unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }, at: "\(assetsPath)/\(id.name)")
  }

  package func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    try Posix.read("\(assetsPath)/\(id.name)")
  }

  package func storedAssets() throws(StorageError) -> [AssetID] {
    Posix.names(in: assetsPath).compactMap { UInt64($0, radix: 16) }.map { AssetID(rawValue: $0) }
  }
}
