public import InkModel

/// Why a store could not do what it was asked; each case reads as one sentence.
public enum StorageError: Error, Hashable, Sendable {
  /// A system call failed, with its `errno`.
  case system(operation: String, path: String, code: Int32)
  /// A database engine failed.
  case engine(name: String, code: Int32, message: String)
  /// A file can't be trusted.
  case damaged(path: String, reason: String)
  /// A file was written by a newer version of this program.
  case unsupportedVersion(path: String, found: Int, newestKnown: Int)
  /// Another process has the store.
  case locked(path: String)
  /// The store has no such document, page or asset.
  case missing(String)
  /// A damaged page can't be saved over.
  case readOnlyPage(PageID)
  /// The call does not fit the state of the store.
  case misuse(String)
}
