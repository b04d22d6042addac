internal import InkModel

/// `sqlite` as an app should begin: larger images beside the database, checkpoints when the pen rests.
enum SQLiteStandard: BackendPreset {
  static let traits = BackendTraits(
    name: "sqlite", level: 2, summary: "one SQLite database a document, one row a stroke", unit: .document,
    fileRoles: SQLiteSchema.fileRoles)
  static let options = SQLiteOptions()
}

/// `sqlite-grdb`: the connection as GRDB's `DatabasePool` sets it up.
///
/// From its source (`DatabasePool.swift`, and `setUpWALMode()` and `setUp()` of `Database.swift`): foreign
/// keys on, write-ahead log, `synchronous=NORMAL` whatever an app would like, SQLite's own automatic
/// checkpoint at 1,000 pages, no limit for the log's file. Where the log is missing or empty, opening creates
/// a table and drops it again (`grdb_issue_102`), so that readers find a log: a write that a full disk
/// refuses. Transactions begin IMMEDIATE and statements are cached, as ours are. A pool's readers are other
/// connections; here there is one. Foreign keys cost nothing, because the schema has none.
///
/// NORMAL syncs the log at checkpoints only, so the newest saves may be lost to a power cut:
/// `power-durable` is not claimed.
enum SQLiteGRDB: BackendPreset {
  static let traits = BackendTraits(
    name: "sqlite-grdb", level: 2, summary: "sqlite with the settings of GRDB's DatabasePool",
    unit: .document, durabilities: [.processCrash, .powerConsistent],
    fileRoles: SQLiteSchema.fileRoles, isStandard: false)
  static let options = SQLiteOptions(checkpoints: .automatic, exportWay: .backup, setup: .databasePool)
}

/// `sqlite-inline`: checkpoints are SQLite's business, and the save that meets one waits for it.
enum SQLiteInline: BackendPreset {
  static let traits = BackendTraits(
    name: "sqlite-inline", level: 2, summary: "sqlite, checkpoints inside of saves and none in pauses",
    unit: .document, fileRoles: SQLiteSchema.fileRoles, isStandard: false)
  static let options = SQLiteOptions(checkpoints: .automatic)
}

/// `sqlite-assets-inside`: a document is one file, whatever is pasted into it.
enum SQLiteAssetsInside: BackendPreset {
  static let traits = BackendTraits(
    name: "sqlite-assets-inside", level: 2, summary: "sqlite, images of any size inside the database",
    unit: .document, fileRoles: SQLiteSchema.fileRoles, isStandard: false)
  static let options = SQLiteOptions(assetBytesInsideMax: .max)
}

/// `sqlite-vacuum`: exports are made with `VACUUM INTO`.
enum SQLiteVacuum: BackendPreset {
  static let traits = BackendTraits(
    name: "sqlite-vacuum", level: 2, summary: "sqlite, exports made with VACUUM INTO", unit: .document,
    fileRoles: SQLiteSchema.fileRoles, isStandard: false)
  static let options = SQLiteOptions(exportWay: .vacuum)
}

/// `sqlite-backup`: exports are made with the online backup API.
enum SQLiteBackup: BackendPreset {
  static let traits = BackendTraits(
    name: "sqlite-backup", level: 2, summary: "sqlite, exports made with the online backup API",
    unit: .document, fileRoles: SQLiteSchema.fileRoles, isStandard: false)
  static let options = SQLiteOptions(exportWay: .backup)
}

/// `sqlite-rollback`: the journal mode that a database has when nobody sets one, with `synchronous=FULL`.
///
/// Before a page of the database is overwritten, its old bytes go to a rollback journal, which is synced; a
/// commit syncs the database and removes the journal ("Atomic Commit In SQLite",
/// sqlite.org/atomiccommit.html). FULL does not sync the directory after that removal, as EXTRA would
/// (sqlite.org/pragma.html, `synchronous`): a power cut can bring the journal back, and opening then takes
/// back a save that was acknowledged. What is there is whole all the same, so `power-consistent` is claimed
/// and `power-durable` is not. All classes have FULL: the row shows what these settings cost and keep, and
/// not what could be set instead.
enum SQLiteRollback: BackendPreset {
  static let traits = BackendTraits(
    name: "sqlite-rollback", level: 2,
    summary: "sqlite with a rollback journal: journal_mode=DELETE, synchronous=FULL", unit: .document,
    durabilities: [.processCrash, .powerConsistent], fileRoles: SQLiteSchema.fileRoles, isStandard: false)
  static let options = SQLiteOptions(setup: .rollbackJournal)
}
