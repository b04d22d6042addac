internal import InkModel

/// Level 0: one file a page, written whole to a temporary file and renamed over the old one.
final class SnapshotBackend: PackageBackend {
  static let traits = BackendTraits(
    name: "snapshot", level: 0, summary: "a package with one file a page, replaced at each save",
    usesCodec: true, fileRoles: PackagePaths.fileRoles)

  let package: DocumentPackage
  /// Pages are read here again when their thumbnail is made.
  private var scratch = Page(id: PageID(rawValue: 0))

  init(_ environment: StoreEnvironment) throws(StorageError) { package = try DocumentPackage(environment) }

  func loadPage(_ page: borrowing Page) throws(StorageError) {
    _ = try package.writePage(page, after: [])
    package.writeThumbnail(page)
  }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo { try package.open(id) }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    let journal = try package.openDocument().paths.journal(id)
    // Its edits would be lost without a word.
    guard !SystemCalls.exists(journal) else {
      throw .misuse("'\(journal)' holds edits; open this store with the journal backend")
    }
    _ = try package.readPage(id, into: &page)
  }

  func save(_ changes: ChangeSet) throws(StorageError) {
    for change in changes.pages { try package.checkWritable(change.page.id) }
    for change in changes.pages { _ = try package.writePage(change.page, after: []) }
    try package.syncPagesForDurability()
    package.noteSaved(changes)
  }

  func deletePage(_ id: PageID) throws(StorageError) { try package.deletePage(id) }

  func closePage(_ id: PageID) throws(StorageError) {
    // A page that can't be read here is reported when it is opened, not by the thumbnail it failed to give.
    if package.isThumbnailStale(id), (try? package.readPage(id, into: &scratch)) != nil {
      package.writeThumbnail(scratch)
    }
    package.flushManifest()
  }

  func idle(milliseconds: UInt64) throws(StorageError) {}

  func background(deadlineMilliseconds: UInt64) throws(StorageError) { package.flushManifest() }

  func export(to path: String) throws(StorageError) { try package.export(to: path) }

  func closeDocument() throws(StorageError) {
    package.flushManifest()
    try package.removeOrphans()
    package.forgetDocument()
  }
}
