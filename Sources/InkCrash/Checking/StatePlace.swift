internal import InkReplay

/// A directory in which stores are put one after another, each where the last one was.
///
/// Method. Every state is written anew into a directory that did not exist just before: nothing of an earlier
/// one, or of what its recovery did, is left. A file is made by one write. Afterwards the image's own names
/// are removed; only where a directory is then not empty is it listed. Paths are absolute, so that the tap
/// knows the store's files by their names and asks the system for none.
final class StatePlace {
  /// The store's directory, absolute.
  let storeDirectory: String
  private var path: StatePath
  /// Whether the directory is there.
  private var hasStore = false
  /// Files that recoveries made and images did not have; the next recovery will make them again.
  private var leftovers: [String] = []

  /// Looking for more names than these takes longer than listing.
  private static let leftoversMax = 8

  /// Memory that looks like a file system, where Linux has it.
  private static let memory = "/dev/shm"

  /// Makes a place in memory, or beside a path where there is no such memory.
  convenience init(beside path: String) throws(ReplayError) {
    do throws(ReplayError) { try self.init(in: Self.memory) } catch { try self.init(in: path + "-states") }
  }

  /// Makes a place in a directory that exists.
  init(in directory: String) throws(ReplayError) {
    guard let made = Platform.makeTemporaryDirectory(prefix: directory + "/inkbench-states-") else {
      throw .system(operation: "make a directory in", path: directory, code: Platform.lastError)
    }
    storeDirectory = made
    path = StatePath(store: made)
    // Each state makes it again; the name, which nobody else draws, is ours from here on.
    _ = Platform.removeDirectory(path)
  }

  deinit { if hasStore { try? Platform.removeTree(storeDirectory) } }

  /// Writes a store; there must be none.
  func put(_ image: borrowing StoreImage) throws(ReplayError) {
    path.leadToStore()
    try Platform.makeDirectory(path)
    hasStore = true
    for directory in image.directories {
      path.lead(to: directory)
      try Platform.makeDirectory(path)
    }
    for file in image.files {
      path.lead(to: file.path)
      try Platform.makeFile(path, file.bytes)
    }
  }

  /// Whether a name has come or gone, or a file has another length, since the image was put there.
  func isReshaped(from image: borrowing StoreImage) -> Bool {
    for file in image.files {
      path.lead(to: file.path)
      guard Platform.byteCount(of: path) == file.bytes.count else { return true }
    }
    var names = Platform.nameCount(in: storeDirectory)
    for directory in image.directories { names += Platform.nameCount(in: storeDirectory + "/" + directory) }
    return names != image.files.count + image.directories.count
  }

  /// Removes the store, whatever has become of it.
  func clear(of image: borrowing StoreImage) throws(ReplayError) {
    guard hasStore else { return }
    for file in image.files {
      path.lead(to: file.path)
      Platform.removeFile(path)
    }
    for name in leftovers {
      path.lead(to: name)
      Platform.removeFile(path)
    }
    for directory in image.directories.reversed() {
      path.lead(to: directory)
      _ = Platform.removeDirectory(path)
    }
    path.leadToStore()
    if !Platform.removeDirectory(path) { try removeRest() }
    hasStore = false
  }

  private func removeRest() throws(ReplayError) {
    let start = storeDirectory.utf8.count + 1
    try Platform.removeTree(storeDirectory) { path in
      let name = String(path.utf8.dropFirst(start)) ?? path
      if leftovers.count < Self.leftoversMax { leftovers.append(name) }
    }
  }
}
