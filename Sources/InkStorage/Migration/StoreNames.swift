internal import InkModel

/// The names that a built-in backend gives to the files and directories of a store.
///
/// Each at its depth and as what it is: a directory that is called like a page, a picture among the assets
/// that is not called like one of ours, and a lock that somebody has written in are somebody else's.
struct StoreNames {
  let kind: StoreKind
  let documents: Set<DocumentID>
  /// Whether Foundation wrote the files, whose unfinished ones have names of its own.
  let hasFoundationFiles: Bool

  init?(of type: any StorageBackend.Type, _ documents: [DocumentID]) {
    guard let kind = StoreKind(writtenBy: type) else { return nil }
    self.kind = kind
    self.documents = Set(documents)
    hasFoundationFiles = type.traits.fileRoles.contains { $0.text == "/" + FoundationFiles.temporaryPrefix }
  }

  /// Whether the backend would have made an entry of the store's directory.
  func include(_ entry: StoreTree.Entry) -> Bool {
    let names = entry.path.split(separator: "/").map(String.init)
    return switch entry.place {
    case .nothing, .link: false
    case .directory: includeDirectory(names)
    case .other: names == [StoreLock.fileName] ? entry.byteCount == 0 : includeFile(names)
    }
  }

  private func includeDirectory(_ names: [String]) -> Bool {
    switch kind {
    case .snapshot, .journal:
      isOfDocument(names[0], PackagePaths.packageSuffix)
        && (names.count == 1 || names.count == 2 && Self.packageDirectories[names[1]] != nil)
    case .sqlite: names.count == 1 && isOfDocument(names[0], SQLiteSchema.assetDirectorySuffix)
    case .monolith: false
    }
  }

  private func includeFile(_ names: [String]) -> Bool {
    let name = names[names.count - 1]
    // What a crash left unfinished.
    let isUnfinished = name.hasSuffix(Files.temporarySuffix)
    let finished = isUnfinished ? String(name.dropLast(Files.temporarySuffix.count)) : name
    switch kind {
    case .snapshot, .journal:
      guard names.count > 1, includeDirectory(names.dropLast()) else { return false }
      if hasFoundationFiles, name.hasPrefix(FoundationFiles.temporaryPrefix) { return true }
      guard names.count == 3 else {
        return ["document.json", "manifest.json"].contains(finished) || name == "document.journal"
      }
      return Self.packageDirectories[names[1], default: []].contains {
        PackagePaths.number(in: finished, suffix: $0) != nil
      }
    case .sqlite:
      guard names.count > 1 else {
        return Self.databaseSuffixes.contains { isOfDocument(name, SQLiteSchema.fileSuffix + $0) }
      }
      return includeDirectory(names.dropLast())
        && PackagePaths.number(in: finished, suffix: PackagePaths.imageSuffix) != nil
    case .monolith: return names.count == 1 && isOfDocument(finished, MonolithBackend.suffix)
    }
  }

  private func isOfDocument(_ name: String, _ suffix: String) -> Bool {
    guard let number = PackagePaths.number(in: name, suffix: suffix) else { return false }
    return documents.contains(DocumentID(rawValue: number))
  }

  /// The endings of the files in each directory of a package.
  private static let packageDirectories = [
    "pages": [PackagePaths.pageSuffix, PackagePaths.journalSuffix],
    "assets": [PackagePaths.imageSuffix], "thumbnails": [PackagePaths.imageSuffix],
  ]
  private static let databaseSuffixes = ["", "-wal", "-shm", "-journal"]
}
