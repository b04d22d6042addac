internal import InkModel

extension DocumentPackage {
  /// Copies the open document to a directory that does not exist yet; a failed copy is removed.
  ///
  /// Journals should have been compacted. Those that can't be, because they are damaged, go along, so that
  /// the copy says so too and does not pass for an older version.
  func export(to path: String) throws(StorageError) {
    try settle()
    let document = try openDocument()
    try checkPlace()
    flushManifest()
    guard !SystemCalls.exists(path), try SystemCalls.makeDirectory(path) else {
      throw .misuse("'\(path)' exists already and is not overwritten by an export")
    }
    // What was made, so that it can be taken back without listing: that needs a descriptor, and a lack of
    // those may be why the export failed.
    var made = [path]
    do {
      try copy(document, to: PackagePaths(root: path), &made)
    } catch {
      for path in made.reversed() where (try? SystemCalls.remove(path)) == nil {
        try? SystemCalls.removeDirectory(path)
      }
      throw error
    }
  }

  private func copy(
    _ document: OpenDocument, to target: PackagePaths, _ made: inout [String]
  ) throws(StorageError) {
    let source = document.paths
    for directory in [target.pages, target.assets, target.thumbnails] {
      made.append(directory)
      _ = try SystemCalls.makeDirectory(directory)
    }
    func copy(_ file: String, to copy: String, syncing: Bool) throws(StorageError) {
      made.append(copy)
      try Files.copy(file, to: copy, syncing: syncing)
    }
    for asset in try storedAssets() {
      try copy(source.asset(asset), to: target.asset(asset), syncing: syncsForConsistency)
    }
    for page in document.info.pages {
      try copy(source.page(page.id), to: target.page(page.id), syncing: syncsForConsistency)
      if SystemCalls.exists(source.journal(page.id)) {
        try copy(source.journal(page.id), to: target.journal(page.id), syncing: syncsForConsistency)
      }
      if SystemCalls.exists(source.thumbnail(page.id)) {
        try copy(source.thumbnail(page.id), to: target.thumbnail(page.id), syncing: false)
      }
    }
    if SystemCalls.exists(source.manifest) {
      try copy(source.manifest, to: target.manifest, syncing: false)
    }
    try copy(source.document, to: target.document, syncing: syncsForConsistency)
    guard syncsForDurability else { return }
    for directory in [target.pages, target.assets, target.root, Files.parent(of: target.root)] {
      try Files.syncDirectory(directory)
    }
  }
}
