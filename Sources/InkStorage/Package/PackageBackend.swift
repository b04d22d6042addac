internal import InkModel

/// A backend that keeps its documents as packages; what does not concern pages is the same for all of them.
protocol PackageBackend: StorageBackend {
  var package: DocumentPackage { get }
}

extension PackageBackend {
  func createDocument(_ document: DocumentInfo) throws(StorageError) { try package.create(document) }

  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try package.insertAsset(id, bytes: bytes)
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try package.readAsset(id) }

  func storedAssets() throws(StorageError) -> [AssetID] { try package.storedAssets() }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) { try package.addPage(page, at: index) }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) { try package.movePage(id, to: index) }

  func listLibrary() throws(StorageError) -> [LibraryEntry] { try package.listLibrary() }

  func finishLoading() throws(StorageError) {
    if package.syncsForDurability {
      try package.renewLostPages()
      try package.syncPages()
    }
    package.flushManifest()
  }
}
