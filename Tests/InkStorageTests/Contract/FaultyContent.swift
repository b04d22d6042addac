import InkModel
import InkStorage
import InkStoreFixtures

/// Makes a document's pages in the opposite order.
final class BackwardStore: FaultyStore {
  override func createDocument(_ document: DocumentInfo) throws(StorageError) {
    var backward = document
    backward.pages.reverse()
    try super.createDocument(backward)
  }
}

/// Loads nothing.
final class EmptyImportStore: FaultyStore {
  override func loadPage(_ page: borrowing Page) throws(StorageError) {}
}

/// Keeps no opaque bytes.
final class PlainStore: FaultyStore {
  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(
      changes.mapped { elements, _ in
        for (index, element) in elements.enumerated() {
          guard case .stroke(var stroke) = element else { continue }
          stroke.opaque = .empty
          elements[index] = .stroke(stroke)
        }
      })
  }
}

/// Puts whatever comes back after a removal on top.
final class UndoOnTopStore: FaultyStore {
  private var removed: Set<ElementID> = []

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(
      changes.mapped { elements, edits in
        for edit in edits {
          switch edit {
          case .remove(let id), .replace(let id, _): removed.insert(id)
          case .put(let element, _) where removed.contains(element.id):
            guard let index = elements.firstIndex(where: { $0.id == element.id }) else { continue }
            elements.append(elements.remove(at: index))
          default: continue
          }
        }
      })
  }
}

/// Puts all pieces of a partial erase on top.
final class PiecesOnTopStore: FaultyStore {
  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(
      changes.mapped { elements, edits in
        for case .replace(_, let pieces) in edits where pieces.count > 1 {
          let ids = Set(pieces.map(\.id))
          elements = elements.filter { !ids.contains($0.id) } + elements.filter { ids.contains($0.id) }
        }
      })
  }
}

/// Saves the first page of each save and acknowledges all.
final class FirstPageStore: FaultyStore {
  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes.with(Array(changes.pages.prefix(1))))
  }
}

/// Reads a page behind what the page object held before.
final class UnemptiedStore: FaultyStore {
  override func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    var found = Page(id: id)
    try super.openPage(id, into: &found)
    page.id = id
    for element in found.elements { page.append(element, from: found.arena) }
  }
}

/// Remembers pages by their name alone, whatever document they belong to.
final class OneMindStore: FaultyStore {
  private var known: [PageID: Page] = [:]

  override func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    if let remembered = known[id] { page = remembered } else { try super.openPage(id, into: &page) }
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    for change in changes.pages { known[change.page.id] = change.page }
  }

  override func deletePage(_ id: PageID) throws(StorageError) {
    try super.deletePage(id)
    known[id] = nil
  }
}

/// Keeps all but the last byte of an image.
final class ShortImageStore: FaultyStore {
  override func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try super.insertAsset(id, bytes: bytes.extracting(0..<bytes.byteCount - 1))
  }
}

/// Keeps the first image of a name, and acknowledges a second one.
final class FirstImageStore: FaultyStore {
  override func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    if try super.readAsset(id) == nil { try super.insertAsset(id, bytes: bytes) }
  }
}
