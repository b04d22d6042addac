internal import InkModel

extension DocumentPackage {
  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    let paths = try openDocument().paths
    try Files.replace(paths.asset(id), with: bytes, syncing: syncsForConsistency)
    // A page will name the asset. Without this a power cut could keep the page and lose the asset's name.
    if syncsForConsistency { try Files.syncDirectory(paths.assets) }
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    try Files.read(try openDocument().paths.asset(id))
  }

  func storedAssets() throws(StorageError) -> [AssetID] {
    try SystemCalls.names(inDirectory: try openDocument().paths.assets).compactMap {
      PackagePaths.number(in: $0, suffix: PackagePaths.imageSuffix).map(AssetID.init(rawValue:))
    }
  }
}
