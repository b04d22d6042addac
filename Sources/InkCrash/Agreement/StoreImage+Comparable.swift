package import InkModel
internal import InkStorage

extension StoreImage {
  /// The store as far as two replays of one session leave it alike.
  ///
  /// SQLite's `-shm` is left out: it is written through a mapping, which no recording sees, and is made anew
  /// from the log. Files that have yet to get their name may bear any: they are numbered by their bytes.
  package func comparable(_ roles: [FileRolePattern]) -> StoreImage {
    var named: [File] = []
    var unnamed: [String: [File]] = [:]
    for file in files {
      switch roles.role(of: file.path) {
      case .sharedMemory: break
      // Foundation draws such names in whatever directory a file is to stand, where a rule may claim them.
      case _ where file.path.contains("/" + FoundationFiles.temporaryPrefix): fallthrough
      case .temporary, nil: unnamed[Self.directory(of: file.path), default: []].append(file)
      default: named.append(file)
      }
    }
    for (directory, files) in unnamed {
      let sorted = files.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
      for (number, bytes) in sorted.enumerated() {
        named.append(File(path: directory + "temporary-\(number)", bytes: bytes))
      }
    }
    return StoreImage(directories: directories, files: named)
  }

  /// The first thing in which two stores differ, as a clause; nil if there is none.
  package func difference(from other: StoreImage) -> String? {
    let mine = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
    let others = Dictionary(uniqueKeysWithValues: other.files.map { ($0.path, $0.bytes) })
    for path in Set(mine.keys).union(others.keys).sorted() {
      switch (mine[path], others[path]) {
      case (let bytes?, let other?) where bytes == other: continue
      case (let bytes?, let other?):
        let equal = zip(bytes, other).prefix { $0 == $1 }.count
        return "'\(path)' has \(bytes.count) bytes and not \(other.count), or others from byte \(equal) on"
      case (_?, nil): return "'\(path)' is there"
      default: return "'\(path)' is missing"
      }
    }
    return directories == other.directories ? nil : "its directories are others"
  }

  /// The directory that holds a path, with its slash; empty for the store's own.
  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
