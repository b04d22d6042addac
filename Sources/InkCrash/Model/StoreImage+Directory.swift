extension StoreImage {
  /// Reads a directory and everything below it.
  ///
  /// Links are not followed: they and devices are an error, because a store has none.
  package init(directory: String) throws(StoreImageError) {
    var directories: [String] = []
    var files: [File] = []
    var waiting = [""]
    while let below = waiting.popLast() {
      let place = below.isEmpty ? directory : directory + "/" + below
      for entry in try Platform.entries(of: place) {
        let path = below.isEmpty ? entry.name : below + "/" + entry.name
        switch entry.kind {
        case .directory:
          directories.append(path)
          waiting.append(path)
        case .file: files.append(File(path: path, bytes: try Platform.bytes(of: place + "/" + entry.name)))
        case .foreign: throw .foreign(path: place + "/" + entry.name)
        }
      }
    }
    self.init(directories: directories, files: files)
  }

  /// Writes everything into a directory that exists and is empty.
  package func write(to directory: String) throws(StoreImageError) {
    for path in directories { try Platform.makeDirectory(directory + "/" + path) }
    for file in files { try Platform.write(file.bytes, to: directory + "/" + file.path) }
  }
}
