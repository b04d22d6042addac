/// The statements of a save, prepared once a connection.
///
/// Looked up by number, because hashing their texts would show in a save that is not synced.
package enum SQLiteQuery: Int, CaseIterable, Sendable {
  case begin, commit, insertElement, deleteElement, elementFields, moveElement, renumberElement, updatePage

  /// The statement in SQL.
  package var text: String {
    switch self {
    // IMMEDIATE: a transaction that can't get the write lock fails before it has done anything.
    case .begin: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .insertElement:
      """
      INSERT INTO elements(id, page, ordinal, kind, tool, colour, width, dx, dy, asset, checksum, content, opaque)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0, ?8, ?9, ?10, ?11)
      """
    case .deleteElement: "DELETE FROM elements WHERE id = ?1 AND page = ?2 RETURNING kind, checksum"
    // The length of a BLOB is known without reading it.
    case .elementFields:
      """
      SELECT id, page, ordinal, kind, tool, colour, width, dx, dy, asset, checksum, length(content), length(opaque)
      FROM elements WHERE id = ?1
      """
    case .moveElement: "UPDATE elements SET dx = ?1, dy = ?2, checksum = ?3 WHERE id = ?4"
    case .renumberElement: "UPDATE elements SET ordinal = ?1, checksum = ?2 WHERE id = ?3"
    case .updatePage:
      "UPDATE pages SET element_count = ?1, image_count = ?2, element_digest = ?3 WHERE id = ?4"
    }
  }
}
