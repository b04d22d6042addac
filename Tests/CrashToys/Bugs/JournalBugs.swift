internal import InkModel
internal import InkStorage

/// Bug 3: the name of a new journal is never forced to the disk, as in the logs of LevelDB and ZooKeeper.
final class CreateWithoutDirectorySync<Form: ToyForm>: JournalStore {
  override func syncName(ofJournal path: String) throws(StorageError) {
    if Form.isCorrected { try super.syncName(ofJournal: path) }
  }
}

/// Bug 4: a frame of the journal is believed if it has a length, as in LevelDB 1.15 and HSQLDB.
final class FrameWithoutChecksum<Form: ToyForm>: JournalStore {
  override func accepts(_ frame: [UInt8], payload: [UInt8], generation: UInt64) -> Bool {
    Form.isCorrected
      ? super.accepts(frame, payload: payload, generation: generation) : frame.integer(at: 0) == generation
  }
}

/// Bug 5: a journal starts again at its beginning, and old frames look like new ones.
///
/// Against it SQLite's write-ahead log has salts. Here the wrong form takes any frame whose checksum fits.
final class RewoundJournalWithoutSalt<Form: ToyForm>: JournalStore {
  override func empty(_ journal: borrowing PosixFile) throws(StorageError) {
    // The next frame is written over the first one.
  }

  override func accepts(_ frame: [UInt8], payload: [UInt8], generation: UInt64) -> Bool {
    let expected = Form.isCorrected ? generation : frame.integer(at: 0) ?? 0
    return super.accepts(frame, payload: payload, generation: expected)
  }
}

/// Bug 6: a journal is emptied while the snapshot that replaces it has no name on the disk yet.
final class LogTruncatedBeforeSnapshot<Form: ToyForm>: JournalStore {
  override func replaceSnapshot(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    let file = try PosixFile(path + ".tmp", .replace)
    try file.write(bytes)
    try file.sync()
    try Posix.rename(path + ".tmp", to: path)
    if Form.isCorrected { try Posix.syncDirectory(Posix.parent(of: path)) }
  }
}

/// Bug 13: a sync that failed is tried again and believed, as PostgreSQL did before 2018.
///
/// The kernel may have marked the lost bytes as written. The corrected form writes everything anew, to
/// another file.
final class FailedSyncRetried<Form: ToyForm>: JournalStore {
  override func sync(_ journal: borrowing PosixFile, of id: PageID) throws(StorageError) {
    do throws(StorageError) { try journal.syncData() } catch {
      if Form.isCorrected { try compact(id) } else { try journal.syncData() }
    }
  }
}

/// Bug 15: the first frame after a compaction is taken for synced, because the compaction cleared the flag
/// that says that something is not.
final class UnsyncedFrameAfterReset<Form: ToyForm>: JournalStore {
  private var wasReset = false

  override func empty(_ journal: borrowing PosixFile) throws(StorageError) {
    try super.empty(journal)
    wasReset = true
  }

  override func sync(_ journal: borrowing PosixFile, of id: PageID) throws(StorageError) {
    var isDirty = true
    if wasReset {
      if !Form.isCorrected { isDirty = false }
      wasReset = false
    }
    if isDirty { try journal.syncData() }
  }
}
