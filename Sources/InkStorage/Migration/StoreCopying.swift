internal import InkModel

/// Writes all documents of one store into another, page by page.
///
/// Assets come before the pages that show them, as everywhere. Beside what a backend keeps for itself, one
/// page or one asset is in memory at a time. The old store is only read.
struct StoreCopying {
  let source: StoreAccess
  let target: StoreAccess
  let watch: MigrationWatch

  func copy(_ inventory: StoreInventory) throws(MigrationError) {
    var done = 0
    let all = Double(max(inventory.pageCount, 1))
    for document in inventory.documents {
      try copy(document) { () throws(MigrationError) in
        try watch.check(.copying, Double(done) / all)
        done += 1
      }
    }
  }

  private func copy(
    _ document: DocumentInventory, each: () throws(MigrationError) -> Void
  ) throws(MigrationError) {
    let info = document.info
    let new = try MigrationError.wrapping { () throws(StorageError) in
      let new = try target.type.init(target.environment)
      try new.createDocument(info)
      return new
    }
    try copyAssets(document, to: new)
    try source.readPages(of: info) { (index, page) throws(MigrationError) in
      try each()
      try MigrationError.wrapping("page \(index + 1) of '\(info.title)'") { () throws(StorageError) in
        try new.loadPage(page)
      }
    }
    try MigrationError.wrapping { () throws(StorageError) in
      try new.finishLoading()
      // A save of nothing, because the time of the last change comes with saves alone.
      if document.modifiedMilliseconds > 0 {
        try new.save(
          ChangeSet(reason: .documentClose, timeMilliseconds: document.modifiedMilliseconds, pages: []))
      }
      try new.closeDocument()
    }
  }

  private func copyAssets(
    _ document: DocumentInventory, to new: any StorageBackend
  ) throws(MigrationError) {
    guard !document.assets.isEmpty else { return }
    try MigrationError.wrapping { () throws(StorageError) in
      let old = try source.open(document.info.id).backend
      for asset in document.assets {
        guard let bytes = try old.readAsset(asset.id) else { throw .missing("asset \(asset.id.name)") }
        try new.insertAsset(asset.id, bytes: bytes.rawSpan)
      }
    }
  }
}
