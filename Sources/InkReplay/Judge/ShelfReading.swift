internal import InkModel
internal import InkReport
internal import InkStorage

extension StoreReading.Fault {
  /// What is wrong with the library's view of a document that has been closed in order; nil if nothing is.
  init?(shelfOf store: any StorageBackend, showing document: DocumentInfo) {
    let entries: [LibraryEntry]
    do throws(StorageError) { entries = try store.listLibrary() } catch {
      self.init(.corrupt, "the library can't be listed: \(error)")
      return
    }
    guard let entry = entries.first(where: { $0.id == document.id }) else {
      self.init(.torn, "the library does not show document \(document.id.name)")
      return
    }
    guard entry.title != document.title || entry.pageCount != document.pages.count else { return nil }
    self.init(
      .torn,
      "the library shows '\(entry.title)' with \(entry.pageCount) pages where '\(document.title)' has "
        + "\(document.pages.count)")
  }
}
