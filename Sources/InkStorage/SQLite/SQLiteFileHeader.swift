internal import InkModel

/// What the first bytes of a database file say, read without the engine.
///
/// The engine makes files beside every database that it opens. A database that is not for us is left without.
enum SQLiteFileHeader {
  /// Where the format puts `user_version` and `application_id`, four bytes each, big endian.
  private static let versionOffset = 60
  private static let applicationOffset = 68
  private static let byteCount = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  /// Refuses a file that is a link, another program's database, or of a version that we don't read.
  ///
  /// Version 0 passes: the log may hold the rest. What is no database at all passes too; the engine says so.
  static func check(_ path: String) throws(StorageError) {
    let file = try File(path, .read)
    guard file.openedSize >= byteCount else { return }
    var head = ByteBuffer(capacity: byteCount)
    try file.read(byteCount, at: 0, appendingTo: &head)
    guard magic.indices.allSatisfy({ head.bytes.byte(at: $0) == magic[$0] }) else { return }
    let version = Int(head.bytes.uint32(at: versionOffset).byteSwapped)
    guard version != 0 else { return }
    guard Int64(head.bytes.uint32(at: applicationOffset).byteSwapped) == SQLiteSchema.applicationID else {
      throw .damaged(path: path, reason: "it is another program's database, or its header is damaged")
    }
    guard version == SQLiteSchema.version else {
      throw .unsupportedVersion(path: path, found: version, newestKnown: SQLiteSchema.version)
    }
  }
}
