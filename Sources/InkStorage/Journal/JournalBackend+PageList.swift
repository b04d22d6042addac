internal import InkModel

/// The list of pages and its journal.
///
/// A page's file is there before the list names it, and a deleted page's file goes after the list without it
/// is kept: when the document closes and all journals have been compacted.
extension JournalBackend {
  /// The journal of a list may have this length however short the list.
  ///
  /// One block of the disk, which holds about seventy changes: a change writes no more than the list of some
  /// dozen pages would.
  private static var listJournalFloor: Int { 4 << 10 }

  /// Replays the list's journal onto the list that was read, and returns the list.
  func replayList() throws(StorageError) -> DocumentInfo {
    let document = try package.openDocument()
    var info = document.info
    var reader = JournalReader()
    let outcome = try reader.replay(
      document.paths.documentJournal, generation: document.listGeneration, onto: &info)
    let journal = makeListJournal(document.listGeneration ?? 0, outcome)
    // Level 0 has written the list, or nobody has continued it yet.
    if document.listGeneration == nil { journal?.mustCompact = true }
    listJournal = journal
    if !outcome.frames.isEmpty { package.noteList(info) }
    return info
  }

  func makeListJournal(_ generation: UInt64, _ outcome: JournalReader.Outcome) -> JournalFile? {
    guard let document = package.document else { return nil }
    return JournalFile(
      document.paths.documentJournal, of: .list(of: document.info.id), continuing: generation,
      byteCount: document.listByteCount, lengthFloor: Self.listJournalFloor, outcome, codec: "",
      durability: package.environment.durability)
  }

  /// Keeps a change of the list, which leads to `info`.
  func changeList(_ edit: PageListEdit, to info: DocumentInfo) throws(StorageError) {
    guard let listJournal else { throw .misuse("no document is open") }
    // What is appended to a list could be doubled after a change that failed, or have a name that is lost.
    if package.document?.isListUncertain ?? false { listJournal.mustCompact = true }
    package.document?.isListUncertain = true
    // A journal without the list that it continues would be worth nothing.
    let hasList = SystemCalls.exists(try package.openPaths().document)
    if hasList, !listJournal.mustCompact, try append(edit, to: listJournal) {
      package.noteList(info)
    } else {
      try writeList(info)
    }
    package.document?.isListUncertain = false
  }

  /// Puts the list on disk again after a change of it that failed and may be there all the same.
  func settle() throws(StorageError) {
    guard package.isUnsettled else { return }
    let document = try package.openDocument()
    if document.isListUncertain { try writeList(document.info) }
    try package.settle()
  }

  /// Appends a change of the list; false if that can't be, and then nothing is written.
  private func append(_ edit: PageListEdit, to journal: JournalFile) throws(StorageError) -> Bool {
    journal.begin(&writer)
    edit.encode(into: &writer)
    guard journal.length + writer.buffer.count <= journal.lengthMax else { return false }
    if package.syncsForDurability, journal.hasUncertainNames {
      try package.syncRoot()
      journal.hasUncertainNames = false
    }
    guard try isReady(journal) else { return false }
    let isNew = journal.length == 0
    try journal.append(writer, package.environment.durability)
    if isNew, package.syncsForDurability { try package.syncRoot() }
    return true
  }

  /// Compacts the list where it has a journal on disk.
  func compactList() throws(StorageError) {
    guard let listJournal, SystemCalls.exists(listJournal.path) else { return }
    try writeList(try package.openDocument().info)
  }

  /// Writes the list whole and begins its journal anew.
  private func writeList(_ info: DocumentInfo) throws(StorageError) {
    package.environment.observer?.began(.compaction)
    defer { package.environment.observer?.ended(.compaction) }
    let earlier = listJournal?.generations ?? []
    // Until all steps are done nothing may be appended: the list may be the new one already.
    listJournal?.mustCompact = true
    let generation = package.listGeneration(of: info, after: earlier)
    try package.writeDocumentFile(info, generation: generation)
    if package.syncsForConsistency { listJournal?.hasUncertainNames = false }
    listJournal?.restart(
      continuing: generation, byteCount: try package.openDocument().listByteCount)
  }
}
