internal import InkStorage
internal import InkTap

/// Names for Foundation's temporary files that are the same in each recording.
///
/// Foundation names a file that has yet to get its name by its process and at random. Names are part of a
/// state's digest, and so of its id. Where a recording is read, such names are numbered in the order in which
/// they first stand in it; they keep the beginning by which stores know them as left behind.
struct TemporaryNames {
  private var numbers: [Substring: Int] = [:]

  mutating func stable(_ path: String) -> String {
    guard path.contains(FoundationFiles.temporaryPrefix) else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false).map { name in
      guard name.hasPrefix(FoundationFiles.temporaryPrefix) else { return String(name) }
      let number = numbers[name] ?? numbers.count + 1
      numbers[name] = number
      return "\(FoundationFiles.temporaryPrefix)-\(number)"
    }.joined(separator: "/")
  }

  mutating func stable(_ image: StoreImage) -> StoreImage {
    StoreImage(
      directories: image.directories.map { stable($0) },
      files: image.files.map { StoreImage.File(path: stable($0.path), bytes: $0.bytes) })
  }

  mutating func stable(_ entry: RecordedEntry) -> RecordedEntry {
    switch entry {
    case .mark: return entry
    case .file(var file):
      file.path = stable(file.path)
      return .file(file)
    case .operation(var operation):
      operation.path = stable(operation.path)
      operation.targetPath = stable(operation.targetPath)
      return .operation(operation)
    }
  }
}
