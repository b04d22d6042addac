internal import InkModel

/// The document packages of a store: everything that levels 0 and 1 share.
///
/// `document.json` and the files in `pages` are the truth. Assets are kept before the pages that name them.
/// The manifest and the thumbnails are caches: nothing depends on them, and failing to write one fails
/// nothing. A crash leaves orphans, never references to what is not there.
///
/// Where a power cut must leave something consistent, two kinds of sync are needed: of a file before the
/// rename that gives it its name, and of a directory before another file refers to a name in it. Only
/// `power-durable` also syncs the directory after the last rename, because only there the *new* version is
/// promised.
final class DocumentPackage {
  let environment: StoreEnvironment
  let options: PackageOptions
  private let lock: StoreLock
  /// The open document; nil between documents.
  var document: OpenDocument?
  var writer: PageFileWriter
  var reader: PageFileReader

  /// What the package knows of its open document.
  struct OpenDocument {
    var info: DocumentInfo { didSet { pageIDs = Set(info.pages.map(\.id)) } }
    /// The pages of the list, to be found without a search.
    private(set) var pageIDs: Set<PageID>
    /// What `document.json` is continued by; nil where nothing continues it.
    var listGeneration: UInt64?
    /// The length of `document.json`.
    var listByteCount: Int
    let paths: PackagePaths
    /// Where the package was when it was opened.
    let place: PackagePlace
    /// Says when the package has to be looked for again.
    let stamp: FolderStamp
    var modifiedMilliseconds: UInt64
    /// Pages that could not be trusted when they were read; they are never written.
    var damaged: Set<PageID> = []
    /// Pages whose thumbnail shows an older version.
    var staleThumbnails: Set<PageID> = []
    /// Pages whose names a failed sync of their directory may have lost.
    ///
    /// They can be seen, and a later sync succeeds, but the disk gets only names that are given anew.
    var lostPages: Set<PageID> = []
    /// Whether a change of the list of pages failed and may be on disk all the same, or its name may be lost.
    var isListUncertain = false
    /// Whether a power cut could still take the package's own name, or that of its list, back.
    ///
    /// The process that gave them may have ended before it synced their directories; the next one sees them
    /// and can't know.
    var hasUncertainNames = false
    /// Whether the manifest may say something wrong, apart from the time of change.
    var isManifestStale = true
    /// Whether the manifest's time of change is behind.
    var isModifiedStale = false

    init(
      info: DocumentInfo, listGeneration: UInt64? = nil, listByteCount: Int = 0, paths: PackagePaths,
      place: PackagePlace, stamp: FolderStamp, modifiedMilliseconds: UInt64
    ) {
      self.info = info
      self.listGeneration = listGeneration
      self.listByteCount = listByteCount
      self.paths = paths
      self.place = place
      self.stamp = stamp
      self.modifiedMilliseconds = modifiedMilliseconds
      pageIDs = Set(info.pages.map(\.id))
    }
  }

  init(
    _ environment: StoreEnvironment, _ options: PackageOptions = PackageOptions()
  ) throws(StorageError) {
    self.environment = environment
    self.options = options
    lock = try StoreLock.take(environment)
    writer = PageFileWriter(
      environment, options.replacement, keepsEncodedElements: options.keepsEncodedElements)
    reader = PageFileReader(environment)
  }

  /// Whether files are synced before they get their names, and directories before others refer to them.
  var syncsForConsistency: Bool { environment.durability >= .powerConsistent }
  /// Whether directories are synced before a call acknowledges.
  var syncsForDurability: Bool { environment.durability == .powerDurable }

  /// The open document, or an error where none is open.
  func openDocument() throws(StorageError) -> OpenDocument {
    guard let document else { throw .misuse("no document is open") }
    return document
  }

  /// Where the open document's files lie, or an error where none is open.
  func openPaths() throws(StorageError) -> PackagePaths {
    guard let paths = document?.paths else { throw .misuse("no document is open") }
    return paths
  }

  /// Makes a document; with a generation, its list may be continued by a journal.
  func create(_ info: DocumentInfo, listGeneration: UInt64? = nil) throws(StorageError) {
    guard document == nil else { throw .misuse("another document is open") }
    let paths = PackagePaths(store: environment.directory, document: info.id)
    guard !SystemCalls.exists(paths.document) else {
      throw .misuse("document \(info.id.name) exists already")
    }
    for path in [paths.root, paths.pages, paths.assets, paths.thumbnails] {
      _ = try SystemCalls.makeDirectory(path)
    }
    document = OpenDocument(
      info: info, paths: paths, place: try PackagePlace(paths), stamp: try FolderStamp(paths.root),
      modifiedMilliseconds: 0)
    do {
      // Empty pages have files as well: a page without a file is then always a page that was lost.
      for page in info.pages { try beginPage(Page(id: page.id)) }
      if syncsForConsistency {
        try Files.syncDirectory(paths.pages)
        try Files.syncDirectory(paths.root)
      }
      // Before the list: a package that has one has a name that is kept, whenever the process ended.
      if syncsForDurability { try Files.syncDirectory(environment.directory) }
      // An earlier document of this name may have left one.
      if SystemCalls.exists(paths.documentJournal) { try SystemCalls.remove(paths.documentJournal) }
      try writeDocumentFile(info, generation: listGeneration)
    } catch {
      document = nil
      removeUnfinished(info, at: paths)
      throw error
    }
    writeManifest()
  }

