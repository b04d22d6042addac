internal import InkModel

/// A store and the backend that reads and writes it.
struct StoreAccess {
  let type: any StorageBackend.Type
  var environment: StoreEnvironment

  var directory: String { environment.directory }

  /// The backend at the same store elsewhere, under a lock of its own.
  func moved(to directory: String) -> StoreAccess {
    var moved = self
    moved.environment.directory = directory
    moved.environment.lock = nil
    return moved
  }

  /// Starts the backend and opens a document.
  func open(_ id: DocumentID) throws(StorageError) -> (backend: any StorageBackend, info: DocumentInfo) {
    let backend = try type.init(environment)
    let info = try backend.openDocument(id)
    return (backend, info)
  }

  /// Reads the pages of a document one after another, each into the same memory.
  ///
  /// Pages are not closed and the document is not: closing cleans up and compacts, and what is only read must
  /// stay as it is. A backend remembers the pages that it has opened, so it is started anew now and then.
  func readPages(
    of info: DocumentInfo,
    _ body: (_ index: Int, _ page: borrowing Page) throws(MigrationError) -> Void
  ) throws(MigrationError) {
    var page = Page(id: PageID(rawValue: 0))
    var backend: (any StorageBackend)?
    for (index, entry) in info.pages.enumerated() {
      if index.isMultiple(of: Self.pagesPerOpening) {
        backend = nil
        backend = try MigrationError.wrapping { () throws(StorageError) in try open(info.id).backend }
      }
      try MigrationError.wrapping("page \(index + 1) of '\(info.title)'") { () throws(StorageError) in
        try backend?.openPage(entry.id, into: &page)
      }
      try body(index, page)
    }
  }

  /// Few enough that what a backend remembers of them is small beside one page's ink.
  private static let pagesPerOpening = 64
}
