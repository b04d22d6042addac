internal import InkModel

/// Keeps other processes out of a store for as long as it is held.
///
/// A store of a built-in backend has its lock file. The directory is locked as well, whoever wrote it, which
/// keeps a second migration out. Both locks follow the directory to another name.
final class StoreHold {
  /// To be shared by the backends that open the store meanwhile.
  let lock: StoreLock?
  private let directory: File

  init(_ path: String, of type: any StorageBackend.Type) throws(StorageError) {
    directory = try File(path, .directory)
    try directory.lock()
    lock = BuiltInBackends.all.contains { $0 == type } ? try StoreLock(directory: path) : nil
  }
}
