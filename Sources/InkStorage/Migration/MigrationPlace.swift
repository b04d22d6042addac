internal import InkModel

/// The directory beside a store in which its migration works: `<store>.migrating`.
///
///     migration    the note: whose directory this is, and which directory is the old store
///     new/         the new store; after the exchange, the old one
///     old/         the old store, between two renames, where the file system knows no exchange
///     trial/       a copy of the new store, for trials
///     removed/     an old store that is being removed
///
/// On the store's own file system, so that the new store takes the old one's place by a rename. The note
/// stands before anything else and is locked while the migration lives: a directory without it is not ours,
/// and is refused.
final class MigrationPlace {
  let store: String
  let root: String
  private let noteFile: File

  var new: String { root + "/new" }
  var old: String { root + "/old" }
  var trial: String { root + "/trial" }

  static let suffix = ".migrating"
  static let noteName = "migration"
  static let removedName = "removed"
  static let names: Set = [noteName, noteName + Files.temporarySuffix, "new", "old", "trial", removedName]

  /// Makes the directory; what an earlier migration left must have been resolved.
  init(store: String, _ note: MigrationNote) throws(StorageError) {
    self.store = store
    root = store + Self.suffix
    _ = try SystemCalls.makeDirectory(root)
    // Files in the making may have more permissions than those of the old store: nobody looks in.
    try SystemCalls.setMode(0o700, of: root)
    let path = root + "/" + Self.noteName
    try Files.replace(path, with: Array(note.text.utf8).rawSpan, syncing: true)
    noteFile = try File(path, .update)
    try noteFile.lock()
    try Files.syncDirectory(root)
    try Files.syncDirectory(parentDirectory(of: root))
  }

  /// Removes the directory after a failure, and says so if it can't be.
  ///
  /// Not if the old store lies in it, because it could not be put back: then the failure says where it is.
  func abandoned(after error: MigrationError) -> MigrationError {
    var error = error
    do throws(StorageError) {
      if SystemCalls.exists(old) {
        error.description += "; the old store is whole in '\(old)', and the next migration puts it back"
      } else {
        for path in [trial, new] { try StoreTree.remove(path) }
        try Self.removeNote(root)
      }
    } catch let failure {
      error.description += "; '\(root)' could not be removed (\(failure)) and the next migration will"
    }
    return error
  }

  /// Removes an emptied directory, the note last.
  static func removeNote(_ root: String) throws(StorageError) {
    for name in [noteName + Files.temporarySuffix, noteName] where SystemCalls.exists(root + "/" + name) {
      try SystemCalls.remove(root + "/" + name)
    }
    try SystemCalls.removeDirectory(root)
  }
}

/// The directory that holds a path, which is absolute.
func parentDirectory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
  return String(path[..<slash])
}
