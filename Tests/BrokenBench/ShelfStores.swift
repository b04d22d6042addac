internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// Looks into a notebook's list of pages whenever the library is listed.
final class PeepingStore: ForwardingStore {
  override class var name: String { "peeping" }

  override func listLibrary() throws(StorageError) -> [LibraryEntry] {
    let entries = try super.listLibrary()
    for entry in entries { _ = Calls.read(folder(entry.id) + "/document.json") }
    return entries
  }
}

/// Leaves no manifests, as a sync service does that skips what can be made anew.
final class BareNotebookStore: ForwardingStore {
  override class var name: String { "bare-notebook" }

  override func closeDocument() throws(StorageError) {
    let closed = document
    try super.closeDocument()
    if let closed { Calls.remove(folder(closed) + "/manifest.json") }
  }
}

extension ForwardingStore {
  /// The package of a document.
  fileprivate func folder(_ document: DocumentID) -> String {
    "\(environment.directory)/\(document.name).lnote"
  }
}
