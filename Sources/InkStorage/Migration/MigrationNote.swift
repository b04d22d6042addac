internal import InkModel

/// What the note in a migration's directory says: for the next migration, and for whoever finds it.
///
///     inkbench-migration 1
///     old-store 1837465
///     keep-old /notes/library.old
///
/// The number is the inode of the old store's directory. It follows the directory through every rename, so
/// that it can always be told which of two directories is the old store.
struct MigrationNote: Equatable {
  var oldStore: UInt64
  /// Where the old store goes in the end; nil if it is removed.
  var keepOld: String?

  static let version = 1
  private static let head = "inkbench-migration"

  var text: String {
    var lines = ["\(Self.head) \(Self.version)", "old-store \(oldStore)"]
    if let keepOld { lines.append("keep-old \(keepOld)") }
    lines += [
      "",
      "A store is being moved to another format here. If it is missing beside this directory, its old form is",
      "whole in 'old' in here: run 'inkbench migrate' on it again, which puts it back, or move it yourself.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  init(oldStore: UInt64, keepOld: String?) {
    self.oldStore = oldStore
    self.keepOld = keepOld
  }

  /// Reads a note; nil if the text is none.
  init?(_ text: String, path: String) throws(StorageError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 2, let version = Self.value("\(Self.head) ", in: lines[0]).flatMap({ Int($0) }) else {
      return nil
    }
    guard version == Self.version else {
      throw .unsupportedVersion(path: path, found: version, newestKnown: Self.version)
    }
    guard let number = Self.value("old-store ", in: lines[1]).flatMap({ UInt64($0) }) else { return nil }
    oldStore = number
    keepOld = Self.value("keep-old ", in: lines[2]).map(String.init)
  }

  private static func value(_ key: String, in line: Substring) -> Substring? {
    line.hasPrefix(key) ? line.dropFirst(key.count) : nil
  }
}
