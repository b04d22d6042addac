/// A store as a tree in memory.
///
/// Paths are below the store, without a slash in front. Directories and files are sorted by path, so that a
/// directory stands before what it holds.
package struct StoreImage: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// Without the store's own.
  package let directories: [String]
  package let files: [File]

  /// Sorts what it is given; every directory that a path leads through must be there, and each path once.
  package init(directories: [String] = [], files: [File] = []) {
    self.directories = directories.sorted()
    self.files = files.sorted { $0.path < $1.path }
  }

  /// The bytes of a file; nil where there is none.
  package func bytes(of path: String) -> [UInt8]? {
    var low = 0
    var high = files.count
    while low < high {
      let middle = (low + high) / 2
      if files[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < files.count && files[low].path == path ? files[low].bytes : nil
  }

  /// The digest of the paths and of all bytes.
  package var digest: StateDigest {
    var sum = StateDigest.zero
    var paths: [Substring: StateDigest] = ["": ContentDigest.root]
    func path(of text: String) -> StateDigest {
      guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        return ContentDigest.path(in: ContentDigest.root, ContentDigest.name(text))
      }
      let parent = paths[text[..<slash]] ?? ContentDigest.root
      return ContentDigest.path(in: parent, ContentDigest.name(text[text.utf8.index(after: slash)...]))
    }
    for directory in directories {
      let digest = path(of: directory)
      paths[Substring(directory)] = digest
      sum = sum &+ ContentDigest.directory(at: digest)
    }
    for file in files {
      sum = sum &+ ContentDigest.entry(at: path(of: file.path), content: ContentDigest.file(file.bytes))
    }
    return sum
  }
}
