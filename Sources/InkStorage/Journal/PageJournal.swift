internal import InkModel

/// The journal of one open page, as far as it has been written.
final class PageJournal {
  let path: String
  /// The generation of the snapshot that the frames belong to.
  private(set) var generation: UInt64
  /// A generation that an older journal under the same name bore; it must not come back.
  private(set) var staleGeneration: UInt64?
  private(set) var snapshotByteCount: Int
  /// Where the next frame goes; 0 if the file must be begun anew.
  private(set) var length: Int
  private var chain: UInt32
  /// Whether the journal must not be appended to: its tail is uncertain, or edits would be written twice.
  var mustCompact: Bool
  /// Whether a power cut could still take the names of the page's files back.
  ///
  /// A process may have ended between giving a name and syncing the directory; the next one sees the name and
  /// can't know. It must sync the directory before it acknowledges more under that name, and before it
  /// empties a stale journal, which is all there is if the older snapshot comes back.
  var hasUncertainNames: Bool
  private var file: File?

  /// Takes up a journal where replaying it has ended.
  init(
    path: String, snapshot: PageFileHeader, _ outcome: JournalReader.Outcome, codec: String
  ) {
    self.path = path
    generation = snapshot.generation
    staleGeneration = outcome.staleGeneration
    snapshotByteCount = snapshot.fileLength
    length = outcome.length
    chain = outcome.chain
    mustCompact = outcome.isTorn || (outcome.codec ?? codec) != codec
    hasUncertainNames = SystemCalls.exists(path)
  }

  /// A journal may grow to this length before it is compacted.
  ///
  /// Half the snapshot keeps total writes near three times the journal's own (1 + 1/α with α = ½), and
  /// replaying short beside reading the page; the floor spares small pages a snapshot every few strokes.
  var lengthMax: Int { max(256 << 10, snapshotByteCount / 2) }

  /// Whether compacting now would be worth a snapshot's writes, given time that nobody waits for.
  var isWorthCompactingEarly: Bool { length > lengthMax / 2 }

  /// Whether the page can't be read from its snapshot alone.
  var hasFrames: Bool { length > JournalFormat.headerByteCount || mustCompact }

  /// Appends the edits of a save; false if the journal would grow too long, and then nothing is written.
  ///
  /// After a failure the tail is uncertain, and what was handed to a failed sync can't be synced again: the
  /// next save writes a snapshot instead.
  func append(
    _ change: borrowing PageChange, with writer: inout JournalWriter, durably: Bool
  ) throws(StorageError) -> Bool {
    var nextChain = chain
    writer.encode(change, headerFor: length == 0 ? generation : nil, chain: &nextChain)
    let added = writer.buffer.count
    guard length + added <= lengthMax else { return false }
    let isNew = length == 0
    do throws(StorageError) {
      if file == nil { file = try File(path, isNew ? .replace : .update) }
      try write(with: writer, durably: durably)
    } catch {
      mustCompact = true
      // Best effort: a clean tail reads faster, an unclean one is recognised by its checksum.
      try? file?.truncate(to: length)
      throw error
    }
    length += added
    chain = nextChain
    return true
  }

  private func write(with writer: borrowing JournalWriter, durably: Bool) throws(StorageError) {
    guard file != nil else { return }
    try file?.append(with: writer, at: length)
    if durably { try file?.syncData() }
  }

  /// Begins anew behind a snapshot that has just taken the place of the old one.
  ///
  /// The old file is removed if the disk lets it go. If not it is stale, and the next append empties it.
  func restart(generation: UInt64, snapshotByteCount: Int) {
    file = nil
    if SystemCalls.exists(path) { try? SystemCalls.remove(path) }
    self.generation = generation
    self.snapshotByteCount = snapshotByteCount
    length = 0
    chain = 0
    mustCompact = false
  }
}

extension File {
  fileprivate func append(with writer: borrowing JournalWriter, at offset: Int) throws(StorageError) {
    try writer.append(to: self, at: offset)
  }
}
