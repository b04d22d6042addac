/// Bug 8: the rollback journal's removal, which is the commit, is not forced to the disk (`FULL`); with
/// `EXTRA` it is.
final class RollbackJournalDeleted<Form: ToyForm>: DatabaseStore {
  override class var settings: String {
    "PRAGMA journal_mode = DELETE; PRAGMA synchronous = \(Form.isCorrected ? "EXTRA" : "FULL")"
  }
}

/// Beside bug 8: the commit is that the rollback journal is emptied, and that is synced.
final class RollbackJournalTruncated: DatabaseStore {
  override class var settings: String { "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL" }
}

/// Beside bug 8: the commit is that the rollback journal's head is overwritten, and that is synced.
final class RollbackJournalPersisted: DatabaseStore {
  override class var settings: String { "PRAGMA journal_mode = PERSIST; PRAGMA synchronous = FULL" }
}

/// Bug 9: commits in the write-ahead log wait for the next checkpoint until they are synced.
final class CommitWithoutSync<Form: ToyForm>: DatabaseStore {
  override class var settings: String {
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(Form.isCorrected ? "FULL" : "NORMAL")"
  }
}

/// Bug 9 once more: nothing is ever synced, checkpoints neither.
final class CheckpointWithoutSync<Form: ToyForm>: DatabaseStore {
  override class var settings: String {
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(Form.isCorrected ? "FULL" : "OFF")"
  }
}

/// Bug 10: the engine believes that a write harms nothing beside it, on a disk that rewrites whole sectors.
final class PowerSafeOverwriteBelieved<Form: ToyForm>: DatabaseStore {
  override class var isPowerSafe: Bool { !Form.isCorrected }
}
