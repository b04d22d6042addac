internal import InkModel

/// The files and directories of a store, as far as moving it as a whole needs to know them.
enum StoreTree {
  /// One entry below a directory.
  struct Entry {
    /// From the directory on, with a slash before it.
    var path: String
    var place: SystemCalls.Place
    var byteCount: Int
  }

  /// Everything below a directory, each directory before what it holds; links are not followed.
  static func entries(of directory: String) throws(StorageError) -> [Entry] {
    var entries: [Entry] = []
    var open = [""]
    while let prefix = open.popLast() {
      for name in try SystemCalls.names(inDirectory: directory + prefix) {
        let path = prefix + "/" + name
        let place = SystemCalls.place(directory + path)
        var byteCount = 0
        switch place {
        case .directory: open.append(path)
        case .other: byteCount = SystemCalls.size(ofFileAt: directory + path) ?? 0
        case .nothing, .link: break
        }
        entries.append(Entry(path: path, place: place, byteCount: byteCount))
      }
    }
    return entries
  }

  static func byteCount(of directory: String) throws(StorageError) -> Int {
    try entries(of: directory).reduce(0) { $0 + $1.byteCount }
  }

  /// Copies a directory to a place where there is none; nothing is synced.
  static func copy(_ source: String, to target: String) throws(StorageError) {
    _ = try SystemCalls.makeDirectory(target)
    for entry in try entries(of: source) {
      switch entry.place {
      case .directory: _ = try SystemCalls.makeDirectory(target + entry.path)
      case .other: try Files.copy(source + entry.path, to: target + entry.path, syncing: false)
      case .nothing, .link: break
      }
    }
  }

  /// Forces everything in a directory to the disk, whatever class it was written with.
  static func sync(_ directory: String) throws(StorageError) {
    for entry in try entries(of: directory).reversed() {
      switch entry.place {
      case .directory: try Files.syncDirectory(directory + entry.path)
      case .other:
        let file = try File(directory + entry.path, .read)
        try file.sync()
      case .nothing, .link: break
      }
    }
    try Files.syncDirectory(directory)
  }

  /// Removes a directory and everything in it; throws if something stays.
  static func remove(_ directory: String) throws(StorageError) {
    guard SystemCalls.place(directory) != .nothing else { return }
    Files.removeTree(directory)
    if SystemCalls.place(directory) != .nothing {
      makeWritable(directory)
      Files.removeTree(directory)
    }
    // What was not removed says why.
    if SystemCalls.place(directory) != .nothing { try SystemCalls.removeDirectory(directory) }
  }

  /// Lets the owner remove what is in a directory and in those below it; links are not followed.
  private static func makeWritable(_ directory: String) {
    guard case .directory = SystemCalls.place(directory) else { return }
    if let mode = SystemCalls.ownership(of: directory)?.mode, mode & ownerMode != ownerMode {
      try? SystemCalls.setMode(mode | ownerMode, of: directory)
    }
    guard let names = try? SystemCalls.names(inDirectory: directory) else { return }
    for name in names { makeWritable(directory + "/" + name) }
  }

  private static let ownerMode: UInt32 = 0o700

  /// Takes the permissions of a store's files from another's that no file of the first has, and likewise of
  /// its directories.
  ///
  /// The owner keeps what a store needs. Lock files don't count: they hold nothing, and may be new.
  static func limitModes(of new: String, to old: String) throws(StorageError) {
    var (files, directories) = (ownerMode & ~0o111, ownerMode)
    directories |= SystemCalls.ownership(of: old)?.mode ?? 0
    for entry in try entries(of: old) where entry.path != "/" + StoreLock.fileName {
      let mode = SystemCalls.ownership(of: old + entry.path)?.mode ?? 0
      switch entry.place {
      case .directory: directories |= mode
      case .other: files |= mode
      case .nothing, .link: break
      }
    }
    for entry in try entries(of: new) {
      let path = new + entry.path
      guard let mode = SystemCalls.ownership(of: path)?.mode else { continue }
      let limit = if case .directory = entry.place { directories } else { files }
      if mode & ~limit != 0 { try SystemCalls.setMode(mode & limit, of: path) }
    }
  }

  /// Files, and empty directories, that the backend of a store would not have made, from its directory on.
  ///
  /// With the whole directory they would be removed, and they are somebody's.
  static func foreignFiles(
    in directory: String, of type: any StorageBackend.Type, _ documents: [DocumentID]
  ) throws(StorageError) -> [String] {
    // A backend that does not say which files are its own can't be asked.
    guard !type.traits.fileRoles.isEmpty else { return [] }
    let all = try entries(of: directory)
    let names = StoreNames(of: type, documents)
    return all.filter { entry in
      if let names, names.include(entry) { return false }
      switch entry.place {
      // A directory that holds something is named by that.
      case .directory: return names != nil && !all.contains { $0.path.hasPrefix(entry.path + "/") }
      case .other: return names != nil || !hasRole(entry.path, of: type)
      case .nothing, .link: return true
      }
    }.map { String($0.path.dropFirst()) }
  }

  private static func hasRole(_ path: String, of type: any StorageBackend.Type) -> Bool {
    type.traits.fileRoles.contains { rule in
      switch rule.place {
      case .suffix: path.hasSuffix(rule.text)
      case .anywhere: path.contains(rule.text)
      }
    }
  }
}
