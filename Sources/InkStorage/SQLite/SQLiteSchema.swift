internal import InkModel

/// The tables of a document's database, and the settings that every connection makes.
///
/// - `elements`: one row an element. A stroke's samples are one BLOB in the 16-byte form of `SamplePoint` and
///   never change; moving an element changes `dx` and `dy` only. `ordinal` gives the drawing order and leaves
///   gaps (see `OrderKeys`). An image's `content` is its frame: four little-endian 32-bit integers.
/// - `pages`: the list of pages, ordered the same way.
/// - `assets`: images lie inside the database, whatever their size. Reading large ones would be faster from
///   files of their own, but inside they share a transaction with the rows that name them: no reference can
///   dangle, and a document is one file to copy.
/// - `document`: one row.
enum SQLiteSchema {
  /// Stands in `user_version`; 0 means that creating the tables was not finished.
  static let version = 1
  /// Stands in `application_id`: "InkB".
  static let applicationID = 0x496E_6B42

  static let tables = """
    CREATE TABLE document(
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, modified INTEGER NOT NULL) STRICT;
    CREATE TABLE pages(
      id INTEGER PRIMARY KEY, ordinal INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      created INTEGER NOT NULL) STRICT;
    CREATE TABLE elements(
      id INTEGER PRIMARY KEY, page INTEGER NOT NULL, ordinal INTEGER NOT NULL, kind INTEGER NOT NULL,
      tool INTEGER NOT NULL, colour INTEGER NOT NULL, width INTEGER NOT NULL,
      dx INTEGER NOT NULL DEFAULT 0, dy INTEGER NOT NULL DEFAULT 0, asset INTEGER,
      content BLOB NOT NULL, opaque BLOB) STRICT;
    CREATE INDEX elements_of_page ON elements(page, ordinal);
    CREATE INDEX elements_of_asset ON elements(asset) WHERE asset IS NOT NULL;
    CREATE TABLE assets(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// Pages in the log at which a save also checkpoints: SQLite's own default, 4 MB.
  ///
  /// We checkpoint ourselves and turn the automatic one off, so that reports can tell the two apart.
  static let logPagesMax = 1_000
  /// Pages in the log at which a pause is used for a checkpoint.
  static let logPagesWorthAPause = 250

  /// The settings of a connection that writes.
  static func settings(_ durability: Durability) -> String {
    let synchronous =
      switch durability {
      case .processCrash: "OFF"
      case .powerConsistent: "NORMAL"
      case .powerDurable: "FULL"
      }
    // secure_delete: some distributions build SQLite with it on, which writes zeros over all that is erased.
    // Stated here, so that the same bytes are written everywhere.
    // synchronous comes first, because switching a new database to the log is a write already.
    return """
      PRAGMA synchronous = \(synchronous);
      PRAGMA journal_mode = WAL;
      PRAGMA secure_delete = OFF;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA temp_store = MEMORY;
      """
  }

  /// The kinds of elements.
  enum Kind: Int64 {
    case stroke = 0
    case image = 1
  }

  static let fileSuffix = ".sqlite"

  /// The roles of a store's files.
  static let fileRoles = [
    FileRolePattern(.suffix, fileSuffix, .database),
    FileRolePattern(.suffix, fileSuffix + "-wal", .wal),
    // Only the switch to the write-ahead log at creation uses a rollback journal.
    FileRolePattern(.suffix, fileSuffix + "-journal", .journal),
    FileRolePattern(.suffix, fileSuffix + "-shm", .sharedMemory), StoreLock.fileRole,
  ]
}
