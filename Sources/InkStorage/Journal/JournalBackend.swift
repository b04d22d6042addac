internal import InkModel

/// Level 1: each page a snapshot and a journal of the edits since, and the list of pages likewise.
///
/// A save appends its edits in one write. When the journal has grown too long, when its tail is uncertain,
/// when the page is left and in long pauses it is *compacted*: a new snapshot with a new generation takes the
/// old one's place, and the journal begins anew. A crash between the two leaves a journal of the old
/// generation, whose edits the new snapshot already holds and which is therefore not replayed. A page that is
/// added, deleted or moved is a frame in `document.journal`, which continues `document.json` in the same way.
/// A closed document has no journals, and level 0 can open it.
final class JournalBackend<Preset: BackendPreset>: PackageBackend where Preset.Options == JournalOptions {
  static var traits: BackendTraits { Preset.traits }

  let package: DocumentPackage
  var pageEdits: PageEditReader
  var editFrames: PageEditWriter
  /// The frames of the save under way.
  var writer = JournalWriter()
  /// The journals of the open pages.
  var journals: [PageID: JournalFile] = [:]
  /// The journal of the open document's list of pages.
  var listJournal: JournalFile?
  /// Pages are put together here when they are compacted outside of a save.
  var scratch = Page(id: PageID(rawValue: 0))

  init(_ environment: StoreEnvironment) throws(StorageError) {
    package = try DocumentPackage(environment)
    pageEdits = PageEditReader(environment)
    editFrames = PageEditWriter(environment)
  }

  func createDocument(_ document: DocumentInfo) throws(StorageError) {
    journals.removeAll()
    let generation = try package.createContinuable(document)
    listJournal = makeListJournal(generation, JournalReader.Outcome())
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) {
    journals[page.id] = nil
    try package.beginPage(page)
    package.writeThumbnail(page)
  }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    journals.removeAll()
    _ = try package.open(id)
    do throws(StorageError) { return try replayList() } catch {
      package.forgetDocument()
      throw error
    }
  }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    journals[id] = nil
    journals[id] = try read(id, into: &page)
  }

  func save(_ changes: ChangeSet) throws(StorageError) {
    // Through a span, because taking a change out of its array would count its references up and down: a
    // tenth of an unsynced save.
    let pages = changes.pages.span
    for index in pages.indices { try package.checkWritable(pages[index].page.id) }
    try settle()
    var next = 0
    do throws(StorageError) {
      var madeFiles = false
      while next < pages.count {
        try save(pages[next], &madeFiles)
        next += 1
      }
      if madeFiles { try package.syncPagesForDurability() }
    } catch {
      // The whole set will be saved again, with edits that these journals hold already.
      for change in changes.pages[..<next] { journals[change.page.id]?.mustCompact = true }
      throw error
    }
    package.noteSaved(changes)
  }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    var info = try package.openDocument().info
    try info.add(page, at: index)
    journals[page.id] = nil
    try package.makeEmptyPage(page.id)
    try changeList(.added(page, index: index), to: info)
  }

  func deletePage(_ id: PageID) throws(StorageError) {
    var info = try package.openDocument().info
    try info.delete(id)
    try changeList(.deleted(id), to: info)
    journals[id] = nil
  }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    var info = try package.openDocument().info
    try info.move(id, to: index)
    try changeList(.moved(id, index: index), to: info)
  }

  func closePage(_ id: PageID) throws(StorageError) {
    if let journal = journals[id], journal.hasFrames {
      try compact(id)
      package.writeThumbnail(scratch)
    } else if package.isThumbnailStale(id), (try? read(id, into: &scratch)) != nil {
      package.writeThumbnail(scratch)
    }
    journals[id] = nil
    package.flushManifest()
  }

  func idle(milliseconds: UInt64) throws(StorageError) {
    if milliseconds >= Self.compactionPauseMilliseconds { try compactEarly() }
  }

  func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    try compactEarly()
    package.flushManifest()
  }

  func export(to path: String) throws(StorageError) {
    try settle()
    try compactAll(among: package.pageFileNames())
    try package.export(to: path)
  }

  func closeDocument() throws(StorageError) {
    try settle()
    let names = try package.pageFileNames()
    let hasCompacted = try compactAll(among: names)
    package.flushManifest()
    try package.removeOrphans(pageFileNames: hasCompacted ? package.pageFileNames() : names)
    journals.removeAll()
    listJournal = nil
    package.forgetDocument()
  }

  /// A pause this long will rarely be ended by the pen before a snapshot is written.
  private static var compactionPauseMilliseconds: UInt64 { 1_000 }
}
