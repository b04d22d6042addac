/// A store's directory in memory.
package struct StoreImage: Hashable, Sendable {
  /// A file and its bytes.
  package struct File: Hashable, Sendable {
    /// Below the store, without a slash in front.
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// Paths below the store, parents first.
  package var directories: [String]
  /// Sorted by path.
  package var files: [File]

  package init(directories: [String] = [], files: [File] = []) {
    self.directories = directories
    self.files = files
  }
}
