package import InkModel
package import InkReport
package import InkStorage

extension StoreShape {
  /// Notes what a store said when it was asked for a kind of file: that it is not there, or can't be used.
  ///
  /// Where the error names a file of the store in a directory, that file's kind counts.
  package mutating func note(
    _ error: StorageError, of role: FileRole, _ roles: [FileRolePattern], in directory: String
  ) {
    func kind(at path: String) -> FileRole {
      guard path.hasPrefix(directory + "/") else { return role }
      let below = String(path.utf8.dropFirst(directory.utf8.count + 1)) ?? path
      return roles.role(of: below).flatMap { Self.roles.contains($0) ? $0 : nil } ?? role
    }
    switch error {
    case .missing: insert(role, .absent)
    case .system(_, let path, let code):
      insert(kind(at: path), code == Platform.noSuchFile ? .absent : .damaged)
    case .damaged(let path, _), .unsupportedVersion(let path, _, _):
      // A store may call damaged what is not there at all.
      let isAbsent = path.hasPrefix(directory + "/") && !Platform.exists(path)
      insert(kind(at: path), isAbsent ? .absent : .damaged)
    case .engine, .locked, .readOnlyPage, .misuse: insert(role, .damaged)
    }
  }
}
