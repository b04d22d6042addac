internal import InkModel

/// Level 1: each page a snapshot and a journal of the edits since.
///
/// A save appends its edits in one write. When the journal has grown too long, when its tail is uncertain,
/// when the page is left and in long pauses it is *compacted*: a new snapshot with a new generation takes the
/// old one's place, and the journal begins anew. A crash between the two leaves a journal of the old
/// generation, whose edits the new snapshot already holds and which is therefore not replayed.
final class JournalBackend: PackageBackend {
  static let traits = BackendTraits(
    name: "journal", level: 1, summary: "a package whose pages are a snapshot and a journal of edits",
    usesCodec: true, fileRoles: PackagePaths.fileRoles)

  let package: DocumentPackage
  private var reader: JournalReader
  private var writer: JournalWriter
  /// The journals of the open pages.
  private var journals: [PageID: PageJournal] = [:]
  /// Pages are put together here when they are compacted outside of a save.
  private var scratch = Page(id: PageID(rawValue: 0))

  init(_ environment: StoreEnvironment) throws(StorageError) {
    package = try DocumentPackage(environment)
    reader = JournalReader(environment)
    writer = JournalWriter(environment)
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) {
    let path = try package.openDocument().paths.journal(page.id)
    journals[page.id] = nil
    _ = try package.writePage(page, after: [])
    if SystemCalls.exists(path) { try SystemCalls.remove(path) }
    package.writeThumbnail(page)
  }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    journals.removeAll()
    return try package.open(id)
  }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    journals[id] = try read(id, into: &page)
  }

  func save(_ changes: ChangeSet) throws(StorageError) {
    // By index, because taking a change out of its array would count its references up and down: a tenth of
    // an unsynced save.
    for index in changes.pages.indices { try package.checkWritable(changes.pages[index].page.id) }
    var next = 0
    do throws(StorageError) {
      var madeFiles = false
      while next < changes.pages.count {
        try save(changes.pages[next], &madeFiles)
        next += 1
      }
      if madeFiles { try package.syncPagesForDurability() }
    } catch {
      // The whole set will be saved again, with edits that these journals hold already.
      for change in changes.pages[..<next] { journals[change.page.id]?.mustCompact = true }
      throw error
    }
    package.noteSaved(changes)
  }

  func deletePage(_ id: PageID) throws(StorageError) {
    try package.deletePage(id)
    journals[id] = nil
  }

  func closePage(_ id: PageID) throws(StorageError) {
    if let journal = journals[id], journal.hasFrames {
      try compact(id)
      package.writeThumbnail(scratch)
    } else if package.isThumbnailStale(id), (try? read(id, into: &scratch)) != nil {
      package.writeThumbnail(scratch)
    }
    journals[id] = nil
    package.flushManifest()
  }

  func idle(milliseconds: UInt64) throws(StorageError) {
    if milliseconds >= Self.compactionPauseMilliseconds { try compactEarly() }
  }

  func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    try compactEarly()
    package.flushManifest()
  }

  func export(to path: String) throws(StorageError) {
    try compactAll()
    try package.export(to: path)
  }

  func closeDocument() throws(StorageError) {
    try compactAll()
    package.flushManifest()
    try package.removeOrphans()
    journals.removeAll()
    package.forgetDocument()
  }

  /// A pause this long will rarely be ended by the pen before a snapshot is written.
  private static let compactionPauseMilliseconds: UInt64 = 1_000
}

// MARK: - Pages and their journals

extension JournalBackend {
  /// Reads a page and says where its journal goes on.
  private func read(_ id: PageID, into page: inout Page) throws(StorageError) -> PageJournal {
    let snapshot = try package.readPage(id, into: &page)
    let path = try package.openDocument().paths.journal(id)
    do throws(StorageError) {
      let outcome = try reader.replay(path, generation: snapshot.generation, onto: &page)
      return PageJournal(
        path: path, snapshot: snapshot, outcome, codec: package.environment.codec.name)
    } catch {
      page.reset(id: id)
      package.markDamaged(id)
      throw error
    }
  }

  private func save(_ change: borrowing PageChange, _ madeFiles: inout Bool) throws(StorageError) {
    let id = change.page.id
    if let journal = journals[id], !journal.mustCompact {
      guard !change.edits.isEmpty else { return }
      if package.syncsForDurability, journal.hasUncertainNames {
        try package.syncPagesForDurability()
        journal.hasUncertainNames = false
      }
      let isNew = journal.length == 0
      if try journal.append(change, with: &writer, durably: package.syncsForDurability) {
        madeFiles = madeFiles || isNew
        return
      }
    }
    try compact(change.page)
  }

  /// Compacts an open page whose content the caller has at hand.
  private func compact(_ page: borrowing Page) throws(StorageError) {
    package.environment.observer?.began(.compaction)
    defer { package.environment.observer?.ended(.compaction) }
    try writeSnapshot(page)
  }

  /// Compacts a page from what is on disk, which is then in `scratch`.
  private func compact(_ id: PageID) throws(StorageError) {
    package.environment.observer?.began(.compaction)
    defer { package.environment.observer?.ended(.compaction) }
    let known = journals[id]
    let opened = try read(id, into: &scratch)
    journals[id] = opened
    try writeSnapshot(scratch)
    guard let known else {
      journals[id] = nil
      return
    }
    // After a failed save its frames may be part of what was just read, and its edits will be handed in
    // again: the next save must be a snapshot.
    opened.mustCompact = known.mustCompact
  }

  /// Makes a page the snapshot and begins its journal anew.
  private func writeSnapshot(_ page: borrowing Page) throws(StorageError) {
    let journal = journals[page.id]
    // Until all steps are done nothing may be appended: the snapshot may be the new one already.
    journal?.mustCompact = true
    let generations = [journal?.generation, journal?.staleGeneration].compactMap(\.self)
    let written = try package.writePage(page, after: generations)
    let paths = try package.openDocument().paths
    // The journal goes only after the snapshot's name is certain to outlive a power cut.
    if package.syncsForConsistency {
      try Files.syncDirectory(paths.pages)
      journal?.hasUncertainNames = false
    }
    journal?.restart(generation: written.generation, snapshotByteCount: written.byteCount)
  }

  private func compactEarly() throws(StorageError) {
    for (id, journal) in journals.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where journal.isWorthCompactingEarly && !journal.mustCompact { try compact(id) }
  }

  /// Compacts every page that has a journal on disk; damaged pages stay as they are.
  private func compactAll() throws(StorageError) {
    let document = try package.openDocument()
    for name in try SystemCalls.names(inDirectory: document.paths.pages) {
      guard let number = PackagePaths.number(in: name, suffix: PackagePaths.journalSuffix) else { continue }
      let id = PageID(rawValue: number)
      guard document.info.pages.contains(where: { $0.id == id }), !document.damaged.contains(id) else {
        continue
      }
      do throws(StorageError) {
        try compact(id)
      } catch .damaged, .unsupportedVersion {
        continue
      }
    }
  }
}
