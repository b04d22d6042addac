internal import InkModel

/// What the files of document packages hold beyond what the store shows, and what a migration leaves out.
package struct StoreRemainders: Hashable, Sendable {
  /// Ends of journals that are no whole save.
  package var tails: [JournalTail] = []
  /// A file of each page that no document's list names; they go when a document is closed.
  package var unlistedPages: [String] = []

  /// Looks through the packages of a store whose documents and pages can all be read; other stores have none.
  static func find(
    in access: StoreAccess, _ kind: StoreKind?, _ inventory: StoreInventory
  ) throws(MigrationError) -> StoreRemainders {
    var remainders = StoreRemainders()
    guard kind == .snapshot || kind == .journal else { return remainders }
    try MigrationError.wrapping { () throws(StorageError) in
      var reader = JournalReader()
      for document in inventory.documents {
        let paths = PackagePaths(store: access.directory, document: document.info.id)
        try remainders.findTails(document.info, paths, &reader)
        try remainders.findUnlistedPages(document.info, paths)
      }
    }
    return remainders
  }

  private mutating func findTails(
    _ info: DocumentInfo, _ paths: PackagePaths, _ reader: inout JournalReader
  ) throws(StorageError) {
    if SystemCalls.exists(paths.documentJournal), let list = try Files.read(paths.document) {
      let generation = try DocumentFile.decode(list.rawSpan, path: paths.document).generation
      try add("the list of pages of '\(info.title)'", paths.documentJournal) { (path) throws(StorageError) in
        try reader.tail(of: path, .list(of: info.id), generation: generation)
      }
    }
    for (index, page) in info.pages.enumerated() where SystemCalls.exists(paths.journal(page.id)) {
      let generation = try StoreKind.header(ofPageAt: paths.page(page.id))?.generation
      try add("page \(index + 1) of '\(info.title)'", paths.journal(page.id)) { (path) throws(StorageError) in
        try reader.tail(of: path, .page(page.id), generation: generation)
      }
    }
  }

  private mutating func add(
    _ place: String, _ path: String, _ measure: (String) throws(StorageError) -> Int
  ) throws(StorageError) {
    let count = try measure(path)
    if count > 0 { tails.append(JournalTail(place: place, path: path, byteCount: count)) }
  }

  private mutating func findUnlistedPages(
    _ info: DocumentInfo, _ paths: PackagePaths
  ) throws(StorageError) {
    // Once a page that has both files.
    var seen = Set(info.pages.map(\.id.rawValue))
    for name in try SystemCalls.names(inDirectory: paths.pages) {
      let numbers = [PackagePaths.pageSuffix, PackagePaths.journalSuffix].compactMap {
        PackagePaths.number(in: name, suffix: $0)
      }
      if let number = numbers.first, seen.insert(number).inserted {
        unlistedPages.append(paths.pages + "/" + name)
      }
    }
  }

  /// Throws if bytes of journals would be removed with the old store, unless it is kept.
  func refuseTails(_ request: MigrationRequest) throws(MigrationError) {
    guard request.keepOld == nil, let first = tails.first else { return }
    let others = tails.count == 1 ? "" : ", as in \(tails.count - 1) more"
    throw MigrationError(
      .refused,
      "\(first.place): \(first.size) at the end of '\(first.path)' are no whole save\(others): a crash leaves "
        + "that, but damage does too, and it would be removed with the old store; keep that with --keep-old")
  }
}

/// The end of a journal that is no whole save, and that whoever opens the page passes over.
package struct JournalTail: Hashable, Sendable, CustomStringConvertible {
  /// The page or the list of pages that the journal continues.
  package var place: String
  package var path: String
  package var byteCount: Int

  fileprivate var size: String { "\(byteCount) byte\(byteCount == 1 ? "" : "s")" }

  package var description: String {
    "\(place): \(size) at the end of '\(path)' are no whole save and are left out"
  }
}

extension JournalReader {
  /// How many bytes at the end of a journal are no whole save: all of them where its header is not whole.
  ///
  /// The saves of a journal of another generation are in the snapshot, after a crash between the snapshot and
  /// the journal's removal. They count as whole; what stands behind them does not.
  fileprivate mutating func tail(
    of path: String, _ subject: JournalSubject, generation: UInt64?
  ) throws(StorageError) -> Int {
    var outcome = try read(path, of: subject, generation: generation)
    if let stale = outcome.staleGeneration {
      // Broken between two of its saves: the snapshot has both.
      do throws(StorageError) { outcome = try read(path, of: subject, generation: stale) } catch .damaged {
        return 0
      }
    }
    return bytes.byteCount - outcome.length
  }
}
