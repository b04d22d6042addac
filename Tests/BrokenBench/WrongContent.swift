internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// Acknowledges the newest element of a save and does not keep it.
final class ForgetfulStore: ForwardingStore {
  override class var name: String { "forgetful" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    var changes = changes
    for index in changes.pages.indices {
      guard case .put(let element, _) = changes.pages[index].edits.last else { continue }
      changes.pages[index].page.change { elements in elements.removeAll { $0.id == element.id } }
    }
    try super.save(changes)
  }
}

/// Draws the two topmost elements in the wrong order.
final class ReorderedStore: ForwardingStore {
  override class var name: String { "reordered" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    var changes = changes
    for index in changes.pages.indices {
      changes.pages[index].page.change { elements in
        if elements.count > 1 { elements.swapAt(elements.count - 1, elements.count - 2) }
      }
    }
    try super.save(changes)
  }
}

/// Acknowledges moved and deleted pages and leaves the list as it is.
final class StuckPagesStore: ForwardingStore {
  override class var name: String { "stuck-pages" }

  override func movePage(_ id: PageID, to index: Int) throws(StorageError) {}
  override func deletePage(_ id: PageID) throws(StorageError) {}
}

/// Recovers what an opening finds after saves, and once more at each opening that follows.
///
/// As a journal would that is replayed and not emptied: the first opening shows what was saved, and the
/// second shows an element twice.
final class SecondOpeningStore: ForwardingStore {
  override class var name: String { "second-opening" }

  private var marker: String { environment.directory + "/replayed" }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let document = try super.openDocument(id)
    guard Calls.exists(marker) else {
      Calls.replace(marker, with: [1])
      return document
    }
    for info in document.pages {
      var page = Page(id: info.id)
      try base.openPage(info.id, into: &page)
      guard let last = page.elements.last else { continue }
      page.append(last, from: page.arena)
      let change = PageChange(page: page, edits: [], arena: page.arena)
      try base.save(ChangeSet(reason: .pageClose, timeMilliseconds: 0, pages: [change]))
      break
    }
    return document
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    Calls.remove(marker)
  }
}

/// Keeps no opaque bytes.
final class PlainInkStore: ForwardingStore {
  override class var name: String { "plain-ink" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    var changes = changes
    for index in changes.pages.indices {
      changes.pages[index].page.change { elements in
        for (place, element) in elements.enumerated() {
          guard case .stroke(var stroke) = element else { continue }
          stroke.opaque = .empty
          elements[place] = .stroke(stroke)
        }
      }
    }
    try super.save(changes)
  }
}

/// Keeps everything and shows nothing of it in the library.
final class BareShelfStore: ForwardingStore {
  override class var name: String { "bare-shelf" }

  override func listLibrary() throws(StorageError) -> [LibraryEntry] { [] }
}

/// Says that it has exported and has not.
final class EmptyHandedStore: ForwardingStore {
  override class var name: String { "empty-handed" }

  override func export(to path: String) throws(StorageError) {}
}

extension Page {
  /// Changes the elements behind the page's back.
  fileprivate mutating func change(_ body: (inout [Element]) -> Void) {
    fill { elements, _ in body(&elements) }
  }
}

/// Shows everything after its process ended, and refuses to save anything more.
final class WedgedStore: ForwardingStore {
  override class var name: String { "wedged" }

  private var isWedged = false
  private var marker: String { environment.directory + "/in-use" }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    isWedged = Calls.exists(marker)
    Calls.replace(marker, with: [1])
    return try super.openDocument(id)
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    guard !isWedged else { throw .misuse("the last process did not close the store") }
    try super.save(changes)
  }

  override func closeDocument() throws(StorageError) {
    try super.closeDocument()
    if !isWedged { Calls.remove(marker) }
  }
}
