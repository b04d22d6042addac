internal import InkModel

/// Level 0: one file a page, written whole to a temporary file and renamed over the old one.
final class SnapshotBackend<Preset: BackendPreset>: PackageBackend where Preset.Options == PackageOptions {
  static var traits: BackendTraits { Preset.traits }

  let package: DocumentPackage
  /// Pages are read here again when their thumbnail is made.
  private var scratch = Page(id: PageID(rawValue: 0))

  init(_ environment: StoreEnvironment) throws(StorageError) {
    package = try DocumentPackage(environment, Preset.options)
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) {
    _ = try package.writePage(page, after: [])
    package.writeThumbnail(page)
  }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let info = try package.open(id)
    do throws(StorageError) { try package.refuseJournals() } catch {
      package.forgetDocument()
      throw error
    }
    return info
  }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    _ = try package.readPage(id, into: &page)
  }

  func save(_ changes: ChangeSet) throws(StorageError) {
    for change in changes.pages { try package.checkWritable(change.page.id) }
    try package.settle()
    for change in changes.pages { _ = try package.writePage(change.page, after: [], edits: change.edits) }
    try package.syncPagesForDurability()
    package.noteSaved(changes)
    guard package.options.thumbnails == .eachSave else { return }
    for change in changes.pages { package.writeThumbnail(change.page) }
  }

  func deletePage(_ id: PageID) throws(StorageError) { try package.deletePage(id) }

  func closePage(_ id: PageID) throws(StorageError) {
    package.writer.forget(id)
    package.remakeThumbnail(id, using: &scratch)
    package.flushManifest()
  }

  func idle(milliseconds: UInt64) throws(StorageError) {
    guard milliseconds >= Self.thumbnailPauseMilliseconds else { return }
    for id in package.staleThumbnails { package.remakeThumbnail(id, using: &scratch) }
  }

  /// A writer who rests this long is reading; in shorter pauses a picture would soon be stale again.
  private static var thumbnailPauseMilliseconds: UInt64 { 5_000 }

  func background(deadlineMilliseconds: UInt64) throws(StorageError) { package.flushManifest() }

  func export(to path: String) throws(StorageError) { try package.export(to: path) }

  func closeDocument() throws(StorageError) {
    package.flushManifest()
    try package.removeOrphans(pageFileNames: package.pageFileNames())
    package.forgetDocument()
  }
}

extension SnapshotBackend: EncodedElementKeeping {
  package var keptByteCount: Int { package.writer.keptByteCount }
}
