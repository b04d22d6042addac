internal import InkModel

/// The lock that keeps a second process out of a store, given back when this object is released.
///
/// The kernel drops it with the descriptor, so a process that dies leaves no stale lock behind. The file
/// itself stays: removing it would let two processes lock two files of one name.
final class StoreLock: Sendable {
  private let file: File

  /// Takes the lock of a store, or throws `StorageError.locked`.
  ///
  /// A whole store may have taken the place of another one, with its lock file, between opening that file and
  /// locking it; the lock of a store that is gone would keep nobody out.
  init(directory: String) throws(StorageError) {
    let path = directory + "/" + Self.fileName
    while true {
      let opened = try Self.open(path)
      try opened.lock()
      if case .other(let identity) = SystemCalls.place(path), identity == opened.identity {
        file = opened
        return
      }
    }
  }

  /// Opens the file, which is made for a store's first opening only: the others change nothing on disk.
  private static func open(_ path: String) throws(StorageError) -> File {
    do throws(StorageError) { return try File(path, .change) } catch {
      guard error.isAbsence else { throw error }
      return try File(path, .update)
    }
  }

  /// Takes the lock of a store, or shares that of whoever opens the store within this process.
  static func take(_ environment: StoreEnvironment) throws(StorageError) -> StoreLock {
    if let lock = environment.lock { return lock }
    return try StoreLock(directory: environment.directory)
  }

  static let fileName = "lock"
  /// Opening may make the file, and a file made without a rule for it would count as temporary.
  static let fileRole = FileRolePattern(.suffix, "/" + fileName, .other)
}
