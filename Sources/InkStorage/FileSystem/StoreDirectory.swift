internal import InkModel

/// The directory of a store, held open.
///
/// To look up a path from here costs half of what it costs from the root of the file system.
final class StoreDirectory {
  private let path: String
  private let file: File

  init(_ path: String) throws(StorageError) {
    self.path = path
    file = try File(path, .directory)
  }

  /// A path below the directory, ready for the system; nil for any other.
  func relative(_ path: String) -> [CChar]? {
    guard path.hasPrefix(self.path + "/") else { return nil }
    return Array(String(path.dropFirst(self.path.count + 1)).utf8CString)
  }

  /// What a path below the directory leads to, without following a link at its end.
  func place(_ relative: [CChar]) -> SystemCalls.Place { file.place(relative) }
}
