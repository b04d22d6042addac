internal import InkModel

/// Which directories a package was opened in.
///
/// Paths are looked up anew at each call, and another program may have put something else there: a copy from
/// another machine, a link to somewhere outside. What was opened is then gone, and nothing must be written in
/// its place.
struct PackagePlace: Equatable {
  /// What is said of a place where something else stands now.
  static func replaced(_ path: String) -> StorageError {
    .misuse("'\(path)' was removed or replaced while it was open; close the document and open it again")
  }

  private let directories: [FileIdentity?]

  /// Looks at the directories that hold the truth; links are not followed.
  init(_ paths: PackagePaths) throws(StorageError) {
    var found: [FileIdentity?] = []
    for path in [paths.root, paths.pages, paths.assets] {
      switch SystemCalls.place(path) {
      case .nothing: found.append(nil)
      case .directory(let identity): found.append(identity)
      case .link: throw .damaged(path: path, reason: SystemCalls.linkReason)
      case .other: throw .damaged(path: path, reason: "it is not a directory")
      }
    }
    directories = found
  }

  /// Whether nothing else stands there now; `folder` is the package's directory, as it was opened.
  ///
  /// Only the folder's own path is looked up: where that leads to the same folder, what is in it can be
  /// looked at through the folder, at half the price.
  func isUnchanged(_ paths: PackagePaths, through folder: FolderStamp) -> Bool {
    SystemCalls.place(paths.root) == place(0) && folder.place(of: PackagePaths.pages) == place(1)
      && folder.place(of: PackagePaths.assets) == place(2)
  }

  /// What one of the directories looked like when the package was opened.
  private func place(_ index: Int) -> SystemCalls.Place {
    directories[index].map { .directory($0) } ?? .nothing
  }
}