  /// Removes what a creation that failed has made, directories only where nothing else is in them.
  ///
  /// Nobody was told that the document exists, and it may not outlive a power cut: it must not be taken for
  /// made. Directories go too, because a failed sync may have lost their names, and the next try would find
  /// them there.
  private func removeUnfinished(_ info: DocumentInfo, at paths: PackagePaths) {
    for path in [paths.document] + info.pages.map({ paths.page($0.id) }) { try? SystemCalls.remove(path) }
    for path in [paths.thumbnails, paths.assets, paths.pages, paths.root] {
      try? SystemCalls.removeDirectory(path)
    }
  }

  func open(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    guard document == nil else { throw .misuse("another document is open") }
    let paths = PackagePaths(store: environment.directory, document: id)
    let place = try PackagePlace(paths)
    guard let bytes = try Files.read(paths.document) else { throw .missing("document \(id.name)") }
    let content = try DocumentFile.decode(bytes.rawSpan, path: paths.document)
    let info = content.info
    guard info.id == id else {
      throw .damaged(path: paths.document, reason: "it describes document \(info.id.name)")
    }
    let manifest = ManifestFile.read(paths.manifest)
    var opened = OpenDocument(
      info: info, listGeneration: content.generation, listByteCount: bytes.count, paths: paths, place: place,
      stamp: try FolderStamp(paths.root), modifiedMilliseconds: manifest?.modifiedMilliseconds ?? 0)
    opened.hasUncertainNames = syncsForDurability
    opened.isManifestStale = manifest != self.manifest(of: opened)
    document = opened
    return info
  }

  /// Throws if something else stands where the open document's package stood.
  func checkPlace() throws(StorageError) {
    let document = try openDocument()
    if document.place.isUnchanged(document.paths, through: document.stamp) { return }
    guard try PackagePlace(document.paths) == document.place else {
      throw PackagePlace.replaced(document.paths.root)
    }
  }

  /// Whether the package is certain to be where it was opened; if not, somebody has to look.
  var isPlaceUnchanged: Bool { document?.stamp.isUnchanged ?? false }

  /// Looks whether the package is in its place, so that `isPlaceUnchanged` can answer for a while.
  func renewPlace(_ look: () throws(StorageError) -> Void) throws(StorageError) {
    try openDocument().stamp.renew(look)
  }

  /// Forgets the open document; nothing is written.
  func forgetDocument() {
    document = nil
    writer.forgetAll()
  }

  /// Puts the list of pages on disk and, when that has succeeded, in memory.
  ///
  /// A failure may leave either list on disk. The one in memory is then the old one, so that the change can
  /// be asked for again, and it is put back on disk before anything else is acknowledged (`settle()`).
  func writeDocumentFile(_ info: DocumentInfo, generation: UInt64? = nil) throws(StorageError) {
    let paths = try openPaths()
    try checkPlace()
    var text = ByteBuffer()
    DocumentFile.encode(info, generation: generation, into: &text)
    document?.isListUncertain = true
    document?.isManifestStale = true
    try options.replacement.replace(paths.document, with: text.bytes, syncing: syncsForConsistency)
    // Where a journal continued the old list, it goes only after the new one's name is certain to stay.
    if syncsForDurability || (syncsForConsistency && generation != nil) {
      try syncRoot()
    }
    document?.listGeneration = generation
    document?.listByteCount = text.count
    noteList(info)
    document?.isListUncertain = false
  }

  /// Whether `settle()` has something to do.
  var isUnsettled: Bool { (document?.isListUncertain ?? false) || (document?.hasUncertainNames ?? false) }

  /// Makes sure that the list on disk is the one in memory and stays there, before a page in it is
  /// acknowledged or one that is not in it goes.
  func settle() throws(StorageError) {
    guard isUnsettled else { return }
    let document = try openDocument()
    if document.isListUncertain { try writeDocumentFile(document.info) }
    guard document.hasUncertainNames else { return }
    try syncRoot()
    // The package's own name was kept before its list was there, unless a weaker class has made it.
    try Files.syncDirectory(environment.directory)
    self.document?.hasUncertainNames = false
  }

  /// Forces the names of the list and its journal to the disk.
  ///
  /// A failure may lose them, and no later sync keeps them then: the list has to be written anew.
  func syncRoot() throws(StorageError) {
    do throws(StorageError) { try openDocument().stamp.sync() } catch {
      document?.isListUncertain = true
      throw error
    }
  }

  /// Takes over a list of pages that is on disk; the manifest may be wrong from here on.
  func noteList(_ info: DocumentInfo) {
    document?.info = info
    document?.isManifestStale = true
    let listed = Set(info.pages.map(\.id))
    document?.staleThumbnails.formIntersection(listed)
  }

  /// Puts a manifest on disk that agrees with the truth; a failure leaves it stale and is not reported.
  func writeManifest() {
    guard let document else { return }
    var text = ByteBuffer()
    manifest(of: document).encode(into: &text)
    guard (try? checkPlace()) != nil,
      (try? options.replacement.replace(document.paths.manifest, with: text.bytes, syncing: false)) != nil
    else { return }
    self.document?.isManifestStale = false
    self.document?.isModifiedStale = false
  }

  /// What the manifest has to say.
  private func manifest(of document: OpenDocument) -> ManifestFile {
    ManifestFile(
      title: document.info.title, modifiedMilliseconds: document.modifiedMilliseconds,
      pageCount: document.info.pages.count,
      cover: options.thumbnails == .off ? nil : document.info.pages.first?.id)
  }
}
