internal import InkModel

extension DocumentPackage {
  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    let paths = try openPaths()
    try checkPlace()
    var file = ByteBuffer(capacity: bytes.byteCount + AssetFile.sealByteCount)
    AssetFile.encode(id, bytes, into: &file)
    try options.replacement.replace(paths.asset(id), with: file.bytes, syncing: syncsForConsistency)
    // A page will name the asset. Without this a power cut could keep the page and lose the asset's name.
    if syncsForConsistency { try Files.syncDirectory(paths.assets) }
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    let path = try openPaths().asset(id)
    guard let file = try Files.read(path) else { return nil }
    return try AssetFile.decode(file, of: id, path: path)
  }

  func storedAssets() throws(StorageError) -> [AssetID] {
    try SystemCalls.names(inDirectory: try openPaths().assets).compactMap {
      PackagePaths.number(in: $0, suffix: PackagePaths.imageSuffix).map(AssetID.init(rawValue:))
    }
  }
}
