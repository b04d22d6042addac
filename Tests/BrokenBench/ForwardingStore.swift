internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// A sound store with a name of its own, whose subclasses each break one thing.
class ForwardingStore: StoreWrapper {
  class var name: String { "forwarding" }
  class var summary: String { "a sound store behind another" }

  override class var traits: BackendTraits {
    var traits = sound.traits
    traits.name = name
    traits.summary = summary
    return traits
  }

  private(set) var document: DocumentID?

  /// The file of a page in the open document.
  func path(of page: PageID) -> String {
    "\(environment.directory)/\(document?.name ?? "").lnote/pages/\(page.name).content"
  }

  override func createDocument(_ document: DocumentInfo) throws(StorageError) {
    self.document = document.id
    try super.createDocument(document)
  }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    document = id
    return try super.openDocument(id)
  }
}
