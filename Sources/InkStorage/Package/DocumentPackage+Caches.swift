internal import InkModel

extension DocumentPackage {
  /// Notes that pages were saved, and mends the manifest if it may be wrong.
  ///
  /// It may be where opening found another one, and after a change of the list of pages. A new time of change
  /// alone does not rewrite the manifest at every save; it waits until the page is left.
  func noteSaved(_ changes: ChangeSet) {
    document?.noteSaved(changes, thumbnails: options.thumbnails)
    if document?.isManifestStale ?? false { writeManifest() }
  }

  /// Writes the manifest if a change is waiting for it, or if someone has deleted it.
  func flushManifest() {
    guard let document else { return }
    guard document.isManifestStale || document.isModifiedStale || !SystemCalls.exists(document.paths.manifest)
    else { return }
    writeManifest()
  }

  /// Whether a page was saved since its thumbnail was made.
  func isThumbnailStale(_ id: PageID) -> Bool { document?.staleThumbnails.contains(id) ?? false }

  /// The pages that were saved since their thumbnails were made.
  var staleThumbnails: [PageID] {
    (document?.staleThumbnails ?? []).sorted { $0.rawValue < $1.rawValue }
  }

  /// Makes the thumbnail of a page if it is stale, from what is on disk.
  ///
  /// A page that can't be read here is reported when it is opened, not by the thumbnail it failed to give;
  /// and it stays writable, because whoever has it open may hold the only sound copy.
  func remakeThumbnail(_ id: PageID, using scratch: inout Page) {
    guard let document, isThumbnailStale(id) else { return }
    scratch.reset(id: id)
    guard (try? reader.read(document.paths.page(id), of: id, into: &scratch)) != nil else { return }
    writeThumbnail(scratch)
  }

  /// Makes the thumbnail of a page; a failure leaves it stale and is not reported.
  func writeThumbnail(_ page: borrowing Page) {
    guard let document, options.thumbnails != .off else { return }
    let id = page.id
    let canvas = document.info.pages.first { $0.id == id }?.canvas ?? .a4
    let picture = Thumbnail.encode(page, canvas: canvas)
    // Thumbnails are a cache, whose directory may be anything; but nothing is written through a link.
    guard (try? checkPlace()) != nil,
      case .directory = document.stamp.place(of: PackagePaths.thumbnails),
      (try? options.replacement.replace(
        document.paths.thumbnail(id), with: picture.rawSpan, syncing: false)) != nil
    else { return }
    self.document?.staleThumbnails.remove(id)
  }

  /// The documents of the library, from their manifests and covers, or from the truth where there is no
  /// manifest.
  ///
  /// Pages, lists of pages and images are not touched: each document on the shelf is two small files.
  func listLibrary() throws(StorageError) -> [LibraryEntry] {
    var entries: [LibraryEntry] = []
    for name in try SystemCalls.names(inDirectory: environment.directory) {
      guard let number = PackagePaths.number(in: name, suffix: PackagePaths.packageSuffix) else { continue }
      guard var entry = entry(of: DocumentID(rawValue: number)) else { continue }
      // Its manifest may be behind, and what is open is known better.
      if let info = document?.info, info.id == entry.id {
        entry.title = info.title
        entry.pageCount = info.pages.count
      }
      entries.append(entry)
    }
    return entries
  }

  private func entry(of id: DocumentID) -> LibraryEntry? {
    let paths = PackagePaths(store: environment.directory, document: id)
    guard case .directory = SystemCalls.place(paths.root) else { return nil }
    let manifest = ManifestFile.read(paths.manifest)
    // Where a journal continues the list, a crash may have left a manifest that does not know its end.
    if let manifest, !SystemCalls.exists(paths.documentJournal) { return entry(of: id, manifest, in: paths) }
    // A package without its list of pages was never finished, and nobody was told that it exists.
    guard SystemCalls.exists(paths.document) else { return manifest.map { entry(of: id, $0, in: paths) } }
    guard let info = try? Self.list(paths) else {
      // A damaged document stays on the shelf, if need be under its file name; opening it says what is wrong.
      return manifest.map { entry(of: id, $0, in: paths) }
        ?? LibraryEntry(id: id, title: id.name, pageCount: 0, modifiedMilliseconds: 0)
    }
    return LibraryEntry(
      id: id, title: info.title, pageCount: info.pages.count,
      modifiedMilliseconds: manifest?.modifiedMilliseconds ?? 0, cover: cover(info.pages.first?.id, in: paths)
    )
  }

  private func entry(of id: DocumentID, _ manifest: ManifestFile, in paths: PackagePaths) -> LibraryEntry {
    LibraryEntry(
      id: id, title: manifest.title, pageCount: manifest.pageCount,
      modifiedMilliseconds: manifest.modifiedMilliseconds, cover: cover(manifest.cover, in: paths))
  }

  /// The thumbnail of a page; nil if there is none, which is no reason to hide the document.
  private func cover(_ page: PageID?, in paths: PackagePaths) -> [UInt8]? {
    guard let page, options.thumbnails != .off else { return nil }
    let path = paths.thumbnail(page)
    // Anything may lie under the name of a cache.
    guard let size = SystemCalls.size(ofFileAt: path), 1...Self.coverByteCountMax ~= size else { return nil }
    return try? Files.read(path)
  }

  /// Larger than any small picture, and small enough for a shelf of a thousand: 1 MiB.
  private static var coverByteCountMax: Int { 1 << 20 }
}

extension DocumentPackage.OpenDocument {
  /// One access to the document for all of it: this is on the path of every save.
  fileprivate mutating func noteSaved(_ changes: ChangeSet, thumbnails: PackageOptions.Thumbnails) {
    modifiedMilliseconds = max(modifiedMilliseconds, changes.timeMilliseconds)
    isModifiedStale = true
    guard thumbnails != .off else { return }
    let pages = changes.pages.span
    for index in pages.indices { staleThumbnails.insert(pages[index].page.id) }
  }
}
