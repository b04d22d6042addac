internal import InkModel

/// The log that saves of one page grow, and how long its backend says that it may become.
struct LogBound {
  let path: String
  let byteCountMax: Int
  /// Samples of a trial's strokes and how many are saved, enough to pass the bound several times.
  let pointsPerSave: Int
  let saves: Int

  /// The log of a page; nil where there is none, or where no bound is stated.
  init?(_ type: any StorageBackend.Type, directory: String, _ document: DocumentID, _ page: PageID) {
    switch StoreKind(writtenBy: type) {
    case .journal:
      let paths = PackagePaths(store: directory, document: document)
      path = paths.journal(page)
      byteCountMax = Self.journalByteCountMax(
        snapshotByteCount: SystemCalls.size(ofFileAt: paths.page(page)) ?? 0)
      // Codecs that write four bytes a sample still pass the smallest bound twice.
      (pointsPerSave, saves) = (600, 240)
    case .sqlite:
      path = directory + "/" + document.name + SQLiteSchema.fileSuffix + "-wal"
      byteCountMax = Self.writeAheadLogByteCountMax
      (pointsPerSave, saves) = (10_000, 80)
    case .snapshot, .monolith, nil: return nil
    }
  }

  /// As `PageJournal.lengthMax` has it.
  private static func journalByteCountMax(snapshotByteCount: Int) -> Int {
    max(256 << 10, snapshotByteCount / 2)
  }

  /// The save that reaches `SQLiteSchema.logPagesMax` is written before it is checkpointed; that of a trial is
  /// far below as many pages again. Each has a header of 24 bytes in the log.
  private static let writeAheadLogByteCountMax = 2 * SQLiteSchema.logPagesMax * (4_096 + 24)
}
