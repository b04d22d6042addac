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
      // Codecs that write four bytes a sample still pass the smallest bound twice.
      (pointsPerSave, saves) = (600, 240)
      // The page that is compacted holds one stroke more than the one that is there now.
      byteCountMax = JournalFile.lengthMax(
        floor: JournalBackend<JournalStandard>.pageJournalFloor,
        continuing: (SystemCalls.size(ofFileAt: paths.page(page)) ?? 0) + pointsPerSave
          * Self.encodedBytesPerPointMax)
    case .sqlite:
      path = directory + "/" + document.name + SQLiteSchema.fileSuffix + "-wal"
      (pointsPerSave, saves) = (10_000, 80)
      // A save puts one stroke and takes one away, each on whole database pages.
      let pagesPerSave =
        2 * (pointsPerSave * SamplePoint.byteCount / Self.databasePageByteCount + Self.treePagesMax)
      byteCountMax =
        SQLiteOptions.logBytesMax + pagesPerSave * (Self.databasePageByteCount + Self.frameHeaderByteCount)
    case .snapshot, .monolith, nil: return nil
    }
  }

  /// JSON of extreme samples.
  private static let encodedBytesPerPointMax = 40
  private static let databasePageByteCount = 4_096
  /// What SQLite writes before each page in the log.
  private static let frameHeaderByteCount = 24
  /// Pages of the tables' and indexes' trees that putting or removing one row changes, with room to spare.
  private static let treePagesMax = 24
}
