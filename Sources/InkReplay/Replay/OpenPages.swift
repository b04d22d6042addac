package import InkModel
package import InkStorage

/// The pages an app has in memory, with what it has not saved yet.
package struct OpenPages {
  private struct Entry {
    var page: Page
    var edits: [Edit] = []
    var logicalBytes: UInt64 = 0
  }

  private var entries: [Entry] = []
  /// Pages that were closed; their memory serves the next one.
  private var spare: [Page] = []

  package init() {}

  /// Takes memory for a page that is about to be read.
  package mutating func takeMemory(for id: PageID) -> Page {
    var page = spare.popLast() ?? Page(id: id)
    page.reset(id: id)
    return page
  }

  /// Holds a page that has been read.
  package mutating func insert(_ page: Page) { entries.append(Entry(page: page)) }

  /// Shows an open page as it was read.
  package func look(
    at id: PageID, _ body: (borrowing Page) throws(ReplayError) -> Void
  ) throws(ReplayError) {
    guard let entry = entries.first(where: { $0.page.id == id }) else { return }
    try body(entry.page)
  }

  /// Carries out an edit on an open page, and remembers it for the next save.
  package mutating func apply(_ edit: Edit, to id: PageID, from arena: borrowing InkArena) throws(ReplayError)
  {
    guard let index = entries.firstIndex(where: { $0.page.id == id }) else {
      throw .session("page \(id.name) is edited while it is not open")
    }
    do { try entries[index].page.apply(edit, from: arena) } catch { throw .session(error.description) }
    entries[index].edits.append(edit)
    entries[index].logicalBytes += edit.logicalBytes
  }

  /// What a save of some pages has to keep, and its size on the base that all codecs share.
  package func changes(
    of pages: [PageID], reason: SaveReason, at time: UInt64, arena: borrowing InkArena
  ) -> (changes: ChangeSet, logicalBytes: UInt64) {
    var changes = ChangeSet(reason: reason, timeMilliseconds: time, pages: [])
    var logicalBytes: UInt64 = 0
    for entry in entries where pages.contains(entry.page.id) {
      changes.pages.append(PageChange(page: entry.page, edits: entry.edits, arena: copy arena))
      logicalBytes += entry.logicalBytes
    }
    return (changes, logicalBytes)
  }

  /// Forgets the edits of pages whose save was acknowledged.
  package mutating func acknowledge(_ pages: [PageID]) {
    for index in entries.indices where pages.contains(entries[index].page.id) {
      entries[index].edits.removeAll(keepingCapacity: true)
      entries[index].logicalBytes = 0
    }
  }

  /// Forgets a page and keeps its memory.
  package mutating func close(_ id: PageID) {
    guard let index = entries.firstIndex(where: { $0.page.id == id }) else { return }
    spare.append(entries.remove(at: index).page)
  }

  /// Forgets all pages, as the end of a process does.
  package mutating func removeAll() { entries.removeAll() }
}

extension Edit {
  /// What the edit adds for the writer: 16 bytes a point, and opaque bytes; moves and erases add none.
  package var logicalBytes: UInt64 {
    switch self {
    case .put(.stroke(let stroke), _): stroke.logicalBytes
    case .replace(_, let pieces): pieces.reduce(0) { $0 + $1.logicalBytes }
    case .put(.image, _), .remove, .move: 0
    }
  }
}

extension Stroke {
  var logicalBytes: UInt64 {
    UInt64(points.count) * UInt64(SamplePoint.byteCount) + UInt64(opaque.count)
  }
}
