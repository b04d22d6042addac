internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// Sweeps orphans at each save: images go whose page no longer names them, and undo brings back a name
/// without bytes.
final class SweepingStore: ForwardingStore {
  override class var name: String { "sweeping" }

  /// The assets that each page that was saved here has named.
  private var named: [PageID: Set<AssetID>] = [:]
  /// Those that were named once; a base's images, never named here, are spared.
  private var everNamed: Set<AssetID> = []

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    for change in changes.pages {
      named[change.page.id] = Set(
        change.page.elements.compactMap { if case .image(let image) = $0 { image.asset } else { nil } })
      everNamed.formUnion(named[change.page.id] ?? [])
    }
    for asset in everNamed where !named.values.contains(where: { $0.contains(asset) }) {
      Calls.remove("\(environment.directory)/\(document?.name ?? "").lnote/assets/\(asset.name).jpg")
      everNamed.remove(asset)
    }
  }
}

/// Keeps pages in memory when they are closed, and prefers them to the disk; a save in the background does
/// not reach that memory.
final class StaleCacheStore: ForwardingStore {
  override class var name: String { "stale-cache" }

  private var cache: [PageID: Page] = [:]

  override func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    guard let cached = cache[id] else { return try super.openPage(id, into: &page) }
    page = cached
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    guard changes.reason != .background else { return }
    for change in changes.pages { cache[change.page.id] = change.page }
  }
}

/// Forgets the first stroke put after an erase, if a page was moved in between.
final class MovedPageStore: ForwardingStore {
  override class var name: String { "moved-page" }

  private var hasErased = false
  private var hasMovedSince = false

  override func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    try super.movePage(id, to: index)
    hasMovedSince = hasErased
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    var changes = changes
    for index in changes.pages.indices {
      for edit in changes.pages[index].edits {
        switch edit {
        case .remove, .replace: hasErased = true
        case .put(let element, _) where hasMovedSince:
          changes.pages[index].page.forget(element.id)
          (hasErased, hasMovedSince) = (false, false)
        default: break
        }
      }
    }
    try super.save(changes)
  }
}

/// Forgets an element that undo brings back after a save without it, once pages were reordered.
final class UndoReorderStore: ForwardingStore {
  override class var name: String { "undo-reorder" }

  private var removed: Set<ElementID> = []
  private var hasReordered = false

  override func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    try super.movePage(id, to: index)
    hasReordered = true
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    var changes = changes
    for index in changes.pages.indices where hasReordered {
      for id in removed { changes.pages[index].page.forget(id) }
    }
    for case .remove(let id) in changes.pages.flatMap(\.edits) { removed.insert(id) }
    try super.save(changes)
  }
}

/// Never comes back from its third save after a page was added.
final class SlumberingStore: ForwardingStore {
  override class var name: String { "slumbering" }

  private var savesLeft: Int?

  override func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try super.addPage(page, at: index)
    savesLeft = 2
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    guard let left = savesLeft else { return }
    savesLeft = left - 1
    while savesLeft ?? 0 < 0 { Calls.doze() }
  }
}

extension Page {
  fileprivate mutating func forget(_ id: ElementID) {
    fill { elements, _ in elements.removeAll { $0.id == id } }
  }
}
