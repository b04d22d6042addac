public import InkModel

/// Why a store could not do what it was asked; each case reads as one sentence.
public enum StorageError: Error, Hashable, Sendable {
  /// A system call failed, with its `errno`.
  case system(operation: String, path: String, code: Int32)
  /// A database engine failed.
  case engine(name: String, code: Int32, message: String)
  /// A file can't be trusted.
  case damaged(path: String, reason: String)
  /// A file has a format version, newer or older, that this program does not read.
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

extension StorageError {
  /// Whether the disk has no room left; what was saved before is kept, and saving again later may succeed.
  public var isDiskFull: Bool {
    switch self {
    case .system(_, _, let code): SystemCalls.isDiskFull(code)
    // Extended codes carry the primary one in their lowest byte; 13 is SQLITE_FULL.
    case .engine("sqlite", let code, _): code & 0xFF == 13
    default: false
    }
  }
}

extension StorageError {
  /// Whether a file or directory was looked for and is not there.
  var isAbsence: Bool {
    if case .system(_, _, let code) = self { SystemCalls.isAbsence(code) } else { false }
  }
}

extension StorageError: CustomStringConvertible {
  public var description: String { sentence.printable }

  private var sentence: String {
    switch self {
    case .system(let operation, let path, let code):
      isDiskFull
        ? "could not \(operation) '\(path)' because the disk is full; free some space and save again"
        : "could not \(operation) '\(path)': \(SystemCalls.message(code)) (errno \(code))"
    case .engine(let name, let code, let message):
      isDiskFull
        ? "\(name) found the disk full; free some space and save again"
        : "\(name) failed: \(message) (code \(code))"
    case .damaged(let path, let reason):
      "'\(path)' is damaged: \(reason); it was left as it is, restore it from a backup"
    case .unsupportedVersion(let path, let found, let newestKnown):
      found > newestKnown
        ? "'\(path)' has format version \(found), this program reads up to \(newestKnown); use a newer program"
        : "'\(path)' has format version \(found), older than the version \(newestKnown) that this program reads; "
          + "it was left as it is, open it with the program that wrote it"
    case .locked(let path): "'\(path)' is in use by another process; close it there first"
    case .missing(let what): "the store has no \(what)"
    case .readOnlyPage(let id):
      "page \(id.name) is damaged and open for reading only; restore its file before saving it"
    case .misuse(let what): "the call does not fit the store: \(what)"
    }
  }
}
