import InkModel
import InkStoreFixtures

@testable import InkStorage

/// Writes the first page of a save in two halves, and notices in between that the second can't be saved.
final class HalfPageStore: FaultyStore {
  override func save(_ changes: ChangeSet) throws(StorageError) {
    let pages = Set(document?.pages.map(\.id) ?? [])
    let sound = changes.pages.filter { pages.contains($0.page.id) }
    guard sound.count < changes.pages.count else { return try super.save(changes) }
    try super.save(changes.with(sound).mapped { elements, _ in elements.removeLast() })
    throw .missing("page")
  }
}

/// Fails without a word.
final class SilentStore: FaultyStore {
  override func save(_ changes: ChangeSet) throws(StorageError) {
    let pages = Set(document?.pages.map(\.id) ?? [])
    try super.save(changes.with(changes.pages.filter { pages.contains($0.page.id) }))
  }
}

/// Wants nothing to do with pages whose save has failed once.
final class SulkingStore: FaultyStore {
  private var hasFailed = false

  override func save(_ changes: ChangeSet) throws(StorageError) {
    guard !hasFailed else { throw .misuse("a save has failed before") }
    do throws(StorageError) { try super.save(changes) } catch {
      hasFailed = true
      throw error
    }
  }
}

/// Acknowledges moved pages and leaves the list as it is.
final class StuckPagesStore: FaultyStore {
  override func movePage(_ id: PageID, to index: Int) throws(StorageError) {}
}

/// Moves a page as near as it can to a place that does not exist.
final class ClampingStore: FaultyStore {
  override func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    try super.movePage(id, to: min(max(index, 0), (document?.pages.count ?? 1) - 1))
  }
}

/// Takes a document that is there already for a new one, and empties it.
final class OverwritingStore: FaultyStore {
  override func createDocument(_ document: DocumentInfo) throws(StorageError) {
    do throws(StorageError) { try super.createDocument(document) } catch {
      _ = try super.openDocument(document.id)
      for page in document.pages { try super.loadPage(Page(id: page.id)) }
    }
  }
}

/// Saves the last state of a page again in a pause, but for its last element.
final class TidyingStore: FaultyStore {
  private var last: ChangeSet?

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    last = changes
  }

  override func idle(milliseconds: UInt64) throws(StorageError) {
    guard let last else { return }
    try super.save(last.mapped { elements, _ in elements.removeLast() })
    self.last = nil
  }
}

/// Writes each save with the next one, or when it has to.
final class LateStore: FaultyStore {
  private var pending: ChangeSet?

  private func write() throws(StorageError) {
    guard let changes = pending else { return }
    pending = nil
    try super.save(changes)
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try write()
    pending = changes
  }

  override func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    try write()
    try super.openPage(id, into: &page)
  }

  override func closePage(_ id: PageID) throws(StorageError) {
    try write()
    try super.closePage(id)
  }

  override func closeDocument() throws(StorageError) {
    try write()
    try super.closeDocument()
  }
}

/// Draws the last element of the first page once more at each opening after the first one.
final class TwiceRecoveringStore: FaultyStore {
  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let document = try super.openDocument(id)
    let marker = environment.directory + "/recovered"
    guard SystemCalls.exists(marker) else {
      try Files.replace(marker, with: [1].rawSpan, syncing: false)
      return document
    }
    guard let first = document.pages.first else { return document }
    var page = Page(id: first.id)
    try super.openPage(first.id, into: &page)
    guard let last = page.elements.last else { return document }
    page.append(last, from: page.arena)
    try super.loadPage(page)
    return document
  }
}

/// Shows nothing of its library.
final class BareShelfStore: FaultyStore {
  override func listLibrary() throws(StorageError) -> [LibraryEntry] { [] }
}

/// Says that it has exported and has not.
final class EmptyHandedStore: FaultyStore {
  override func export(to path: String) throws(StorageError) {}
}

/// Exports where it can, and says nothing where it can't.
final class QuietExportStore: FaultyStore {
  override func export(to path: String) throws(StorageError) {
    do throws(StorageError) { try super.export(to: path) } catch .system {}
  }
}

/// Takes a page that is not there for an empty one.
final class InventingStore: FaultyStore {
  override func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    do throws(StorageError) { try super.openPage(id, into: &page) } catch .missing { page.reset(id: id) }
  }
}

/// Goes elsewhere where another has the store.
final class EvasiveStore: FaultyStore {
  override class func start(_ environment: StoreEnvironment) throws(StorageError) -> any StorageBackend {
    do throws(StorageError) { return try super.start(environment) } catch .locked {
      var elsewhere = environment
      elsewhere.directory += "/elsewhere"
      _ = try SystemCalls.makeDirectory(elsewhere.directory)
      return try super.start(elsewhere)
    }
  }
}
