internal import InkModel

/// Tells at the price of one system call whether a folder may have been moved, removed or changed.
///
/// Looking up a path costs several times as much, and a journal's unsynced save little more. A directory's
/// time of change moves when it is renamed or removed, and when a name in it is, such as `pages`. While it
/// stands still, what a full look has found still holds.
final class FolderStamp {
  private let folder: File
  /// What the folder was like before the last full look; nil if that can't be relied on.
  private var seen: FileStamp?

  init(_ path: String) throws(StorageError) { folder = try File(path, .directory) }

  /// What a name in the folder leads to, without following a link.
  func place(of name: String) -> SystemCalls.Place { folder.place(of: name) }

  /// Forces the names in the folder to the disk.
  func sync() throws(StorageError) { try folder.sync() }

  /// Whether nothing has happened to the folder since the last full look.
  var isUnchanged: Bool {
    guard let seen else { return false }
    return folder.stamp() == seen
  }

  /// Carries out a full look, and remembers what the folder was like before it.
  func renew(_ look: () throws(StorageError) -> Void) throws(StorageError) {
    seen = nil
    let before = folder.stamp()
    try look()
    // Two changes within a tick of the system's clock may bear the same time.
    guard let before, let age = SystemCalls.ageMilliseconds(of: before), age > Self.tickMilliseconds else {
      return
    }
    seen = before
  }

  /// The longest tick of a Linux kernel; newer ones don't need it.
  private static let tickMilliseconds: Int64 = 10
}
