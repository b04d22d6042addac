import InkModel
import InkStorage
import InkStoreFixtures

/// A sound store whose subclasses each break one promise of the contract.
class FaultyStore: StoreWrapper {
  private(set) var document: DocumentInfo?

  override func createDocument(_ document: DocumentInfo) throws(StorageError) {
    try super.createDocument(document)
    self.document = document
  }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let opened = try super.openDocument(id)
    document = opened
    return opened
  }

  override func closeDocument() throws(StorageError) {
    try super.closeDocument()
    document = nil
  }
}

extension ChangeSet {
  /// The same save with each page changed by a closure.
  func mapped(_ change: (inout [Element], _ edits: [Edit]) -> Void) -> ChangeSet {
    var result = self
    for index in result.pages.indices {
      let edits = result.pages[index].edits
      result.pages[index].page.fill { elements, _ in change(&elements, edits) }
    }
    return result
  }

  /// The same save of these pages alone.
  func with(_ pages: [PageChange]) -> ChangeSet {
    var result = self
    result.pages = pages
    return result
  }
}
