internal import InkModel

/// The tables of a document's database, and how a reader knows that it can believe them.
///
/// One database holds one document, `<document>.sqlite`, in format version 2. All integers are SQLite's own;
/// ids are 64-bit patterns, so that an id above 2⁶³ is stored as a negative number. "CRC" is the CRC-32 of
/// zlib and PNG, over integers of eight bytes, little endian, two's complement. Sums wrap around.
///
/// | table | column | what it holds |
/// |---|---|---|
/// | `document` | | one row |
/// | | `id`, `title`, `modified` | the document; milliseconds of its last change, kept when a page is left |
/// | | `page_count` | how many rows `pages` has |
/// | | `page_digest` | the 64-bit sum over `pages` of CRC(`id`, `ordinal`, `width`, `height`, `created`) |
/// | | `checksum` | CRC(`id`, `modified`, `page_count`, `page_digest`, then the title in UTF-8) |
/// | | `cover_page`, `cover` | whose picture stands on the shelf, and its JPEG file; null where none |
/// | | `cover_checksum` | CRC(the JPEG file, then `cover_page`) |
/// | `pages` | `id`, `width`, `height`, `created` | a page, its canvas in tenths of a point |
/// | | `ordinal` | pages stand in its order |
/// | | `element_count`, `image_count` | how many rows of `elements` the page has, and how many are images |
/// | | `element_digest` | the 64-bit sum of those rows' checksums |
/// | `elements` | `id`, `page` | one stroke or image, and where it lies |
/// | | `ordinal` | the drawing order within the page; leaves gaps, see `OrderKeys` |
/// | | `kind` | 0 a stroke, 1 an image |
/// | | `tool`, `colour`, `width` | a stroke's ink: 0 pen, 1 pencil, 2 highlighter; RGBA; tenths of a point |
/// | | `dx`, `dy` | how far the element was moved since `content` was written; wraps at 32 bits |
/// | | `asset` | the image that is shown; null for a stroke |
/// | | `checksum` | the 32-bit sum of CRC(`content`, `opaque`) and CRC(`id`, `page`, `ordinal`, `kind`, |
/// | | | `tool`, `colour`, `width`, `dx`, `dy`, `asset`, bytes of `content` and `opaque`), null being 0 |
/// | | `content` | a stroke's samples, 16 bytes each, as `SamplePoint` lies in memory; |
/// | | | an image's frame: x, y, width, height of four bytes each, little endian |
/// | | `opaque` | bytes that only the app understands; null for none |
/// | `assets` | `id`, `bytes` | an image of up to `SQLiteOptions.assetBytesInsideMax` bytes |
/// | | `checksum` | CRC(`bytes`, then `id`) |
///
/// Index `elements_of_page` gives a page in its order, `elements_of_asset` the images. Larger images are
/// files, `<document>.assets/<asset>.jpg`, in the sealed form of `AssetFile`; a row comes before a file.
///
/// **What is checked, and why here.** SQLite's database pages have no checksums, so a flipped bit in a sample
/// is handed out as ink, and a damaged page of its tree may take rows away without a word. Each row therefore
/// carries a checksum over everything that decides what the reader shows; rows are checked when a page is
/// opened. The two parts of an element's checksum are added, so that moving an element or giving it another
/// place in the order replaces the second part without reading the samples, and a damage that was there
/// before stays one. Rows that are missing can't speak for themselves: the page's row counts them, and the
/// document's row counts the pages. A damaged list of pages refuses the document; a damaged page opens as
/// such, read-only, and the others stay as usable as they were. The tables' own definitions are compared
/// with these texts.
///
/// **What that costs.** One `UPDATE` of `pages` for each page of a save, which is one more frame of 4,120
/// bytes in the log: a save of one stroke of 2.6 KB writes four or five. A digest in a table row that the
/// save changes anyway would be free, but there is none: neither the leaf that gets the row nor the one of
/// the index stays the same. Losing ink without a word was thought the worse.
///
/// **The log.** Checksums of the write-ahead log are SQLite's own: a damaged frame ends it, the commits
/// before that frame stay, and what came after it is lost without a word. So the log is read before the
/// engine sees it, and refused as damaged where a save follows the damage: see `WriteAheadLogCheck`.
///
/// **What is not noticed.** Damage in the last save of a log, a log's end that is missing, and a log that was
/// removed: the result is an older state in which everything fits, and nobody can say that it is older. Under
/// `power-consistent`, which promises some saved state and no more, that holds for damage anywhere in the
/// log.
package enum SQLiteSchema {
  /// Stands in `user_version`; 0 means that creating the tables was not finished.
  static let version = 2
  /// Stands in `application_id`: "InkB".
  static let applicationID: Int64 = 0x496E_6B42

  /// The definitions, as SQLite keeps them in `sqlite_schema`.
  static let definitions = [
    """
    CREATE TABLE document(
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, modified INTEGER NOT NULL, page_count INTEGER NOT NULL,
      page_digest INTEGER NOT NULL, checksum INTEGER NOT NULL, cover_page INTEGER, cover BLOB,
      cover_checksum INTEGER) STRICT
    """,
    """
    CREATE TABLE pages(
      id INTEGER PRIMARY KEY, ordinal INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      created INTEGER NOT NULL, element_count INTEGER NOT NULL, image_count INTEGER NOT NULL,
      element_digest INTEGER NOT NULL) STRICT
    """,
    """
    CREATE TABLE elements(
      id INTEGER PRIMARY KEY, page INTEGER NOT NULL, ordinal INTEGER NOT NULL, kind INTEGER NOT NULL,
      tool INTEGER NOT NULL, colour INTEGER NOT NULL, width INTEGER NOT NULL, dx INTEGER NOT NULL,
      dy INTEGER NOT NULL, asset INTEGER, checksum INTEGER NOT NULL, content BLOB NOT NULL, opaque BLOB) STRICT
    """,
    "CREATE INDEX elements_of_page ON elements(page, ordinal)",
    "CREATE INDEX elements_of_asset ON elements(asset) WHERE asset IS NOT NULL",
    "CREATE TABLE assets(id INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT",
  ]

  /// Makes the tables and gives the file its version, all to be run in one transaction.
  package static var creation: String {
    (definitions + ["PRAGMA application_id = \(applicationID)", "PRAGMA user_version = \(version)"])
      .joined(separator: ";\n")
  }

  /// The kinds of elements.
  enum Kind: Int64 {
    case stroke = 0
    case image = 1
  }

  static let fileSuffix = ".sqlite"
  /// The ending of the directory of a document's larger images.
  static let assetDirectorySuffix = ".assets"

  /// The roles of a store's files.
  static let fileRoles = [
    FileRolePattern(.suffix, Files.temporarySuffix, .temporary),
    FileRolePattern(.suffix, fileSuffix, .database),
    FileRolePattern(.suffix, fileSuffix + "-wal", .wal),
    // With a write-ahead log, only the switch to it at creation uses a rollback journal.
    FileRolePattern(.suffix, fileSuffix + "-journal", .journal),
    FileRolePattern(.suffix, fileSuffix + "-shm", .sharedMemory),
    FileRolePattern(.anywhere, assetDirectorySuffix + "/", .asset), StoreLock.fileRole,
  ]
}
