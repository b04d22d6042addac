internal import InkModel

/// Which of the built-in backends a store was written by, as its files tell.
package enum StoreKind: String, Sendable, CaseIterable {
  /// Document packages that no journal continues, or is meant to; `journal` reads them as well.
  case snapshot
  /// Document packages of which at least one has a journal, or a list of pages made for one.
  case journal
  case sqlite
  case monolith

  /// The backend that opens such a store.
  var backend: any StorageBackend.Type {
    switch self {
    case .snapshot: SnapshotBackend<SnapshotStandard>.self
    case .journal: JournalBackend<JournalStandard>.self
    case .sqlite: SQLiteBackend<SQLiteStandard>.self
    case .monolith: MonolithBackend.self
    }
  }

  /// The ending of a document's name in the store's directory.
  var documentSuffix: String {
    switch self {
    case .snapshot, .journal: PackagePaths.packageSuffix
    case .sqlite: SQLiteSchema.fileSuffix
    case .monolith: MonolithBackend.suffix
    }
  }

  /// The kind of store that a built-in backend writes; nil for one from outside, or that keeps nothing.
  ///
  /// A preset is called after its backend: `snapshot-no-thumbnails`.
  init?(writtenBy type: any StorageBackend.Type) {
    let name = type.traits.name
    guard BuiltInBackends.all.contains(where: { $0 == type }),
      let kind = Self.allCases.first(where: { name == $0.rawValue || name.hasPrefix($0.rawValue + "-") })
    else { return nil }
    self = kind
  }

  /// Finds out which backend wrote a store; throws if that can't be told.
  init(ofStoreAt directory: String) throws(MigrationError) {
    let names = try MigrationError.wrapping { () throws(StorageError) in
      try SystemCalls.names(inDirectory: directory)
    }
    let found = [Self.snapshot, .sqlite, .monolith].filter { kind in
      names.contains { PackagePaths.number(in: $0, suffix: kind.documentSuffix) != nil }
    }
    guard let first = found.first else {
      throw MigrationError(
        .refused,
        "'\(directory)' holds no document: a store has directories such as '0000000000000001.lnote', or files "
          + "that end in '.sqlite' or '.notebook'")
    }
    guard found.count == 1 else {
      let endings = found.map { "'\($0.documentSuffix)'" }.joined(separator: " and ")
      throw MigrationError(
        .refused, "'\(directory)' mixes documents of different backends, \(endings); move those of one away")
    }
    self = first
    guard first == .snapshot else { return }
    let isJournalled = try MigrationError.wrapping { () throws(StorageError) in
      for name in names where PackagePaths.number(in: name, suffix: PackagePaths.packageSuffix) != nil {
        if try Self.isJournalled(PackagePaths(root: directory + "/" + name)) { return true }
      }
      return false
    }
    if isJournalled { self = .journal }
  }

  private static func isJournalled(_ paths: PackagePaths) throws(StorageError) -> Bool {
    if SystemCalls.exists(paths.documentJournal) { return true }
    let hasJournal = try SystemCalls.names(inDirectory: paths.pages).contains {
      PackagePaths.number(in: $0, suffix: PackagePaths.journalSuffix) != nil
    }
    // A list that can't be read says so when the document is opened.
    guard !hasJournal, let text = try? Files.read(paths.document) else { return hasJournal }
    return (try? DocumentFile.decode(text.rawSpan, path: paths.document))?.generation != nil
  }
}

extension StoreKind {
  /// The documents of a store, by the names of their files, in ascending order.
  func documents(in directory: String) throws(StorageError) -> [DocumentID] {
    try SystemCalls.names(inDirectory: directory).compactMap { name in
      PackagePaths.number(in: name, suffix: documentSuffix).map(DocumentID.init(rawValue:))
    }
  }

  /// The names of the codecs that a store's pages were written with; none where no codec is used.
  func codecs(in directory: String) throws(StorageError) -> Set<String> {
    var names: Set<String> = []
    for id in try documents(in: directory) {
      switch self {
      case .sqlite: break
      case .snapshot, .journal:
        let pages = PackagePaths(store: directory, document: id).pages
        for name in try SystemCalls.names(inDirectory: pages)
        where PackagePaths.number(in: name, suffix: PackagePaths.pageSuffix) != nil {
          if let header = try Self.header(ofPageAt: pages + "/" + name) { names.insert(header.codec) }
        }
      case .monolith:
        let path = directory + "/" + id.name + documentSuffix
        guard let file = try Files.read(path) else { continue }
        names.formUnion(try NotebookFile.decode(file, path: path).pages.values.map(\.codec))
      }
    }
    return names
  }

  /// The header of a page file; nil if there is none, which reading the page will say.
  static func header(ofPageAt path: String) throws(StorageError) -> PageFileHeader? {
    let file = try File(path, .read)
    guard file.openedSize >= PageFileHeader.byteCount else { return nil }
    var bytes = ByteBuffer(capacity: PageFileHeader.byteCount)
    try file.read(PageFileHeader.byteCount, at: 0, appendingTo: &bytes)
    return try PageFileHeader(bytes.bytes, path: path)
  }
}
