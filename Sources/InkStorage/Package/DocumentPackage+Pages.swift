internal import InkModel

extension DocumentPackage {
  /// Reads a page's snapshot into `page`; a page that can't be read becomes read-only.
  func readPage(_ id: PageID, into page: inout Page) throws(StorageError) -> PageFileHeader {
    let document = try openDocument()
    page.reset(id: id)
    writer.forget(id)
    guard document.info.pages.contains(where: { $0.id == id }) else { throw .missing("page \(id.name)") }
    let path = document.paths.page(id)
    do throws(StorageError) {
      let header = try reader.read(path, of: id, into: &page)
      self.document?.damaged.remove(id)
      return header
    } catch {
      markDamaged(id)
      throw error
    }
  }

  /// Remembers that a page must not be written.
  func markDamaged(_ id: PageID) { document?.damaged.insert(id) }

  /// Lets a page be written after all: whoever has it open may hold the only sound copy.
  func unmarkDamaged(_ id: PageID) { document?.damaged.remove(id) }

  /// Throws if a page can't be saved: it is not in the document, or must not be written.
  ///
  /// Asked of every page of a save before the first of them is written.
  func checkWritable(_ id: PageID) throws(StorageError) {
    guard let isKnown = document?.pageIDs.contains(id) else { throw .misuse("no document is open") }
    guard isKnown else { throw .missing("page \(id.name)") }
    try checkUndamaged(id)
  }

  private func checkUndamaged(_ id: PageID) throws(StorageError) {
    guard let isDamaged = document?.damaged.contains(id) else { throw .misuse("no document is open") }
    if isDamaged { throw .readOnlyPage(id) }
  }

  /// Replaces a page's snapshot and returns its generation and length; the directory is not synced.
  ///
  /// `edits` are those of an open page since its last acknowledged save; nil where they are not known.
  func writePage(
    _ page: borrowing Page, after generations: [UInt64], edits: [Edit]? = nil
  ) throws(StorageError) -> (generation: UInt64, byteCount: Int) {
    let paths = try openPaths()
    try checkUndamaged(page.id)
    try checkPlace()
    let written = try writer.write(
      page, to: paths.page(page.id), after: generations, edits: edits, syncing: syncsForConsistency)
    document?.lostPages.remove(page.id)
    return written
  }

  /// Whether a failed sync may have lost the names of a page and its journal.
  func mayBeLost(_ id: PageID) -> Bool { document?.lostPages.contains(id) ?? false }

  /// Forces the names of pages and their journals to the disk.
  ///
  /// A failure may lose all of them that were still to be forced, whoever gave them.
  func syncPages() throws(StorageError) {
    do throws(StorageError) { try Files.syncDirectory(try openPaths().pages) } catch {
      if let pages = document?.pageIDs { document?.lostPages = pages }
      throw error
    }
  }

  /// Forces the names of pages to the disk, where saves promise the newest version.
  func syncPagesForDurability() throws(StorageError) {
    if syncsForDurability { try syncPages() }
  }

  /// Gives the snapshots anew the names that failed syncs may have lost, for a call that does not write them.
  func renewLostPages() throws(StorageError) {
    let document = try openDocument()
    for id in document.info.pages.map(\.id)
    where document.lostPages.contains(id) && !document.damaged.contains(id) {
      let path = document.paths.page(id)
      do throws(StorageError) {
        guard let bytes = try Files.read(path) else { continue }
        try Files.replace(path, with: bytes.rawSpan, syncing: true)
      } catch .damaged {
        continue
      }
    }
  }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    var info = try openDocument().info
    try info.add(page, at: index)
    try makeEmptyPage(page.id)
    try writeDocumentFile(info)
  }

  /// Makes the file of a page that the list is about to name.
  func makeEmptyPage(_ id: PageID) throws(StorageError) {
    try beginPage(Page(id: id))
    // Its file must not be the one of the two that a power cut loses.
    if syncsForConsistency { try syncPages() }
  }

  /// Takes a page off the list; its files are orphans from here on and go when the document closes.
  func deletePage(_ id: PageID) throws(StorageError) {
    var info = try openDocument().info
    try info.delete(id)
    try writeDocumentFile(info)
  }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    var info = try openDocument().info
    try info.move(id, to: index)
    try writeDocumentFile(info)
  }
}
