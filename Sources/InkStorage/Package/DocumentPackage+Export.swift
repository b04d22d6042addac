internal import InkModel

extension DocumentPackage {
  /// Copies the open document to a directory that does not exist yet; a failed copy is removed.
  ///
  /// Journals should have been compacted. Those that can't be, because they are damaged, go along, so that
  /// the copy says so too and does not pass for an older version.
  func export(to path: String) throws(StorageError) {
    let document = try openDocument()
    try checkPlace()
    flushManifest()
    guard !SystemCalls.exists(path), try SystemCalls.makeDirectory(path) else {
      throw .misuse("'\(path)' exists already and is not overwritten by an export")
    }
    do {
      try copy(document, to: PackagePaths(root: path))
    } catch {
      Files.removeTree(path)
      throw error
    }
  }

  private func copy(_ document: OpenDocument, to target: PackagePaths) throws(StorageError) {
    let source = document.paths
    for directory in [target.pages, target.assets, target.thumbnails] {
      _ = try SystemCalls.makeDirectory(directory)
    }
    for asset in try storedAssets() {
      try Files.copy(source.asset(asset), to: target.asset(asset), syncing: syncsForConsistency)
    }
    for page in document.info.pages {
      try Files.copy(source.page(page.id), to: target.page(page.id), syncing: syncsForConsistency)
      if SystemCalls.exists(source.journal(page.id)) {
        try Files.copy(source.journal(page.id), to: target.journal(page.id), syncing: syncsForConsistency)
      }
      if SystemCalls.exists(source.thumbnail(page.id)) {
        try Files.copy(source.thumbnail(page.id), to: target.thumbnail(page.id), syncing: false)
      }
    }
    if SystemCalls.exists(source.manifest) {
      try Files.copy(source.manifest, to: target.manifest, syncing: false)
    }
    try Files.copy(source.document, to: target.document, syncing: syncsForConsistency)
    guard syncsForDurability else { return }
    for directory in [target.pages, target.assets, target.root, Files.parent(of: target.root)] {
      try Files.syncDirectory(directory)
    }
  }
}
