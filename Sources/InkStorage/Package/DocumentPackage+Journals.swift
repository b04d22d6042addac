internal import InkModel

/// What level 0 and the shelf have to know of the journals of level 1.
extension DocumentPackage {
  /// What lies in the open document's directory of pages.
  func pageFileNames() throws(StorageError) -> [String] {
    try SystemCalls.names(inDirectory: try openPaths().pages)
  }

  /// The pages of the open document that have a journal on disk, from the names of the files there.
  func journalledPages(among names: [String]) throws(StorageError) -> [PageID] {
    let document = try openDocument()
    let named = names.compactMap {
      PackagePaths.number(in: $0, suffix: PackagePaths.journalSuffix).map(PageID.init(rawValue:))
    }
    guard !named.isEmpty else { return [] }
    let listed = Set(document.info.pages.map(\.id))
    return named.filter(listed.contains)
  }

  /// Throws if journals continue the open document, whose edits this level would not see and would lose.
  func refuseJournals() throws(StorageError) {
    let paths = try openPaths()
    if SystemCalls.exists(paths.documentJournal) { throw Self.journalled(paths.documentJournal) }
    guard let page = try journalledPages(among: pageFileNames()).first else { return }
    throw Self.journalled(paths.journal(page))
  }

  /// What is said where a journal stands in the way.
  static func journalled(_ path: String) -> StorageError {
    .misuse("'\(path)' may hold edits; open the document with the journal backend and close it there first")
  }

  /// The generation of a list that is about to be written.
  func listGeneration(of info: DocumentInfo, after earlier: [UInt64]) -> UInt64 {
    var text = ByteBuffer()
    DocumentFile.encode(info, into: &text)
    return Generation.draw(
      seed: environment.seed, subject: info.id.rawValue, contentChecksum: checksum(text.bytes),
      byteCount: text.count, after: earlier)
  }

  /// Makes a document whose list a journal may continue, and returns the list's generation.
  func createContinuable(_ info: DocumentInfo) throws(StorageError) -> UInt64 {
    let path = PackagePaths(store: environment.directory, document: info.id).documentJournal
    let generation = listGeneration(of: info, after: Self.journalGenerations(path))
    try create(info, listGeneration: generation)
    return generation
  }

  /// Writes a page as new, whatever an earlier page of its name has left.
  func beginPage(_ page: borrowing Page) throws(StorageError) {
    let paths = try openPaths()
    let journal = paths.journal(page.id)
    _ = try writePage(page, after: Self.journalGenerations(journal))
    guard SystemCalls.exists(journal) else { return }
    // Otherwise a power cut could bring the earlier page back, and without its edits.
    if syncsForConsistency { try syncPages() }
    try SystemCalls.remove(journal)
  }

  /// The generation that a journal on disk bears, if there is one that can be read.
  private static func journalGenerations(_ path: String) -> [UInt64] {
    guard SystemCalls.exists(path), let file = try? File(path, .read) else { return [] }
    var bytes = ByteBuffer()
    try? file.read(JournalFormat.headerByteCount, at: 0, appendingTo: &bytes)
    guard let header = try? JournalHeader(bytes.bytes, path: path) else { return [] }
    return [header.generation]
  }

  /// The list of pages of a package that need not be open, its journal included.
  static func list(_ paths: PackagePaths) throws(StorageError) -> DocumentInfo? {
    guard let bytes = try Files.read(paths.document) else { return nil }
    var list = try DocumentFile.decode(bytes.rawSpan, path: paths.document)
    var reader = JournalReader()
    _ = try reader.replay(paths.documentJournal, generation: list.generation, onto: &list.info)
    return list.info
  }
}
