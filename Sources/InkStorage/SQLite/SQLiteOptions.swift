package import InkModel

/// What a database leaves to the app that uses it.
package struct SQLiteOptions: Sendable {
  /// When the write-ahead log is moved into the database.
  enum Checkpoints: Sendable {
    /// By us: in a save that finds the log long, in pauses, in the background and after an import.
    case deferred
    /// By SQLite itself, in the save that makes the log long (`wal_autocheckpoint`), and at closing.
    case automatic
  }

  /// How a copy of the open document is made.
  enum ExportWay: Sendable {
    /// A checkpoint, then a copy of the database file.
    case copy
    /// `VACUUM INTO`: rows are written anew, side by side, without the free pages.
    case vacuum
    /// The online backup API: page by page, free pages too.
    case backup
  }

  /// Who sets the connection up.
  enum Setup: Sendable {
    /// This library.
    case own
    /// GRDB's `DatabasePool`, by its source; see `SQLiteGRDB`.
    case databasePool
    /// SQLite's own standard: a rollback journal that is removed by each commit; see `SQLiteRollback`.
    case rollbackJournal
  }

  var checkpoints = Checkpoints.deferred
  var exportWay = ExportWay.copy
  var setup = Setup.own
  /// The largest image that lies inside the database.
  var assetBytesInsideMax = Self.breakEvenBytes

  /// Where files of their own begin to be read faster than BLOBs.
  ///
  /// "Internal Versus External BLOBs in SQLite" (sqlite.org/intern-v-extern-blob.html) finds the break-even
  /// near 100 KB for the page sizes that are in use.
  static let breakEvenBytes = 100_000

  /// Pages in the log at which a save also checkpoints: SQLite's own default, 4 MB.
  package static let logPagesMax = 1_000
  /// Pages in the log at which a pause is used for a checkpoint.
  static let logPagesWorthAPause = 250
  /// What the log's file is cut back to, once it has been moved into the database.
  ///
  /// Header and frames of `logPagesMax` pages of 4 KiB. The file never grows beyond this and the frames of
  /// one transaction: a save that finds more pages in the log checkpoints, and the next one starts at its
  /// beginning.
  static let logBytesMax = 32 + logPagesMax * (4_096 + 24)

  /// The settings of a connection that writes, as SQL.
  ///
  /// `secure_delete`: some distributions build SQLite with it on, which writes zeros over all that is erased.
  /// Stated here, so that the same bytes are written everywhere.
  package func settings(_ durability: Durability) -> String {
    switch setup {
    case .own: ownSettings(durability)
    case .rollbackJournal:
      """
      PRAGMA synchronous = FULL;
      PRAGMA journal_mode = DELETE;
      PRAGMA secure_delete = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
      """
    case .databasePool:
      """
      PRAGMA foreign_keys = ON;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = OFF;
      PRAGMA wal_autocheckpoint = \(Self.logPagesMax);
      """
    }
  }

  /// Whether a commit is kept before the next transaction begins, as the class means it.
  ///
  /// Not so with `synchronous=NORMAL`: see `WriteAheadLogCheck`.
  func keepsCommitsInOrder(_ durability: Durability) -> Bool {
    setup == .own && durability != .powerConsistent
  }

  private func ownSettings(_ durability: Durability) -> String {
    let synchronous =
      switch durability {
      case .processCrash: "OFF"
      case .powerConsistent: "NORMAL"
      case .powerDurable: "FULL"
      }
    // synchronous comes first, because switching a new database to the log is a write already.
    // cell_size_check: a damaged tree page is found when it is read, and not when it has led astray.
    return """
      PRAGMA synchronous = \(synchronous);
      PRAGMA journal_mode = WAL;
      PRAGMA secure_delete = OFF;
      PRAGMA wal_autocheckpoint = \(checkpoints == .automatic ? Self.logPagesMax : 0);
      PRAGMA journal_size_limit = \(Self.logBytesMax);
      PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
      """
  }

  /// The settings of the `sqlite` backend, for whoever compares it with bare statements.
  package static func standardSettings(_ durability: Durability) -> String {
    SQLiteOptions().settings(durability)
  }
}
