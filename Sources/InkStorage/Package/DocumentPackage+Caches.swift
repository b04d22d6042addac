internal import InkModel

extension DocumentPackage {
  /// Notes that pages were saved, and mends the manifest if it may be wrong.
  ///
  /// It may be after opening and after a change of the list of pages. A new time of change alone does not
  /// rewrite the manifest at every save; it waits until the page is left.
  func noteSaved(_ changes: ChangeSet) {
    if let modified = document?.modifiedMilliseconds, modified < changes.timeMilliseconds {
      document?.modifiedMilliseconds = changes.timeMilliseconds
    }
    document?.isModifiedStale = true
    if options.thumbnails != .off {
      for index in changes.pages.indices { document?.staleThumbnails.insert(changes.pages[index].page.id) }
    }
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
    guard (try? checkPlace()) != nil, case .directory = SystemCalls.place(document.paths.thumbnails),
      (try? options.replacement.replace(
        document.paths.thumbnail(id), with: picture.rawSpan, syncing: false)) != nil
    else { return }
    self.document?.staleThumbnails.remove(id)
  }

  /// The documents of the library, from their manifests, or from the truth where there is no manifest.
  func listLibrary() throws(StorageError) -> [LibraryEntry] {
    var entries: [LibraryEntry] = []
    for name in try SystemCalls.names(inDirectory: environment.directory) {
      guard let number = PackagePaths.number(in: name, suffix: PackagePaths.packageSuffix) else { continue }
      if let entry = entry(of: DocumentID(rawValue: number)) { entries.append(entry) }
    }
    return entries
  }

  private func entry(of id: DocumentID) -> LibraryEntry? {
    let paths = PackagePaths(store: environment.directory, document: id)
    guard case .directory = SystemCalls.place(paths.root) else { return nil }
    let manifest = ManifestFile.read(paths.manifest)
    // Where a journal continues the list, a crash may have left a manifest that does not know its end.
    if let manifest, !SystemCalls.exists(paths.documentJournal) { return manifest.entry(of: id) }
    // A package without its list of pages was never finished, and nobody was told that it exists.
    guard SystemCalls.exists(paths.document) else { return manifest?.entry(of: id) }
    guard let info = try? Self.list(paths) else {
      // A damaged document stays on the shelf, if need be under its file name; opening it says what is wrong.
      return manifest?.entry(of: id)
        ?? LibraryEntry(id: id, title: id.name, pageCount: 0, modifiedMilliseconds: 0)
    }
    return LibraryEntry(
      id: id, title: info.title, pageCount: info.pages.count,
      modifiedMilliseconds: manifest?.modifiedMilliseconds ?? 0)
  }
}

extension ManifestFile {
  fileprivate func entry(of id: DocumentID) -> LibraryEntry {
    LibraryEntry(
      id: id, title: title, pageCount: pageCount, modifiedMilliseconds: modifiedMilliseconds)
  }
}
