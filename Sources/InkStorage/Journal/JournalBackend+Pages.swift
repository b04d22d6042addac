internal import InkModel

/// Pages and their journals.
extension JournalBackend {
  /// A page's journal may have this length however small the page.
  ///
  /// Some hundred strokes: seconds of writing in no case, and replayed in a millisecond or two.
  static var pageJournalFloor: Int { 256 << 10 }

  /// Reads a page and says where its journal goes on.
  ///
  /// A page that can't be trusted becomes read-only; but not while it is open, because whoever has it open
  /// may hold the only sound copy.
  func read(_ id: PageID, into page: inout Page) throws(StorageError) -> JournalFile {
    do throws(StorageError) {
      let snapshot = try package.readPage(id, into: &page)
      let path = try package.openPaths().journal(id)
      let outcome = try pageEdits.replay(path, generation: snapshot.generation, onto: &page)
      return JournalFile(
        path, of: .page(id), continuing: snapshot.generation, byteCount: snapshot.fileLength,
        lengthFloor: Self.pageJournalFloor, outcome, codec: package.environment.codec.name,
        durability: package.environment.durability)
    } catch {
      page.reset(id: id)
      if case .missing = error { throw error }
      if journals[id] == nil { package.markDamaged(id) } else { package.unmarkDamaged(id) }
      throw error
    }
  }

  func save(_ change: borrowing PageChange, _ madeFiles: inout Bool) throws(StorageError) {
    // Compacting gives names anew that a failed sync may have lost.
    guard let journal = journals[change.page.id], !journal.mustCompact, !package.mayBeLost(change.page.id)
    else {
      return try compact(change.page)
    }
    guard !change.edits.isEmpty else { return }
    if change.page.elements.count >= Preset.options.journalledElementsMin {
      if try append(change, to: journal, &madeFiles) { return }
    } else if journal.length == 0, !SystemCalls.exists(journal.path) {
      return try replaceSnapshot(change.page, journal, &madeFiles)
    }
    try compact(change.page)
  }

  /// Appends the edits of a page; false if that can't be, and then nothing is written.
  private func append(
    _ change: borrowing PageChange, to journal: JournalFile, _ madeFiles: inout Bool
  ) throws(StorageError) -> Bool {
    journal.begin(&writer)
    editFrames.encode(change, into: &writer)
    guard journal.length + writer.buffer.count <= journal.lengthMax else { return false }
    if package.syncsForDurability, journal.hasUncertainNames {
      try package.syncPages()
      journal.hasUncertainNames = false
    }
    guard try isReady(journal) else { return false }
    if journal.length == 0 { madeFiles = true }
    try journal.append(writer, package.environment.durability)
    return true
  }

  /// Sees to it that a journal is open; false if something else stands in its place.
  ///
  /// Throws if the folder is not the one that was opened: what is appended there could be reached by nobody.
  func isReady(_ journal: JournalFile) throws(StorageError) -> Bool {
    // A journal that alone was removed from its folder is missed when it is compacted. Beside a sync there is
    // time to ask at once.
    if journal.isOpen, !package.syncsForDurability, package.isPlaceUnchanged { return true }
    // One look along the path answers for all directories on it.
    if journal.isInPlace {
      if !package.syncsForDurability { try package.renewPlace { () throws(StorageError) in } }
      return true
    }
    try package.renewPlace { () throws(StorageError) in try package.checkPlace() }
    do throws(StorageError) { return try journal.open() } catch {
      journal.mustCompact = true
      throw error
    }
  }

  /// Saves a page that has no journal as level 0 does.
  private func replaceSnapshot(
    _ page: borrowing Page, _ journal: JournalFile, _ madeFiles: inout Bool
  ) throws(StorageError) {
    let written = try package.writePage(page, after: journal.generations)
    journal.restart(continuing: written.generation, byteCount: written.byteCount)
    madeFiles = true
  }

  /// Compacts an open page whose content the caller has at hand.
  func compact(_ page: borrowing Page) throws(StorageError) {
    package.environment.observer?.began(.compaction)
    defer { package.environment.observer?.ended(.compaction) }
    try writeSnapshot(page)
  }

  /// Compacts a page from what is on disk, which is then in `scratch`.
  func compact(_ id: PageID) throws(StorageError) {
    package.environment.observer?.began(.compaction)
    defer { package.environment.observer?.ended(.compaction) }
    let known = journals[id]
    let opened = try read(id, into: &scratch)
    if let known, !known.mustCompact, opened.length != known.length {
      // Whoever has the page open has all of it: its next save is a snapshot.
      known.mustCompact = true
      throw .damaged(path: known.path, reason: "it was removed or replaced while its page was open")
    }
    journals[id] = opened
    defer { if known == nil { journals[id] = nil } }
    // After a failed save its frames may be part of what was just read, and its edits will be handed in
    // again: the next save must be a snapshot.
    defer { if known?.mustCompact ?? false { opened.mustCompact = true } }
    try writeSnapshot(scratch)
  }

  /// Makes a page the snapshot and begins its journal anew.
  private func writeSnapshot(_ page: borrowing Page) throws(StorageError) {
    let journal = journals[page.id]
    // Until all steps are done nothing may be appended: the snapshot may be the new one already.
    journal?.mustCompact = true
    let written = try package.writePage(page, after: journal?.generations ?? [])
    // The journal goes only after the snapshot's name is certain to outlive a power cut.
    if package.syncsForConsistency {
      try package.syncPages()
      journal?.hasUncertainNames = false
    }
    journal?.restart(continuing: written.generation, byteCount: written.byteCount)
  }

  /// Compacts what is worth it, in time that nobody waits for.
  func compactEarly() throws(StorageError) {
    for (id, journal) in journals.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where journal.isWorthCompactingEarly && !journal.mustCompact {
      do throws(StorageError) {
        try compact(id)
      } catch .damaged {
        // Its writer has the page as it should be: the next save puts it in the place of this one.
        journal.mustCompact = true
      }
    }
    if let listJournal, listJournal.isWorthCompactingEarly { try compactList() }
  }

  /// Compacts everything that has a journal on disk; damaged pages stay as they are.
  ///
  /// `names` are those in the directory of pages. False if no journal of a page was there.
  @discardableResult
  func compactAll(among names: [String]) throws(StorageError) -> Bool {
    let document = try package.openDocument()
    let journalled = try package.journalledPages(among: names)
    for id in journalled where !document.damaged.contains(id) {
      do throws(StorageError) {
        try compact(id)
      } catch .damaged, .unsupportedVersion {
        continue
      }
    }
    try compactList()
    return !journalled.isEmpty
  }
}
