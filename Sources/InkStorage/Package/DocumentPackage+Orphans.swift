internal import InkModel

/// Orphans are files that nothing names: of deleted pages, of removed images, of crashes.
///
/// They go when the document closes and not before, because until then undo may bring an image back. Only
/// names that a package gives are ever removed; anything else in the directory belongs to someone else.
extension DocumentPackage {
  /// Removes the open document's orphans.
  ///
  /// Pages must have been compacted: references are read from their snapshots. A file that can't be removed
  /// stays for the next time. `pageFileNames` are the names in the directory of pages.
  func removeOrphans(pageFileNames: [String]) throws(StorageError) {
    try settle()
    let document = try openDocument()
    try checkPlace()
    let doomed = try orphans(of: document, pageFileNames)
    guard !doomed.isEmpty else { return }
    if syncsForConsistency {
      // What no longer names the orphans must outlive a power cut, or older versions would come back and
      // name files that are gone.
      try renewLostPages()
      try syncPages()
      try syncRoot()
    }
    for path in doomed { try? SystemCalls.remove(path) }
  }

  private func orphans(
    of document: OpenDocument, _ pageFileNames: [String]
  ) throws(StorageError) -> [String] {
    let paths = document.paths
    let pages = Set(document.info.pages.map(\.id.rawValue))
    var doomed: [String] = []
    for name in try SystemCalls.names(inDirectory: paths.root) where isTemporary(name, in: paths.root) {
      doomed.append(paths.root + "/" + name)
    }
    doomed += orphans(
      pageFileNames, in: paths.pages, [PackagePaths.pageSuffix, PackagePaths.journalSuffix], pages)
    // A cache whose directory can't be listed is nobody's loss.
    let thumbnails = (try? SystemCalls.names(inDirectory: paths.thumbnails)) ?? []
    doomed += orphans(thumbnails, in: paths.thumbnails, [PackagePaths.imageSuffix], pages)
    let assets = try SystemCalls.names(inDirectory: paths.assets)
    guard !assets.isEmpty else { return doomed }
    return doomed
      + self.orphans(assets, in: paths.assets, [PackagePaths.imageSuffix], namedAssets(document, of: assets))
  }

  /// Files of a directory that bear a package's name for something that is not alive; nil spares all but
  /// temporary files.
  private func orphans(
    _ names: [String], in directory: String, _ suffixes: [String], _ alive: Set<UInt64>?
  ) -> [String] {
    names.filter { name in
      if isTemporary(name, in: directory) { return true }
      return suffixes.contains { suffix in
        if PackagePaths.number(in: name, suffix: suffix + Files.temporarySuffix) != nil { return true }
        guard let alive, let number = PackagePaths.number(in: name, suffix: suffix) else { return false }
        return !alive.contains(number)
      }
    }.map { directory + "/" + $0 }
  }

  private static let temporaryList = "document.json" + Files.temporarySuffix
  private static let temporaryManifest = "manifest.json" + Files.temporarySuffix

  /// Whether a name is one that Foundation gives to a file that is not yet what it will be, or that we give
  /// to one of the package's own texts.
  private func isTemporary(_ name: String, in directory: String) -> Bool {
    if options.replacement == .foundation, name.hasPrefix(FoundationFiles.temporaryPrefix) { return true }
    return name == Self.temporaryList || name == Self.temporaryManifest
  }

  /// The assets that pages name, if any are stored; nil if a page can't be asked, because it may name any of
  /// them.
  private func namedAssets(_ document: OpenDocument, of stored: [String]) -> Set<UInt64>? {
    guard stored.contains(where: { PackagePaths.number(in: $0, suffix: PackagePaths.imageSuffix) != nil })
    else { return [] }
    var named: Set<UInt64> = []
    for page in document.info.pages {
      guard !document.damaged.contains(page.id),
        let references = try? reader.readReferences(document.paths.page(page.id), of: page.id)
      else { return nil }
      named.formUnion(references.map(\.rawValue))
    }
    return named
  }
}
