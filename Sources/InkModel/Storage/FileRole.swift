/// What a file is for; bytes, calls and time are counted by it.
public enum FileRole: String, Hashable, Sendable, CaseIterable, Codable {
  case page, journal, database, wal
  /// SQLite's `-shm`: shared memory that is never part of the data.
  case sharedMemory = "shared-memory"
  case document, manifest, asset, thumbnail
  /// Written under a name that no later rename gave a meaning.
  case temporary
  /// Any other file of the store.
  case other
  /// Files outside the store.
  case elsewhere
}

/// A rule that gives a role to the files of a store by their path.
public struct FileRolePattern: Hashable, Sendable {
  /// Where in the path the text must stand.
  public enum Place: String, Hashable, Sendable {
    case suffix, anywhere
  }
  public var text: String
  public var place: Place
  public var role: FileRole

  /// Makes a rule; of several that fit a path, the first one decides.
  public init(_ place: Place, _ text: String, _ role: FileRole) {
    self.place = place
    self.text = text
    self.role = role
  }
}

extension [FileRolePattern] {
  /// The role of a file by its path below the store; nil if no rule knows such a name.
  package func role(of path: String) -> FileRole? {
    let path = "/" + path
    return first { rule in
      switch rule.place {
      case .suffix: path.hasSuffix(rule.text)
      case .anywhere: path.contains(rule.text)
      }
    }?.role
  }
}
