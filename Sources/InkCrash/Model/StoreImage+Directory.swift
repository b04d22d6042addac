extension StoreImage {
  /// The most that is taken into memory of a store of somebody's, which may be of any size: a hundred times a
  /// large notebook.
  package static let foreignByteCountMax = 1 << 30

  /// Reads a directory and everything below it.
  ///
  /// Links are not followed: they and devices are an error, because a store has none. So is a store of more
  /// bytes than `byteCountMax` in all its files, of which nothing is read. A reading that is interrupted ends
  /// with an error too.
  package init(
    directory: String, atMost byteCountMax: Int? = nil, isInterrupted: () -> Bool = { false }
  ) throws(StoreImageError) {
    func checkInterruption() throws(StoreImageError) {
      guard !isInterrupted() else { throw .unreadable(path: directory, reason: "interrupted") }
    }
    var directories: [String] = []
    var paths: [String] = []
    var waiting = [""]
    while let below = waiting.popLast() {
      try checkInterruption()
      let place = below.isEmpty ? directory : directory + "/" + below
      for entry in try Platform.entries(of: place) {
        let path = below.isEmpty ? entry.name : below + "/" + entry.name
        switch entry.kind {
        case .directory:
          directories.append(path)
          waiting.append(path)
        case .file: paths.append(path)
        case .foreign: throw .foreign(path: place + "/" + entry.name)
        }
      }
    }
    if let byteCountMax {
      var room = byteCountMax
      for path in paths {
        room -= Platform.length(of: directory + "/" + path) ?? 0
        guard room >= 0 else { throw .tooLarge(path: directory, byteCountMax: byteCountMax) }
      }
    }
    var files: [File] = []
    for path in paths {
      try checkInterruption()
      let bytes = try Platform.bytes(of: directory + "/" + path, atMost: byteCountMax ?? .max)
      files.append(File(path: path, bytes: bytes))
    }
    self.init(directories: directories, files: files)
  }

  /// Writes everything into a directory that exists and is empty.
  package func write(to directory: String) throws(StoreImageError) {
    for path in directories { try Platform.makeDirectory(directory + "/" + path) }
    for file in files { try Platform.write(file.bytes, to: directory + "/" + file.path) }
  }
}
