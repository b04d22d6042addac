internal import InkModel

/// The lock that keeps a second process out of a store, given back when this object is released.
///
/// The kernel drops it with the descriptor, so a process that dies leaves no stale lock behind. The file
/// itself stays: removing it would let two processes lock two files of one name.
final class StoreLock {
  private let file: File

  /// Takes the lock of a store, or throws `StorageError.locked`.
  init(directory: String) throws(StorageError) {
    file = try File(directory + "/" + Self.fileName, .update)
    try file.lock()
  }

  static let fileName = "lock"
  /// Opening may make the file, and a file made without a rule for it would count as temporary.
  static let fileRole = FileRolePattern(.suffix, "/" + fileName, .other)
}
