internal import InkModel

/// Reads everything in a store, page by page, and notes what it holds.
///
/// The first thing that can't be trusted ends it: a damaged page or asset, a page that shows an asset which
/// is not there. Nothing is closed, so that nothing is cleaned up.
struct StoreSurvey {
  let access: StoreAccess
  let watch: MigrationWatch
  let step: MigrationStep
  /// Reduces a page to what another backend and codec will keep of it.
  var reduce: (inout Page) -> Void = { _ in }

  func read(_ ids: [DocumentID]) throws(MigrationError) -> StoreInventory {
    let documents = try ids.map { (id) throws(MigrationError) in
      do throws(StorageError) { return try access.open(id).info } catch .missing {
        throw MigrationError(
          .damaged,
          "document \(id.name) has files in '\(access.directory)' but can't be opened: restore it from a backup, "
            + "or remove them if it was never finished")
      } catch {
        throw MigrationError(error)
      }
    }
    let pageCount = documents.reduce(0) { $0 + $1.pages.count }
    var inventory = StoreInventory()
    var done = 0
    for info in documents {
      inventory.documents.append(
        try read(info) { () throws(MigrationError) in
          try watch.check(step, Double(done) / Double(max(pageCount, 1)))
          done += 1
        })
    }
    try noteShelf(&inventory)
    return inventory
  }

  /// Reads one document; the time of its last change is left out.
  func read(
    _ info: DocumentInfo, each: () throws(MigrationError) -> Void = {}
  ) throws(MigrationError) -> DocumentInventory {
    var document = DocumentInventory(info: info)
    try access.readPages(of: info) { (_, page) throws(MigrationError) in
      try each()
      var kept = copy page
      reduce(&kept)
      var inventory = PageInventory(kept)
      inventory.isReduced = !kept.hasSameContent(as: page)
      document.pages.append(inventory)
    }
    let assets = try assets(of: document)
    (document.assets, document.unreadableAssetCount) = (assets.found, assets.unreadable)
    document.markShownAssets()
    return document
  }

  /// The assets of a document; one that no page shows and that can't be read is as good as gone.
  private func assets(
    of document: DocumentInventory
  ) throws(MigrationError) -> (found: [AssetInventory], unreadable: Int) {
    let title = document.info.title
    let (backend, _) = try MigrationError.wrapping { () throws(StorageError) in
      try access.open(document.info.id)
    }
    var left = Set(try MigrationError.wrapping { () throws(StorageError) in try backend.storedAssets() })
    var found: [AssetInventory] = []
    var shown: Set<AssetID> = []
    for (index, page) in document.pages.enumerated() {
      for id in page.shownAssets where shown.insert(id).inserted {
        let place = "image \(id.name) on page \(index + 1) of '\(title)'"
        let bytes = try MigrationError.wrapping(place) { () throws(StorageError) in
          try backend.readAsset(id)
        }
        guard let bytes, left.remove(id) != nil else {
          throw MigrationError(.damaged, place + ": the store does not have it; restore it from a backup")
        }
        found.append(AssetInventory(id, bytes))
      }
    }
    var unreadable = 0
    for id in left {
      guard let bytes = try? backend.readAsset(id) else {
        unreadable += 1
        continue
      }
      found.append(AssetInventory(id, bytes))
    }
    return (found.sorted { $0.id.rawValue < $1.id.rawValue }, unreadable)
  }

  /// Adds what only the library's shelf knows.
  private func noteShelf(_ inventory: inout StoreInventory) throws(MigrationError) {
    let entries = try MigrationError.wrapping { () throws(StorageError) in
      try access.type.init(access.environment).listLibrary()
    }
    let times = Dictionary(entries.map { ($0.id, $0.modifiedMilliseconds) }) { first, _ in first }
    for index in inventory.documents.indices {
      let id = inventory.documents[index].info.id
      guard let time = times[id] else {
        throw MigrationError(.damaged, "document \(id.name) is missing from the library's list")
      }
      inventory.documents[index].modifiedMilliseconds = time
    }
  }
}
