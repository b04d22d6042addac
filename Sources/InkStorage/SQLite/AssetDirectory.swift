internal import InkModel

/// The larger images of a document, `<document>.assets/<asset>.jpg`, each a sealed `AssetFile`.
///
/// The directory is made with the first of them, so that most documents are one file.
final class AssetDirectory {
  let path: String
  /// The store's directory, which holds this one.
  private let parent: String
  /// Whether files and names are synced before an element can name them.
  private let isSyncing: Bool
  /// Whether the directory's own name has been synced since the document was opened.
  private var isNameSynced = false
  /// Whether a sync of the parent has failed, so that names in it may be lost, which no later sync keeps.
  private(set) var hasLostNames = false

  init(_ environment: StoreEnvironment, of document: DocumentID) {
    parent = environment.directory
    path = parent + "/" + document.name + SQLiteSchema.assetDirectorySuffix
    isSyncing = environment.durability >= .powerConsistent
  }

  func file(_ id: AssetID) -> String { path + "/" + id.name + PackagePaths.imageSuffix }

  /// Keeps an image, in one step.
  func write(_ id: AssetID, _ image: RawSpan) throws(StorageError) {
    // To be made anew. Where something is in it, its name was synced before that.
    if hasLostNames { _ = try SystemCalls.removeEmptyDirectory(path) }
    _ = try SystemCalls.makeDirectory(path)
    try checkPlace()
    if isSyncing, !isNameSynced {
      hasLostNames = true
      try Files.syncDirectory(parent)
      hasLostNames = false
      isNameSynced = true
    }
    var file = ByteBuffer(capacity: image.byteCount + AssetFile.sealByteCount)
    AssetFile.encode(id, image, into: &file)
    try Files.replace(self.file(id), with: file.bytes, syncing: isSyncing)
    guard isSyncing else { return }
    // An element will name the image. Without this a power cut could keep the element and lose the name.
    try Files.syncDirectory(path)
  }

  /// The image of an asset; nil if there is no such file.
  func read(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    try checkPlace()
    guard let file = try Files.read(file(id)) else { return nil }
    return try AssetFile.decode(file, of: id, path: self.file(id))
  }

  /// The assets that have a file.
  func stored() throws(StorageError) -> [AssetID] {
    try checkPlace()
    return try SystemCalls.names(inDirectory: path).compactMap {
      PackagePaths.number(in: $0, suffix: PackagePaths.imageSuffix).map(AssetID.init(rawValue:))
    }
  }

  /// Removes the files that bear our names for assets that are not alive, and those that were never finished.
  ///
  /// What can't be removed stays for the next time. Other names belong to someone else, and then the
  /// directory stays too.
  func removeAll(except alive: Set<AssetID>) throws(StorageError) {
    try checkPlace()
    for name in try SystemCalls.names(inDirectory: path) {
      let isUnfinished =
        PackagePaths.number(in: name, suffix: PackagePaths.imageSuffix + Files.temporarySuffix) != nil
      let asset = PackagePaths.number(in: name, suffix: PackagePaths.imageSuffix).map(AssetID.init(rawValue:))
      guard isUnfinished || asset.map({ !alive.contains($0) }) ?? false else { continue }
      try? SystemCalls.remove(path + "/" + name)
    }
    // Fails, as it should, unless the directory is empty.
    try? SystemCalls.removeDirectory(path)
    isNameSynced = false
  }

  /// Refuses a link in the directory's place: a store does not follow links.
  private func checkPlace() throws(StorageError) {
    switch SystemCalls.place(path) {
    case .nothing, .directory: return
    case .link: throw .damaged(path: path, reason: SystemCalls.linkReason)
    case .other: throw .damaged(path: path, reason: "it is not a directory")
    }
  }
}
