public import InkModel

/// A way of keeping documents on disk, as one app would build it.
///
/// A backend keeps a *store*: a directory that holds a library of documents, of which one is open at a time.
/// Calls arrive from one thread, in an order that an app could produce, and each is measured by itself. A
/// call that returns has acknowledged: its effect must survive as the environment's durability class says.
///
/// A call that does not fit, such as one without an open document or for a place behind the end of the list,
/// throws `StorageError.misuse` and changes nothing. `contractViolations(of:in:)` tries all that stands here.
///
/// Releasing a backend without `closeDocument()` stands for the end of the process. Give back descriptors and
/// locks then, and write nothing; the next `openDocument(_:)` recovers.
///
/// ```swift
/// final class OurStore: StorageBackend {
///   static let traits = BackendTraits(name: "ours", summary: "One file a page, as our app writes it.")
///   init(_ environment: StoreEnvironment) throws(StorageError) { … }
///   …
/// }
/// ```
public protocol StorageBackend: AnyObject, SendableMetatype {
  /// What the backend is called and what it promises.
  static var traits: BackendTraits { get }

  /// Gets ready to work in a directory, which exists and is empty or holds an earlier store of this backend.
  ///
  /// Throws `StorageError.locked` if another process has the store.
  init(_ environment: StoreEnvironment) throws(StorageError)

  /// Makes a document with its list of pages, all of them empty, and leaves it open.
  func createDocument(_ document: DocumentInfo) throws(StorageError)

  /// Writes the content of one page of the open document, as an import would.
  ///
  /// The page is not opened. Many calls follow one another; `finishLoading()` ends them.
  func loadPage(_ page: borrowing Page) throws(StorageError)

  /// Ends a series of `loadPage(_:)` calls: everything loaded is kept from here on.
  func finishLoading() throws(StorageError)

  /// Opens a document, recovering what a crash left, and returns its description and list of pages.
  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo

  /// Reads all elements of a page of the open document into `page`, which keeps its memory between calls.
  ///
  /// Throws `StorageError.damaged` if the page can't be trusted; it is read-only from then on, and saving it
  /// throws `StorageError.readOnlyPage`.
  func openPage(_ id: PageID, into page: inout Page) throws(StorageError)

  /// Keeps the bytes of an asset; an element that names it is saved later.
  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError)

  /// Reads the bytes of an asset; nil if the store has none of that name.
  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]?

  /// The assets that the open document holds, referenced or not.
  func storedAssets() throws(StorageError) -> [AssetID]

  /// Keeps the changes of one or more open pages and acknowledges them by returning.
  ///
  /// A page that the document does not have throws `StorageError.missing`. A save that throws leaves each
  /// page whole, as it was or as it was to be. The app saves again later, with all edits since the last save
  /// that was acknowledged.
  func save(_ changes: ChangeSet) throws(StorageError)

  /// Adds an empty page to the open document, at a place in its list.
  func addPage(_ page: PageInfo, at index: Int) throws(StorageError)

  /// Deletes a page that is not open.
  func deletePage(_ id: PageID) throws(StorageError)

  /// Moves a page to another place in the list; the index is its place afterwards.
  func movePage(_ id: PageID, to index: Int) throws(StorageError)

  /// Forgets a page whose changes have all been saved.
  func closePage(_ id: PageID) throws(StorageError)

  /// Offers time for deferred work while the writer pauses; under the virtual clock the time does not pass.
  func idle(milliseconds: UInt64) throws(StorageError)

  /// Says that the app has gone to the background; all changes have been saved before.
  func background(deadlineMilliseconds: UInt64) throws(StorageError)

  /// Lists the documents of the library with what its shelf shows.
  func listLibrary() throws(StorageError) -> [LibraryEntry]

  /// Copies the open document, with everything saved so far, to a path that does not exist yet.
  func export(to path: String) throws(StorageError)

  /// Closes the open document: cleans up and leaves a store that opens without recovery.
  func closeDocument() throws(StorageError)

  /// Reduces a page to what the backend keeps of it, if that is less than everything.
  ///
  /// Content is judged against the reduced page, and the report states the loss. By default nothing is lost.
  /// As with `PageCodec.makeCanonical(_:)`, it has to come out the same before an edit as after it.
  static func makeCanonical(_ page: inout Page)
}

extension StorageBackend {
  public static func makeCanonical(_ page: inout Page) {}
}
