internal import InkReplay

/// A directory in which stores are put one after another, each where the last one was.
///
/// Method. Every file of every state is made anew, by one write, in directories that are empty: nothing of an
/// earlier state, or of what its recovery did, is left. Afterwards the image's own names are removed. Where
/// the system then says of each directory that no other name is in it, the next state gets these directories
/// as they are if it has the same; otherwise they are removed, and only those that are not empty are listed.
/// Paths are absolute, so that the tap knows the store's files by their names and asks the system for none.
final class StatePlace {
  /// The store's directory, absolute.
  let storeDirectory: String
  private var path: StatePath
  /// The directories that are there, the store's own first; none if the store's own is not there.
  private var directories: [Directory] = []
  /// Whether there may be something in the directories.
  private var hasStore = false
  private let sizes: DirectorySizes?
  /// Files that recoveries made and images did not have; the next recovery will make them again.
  private var leftovers: [String] = []

  /// Looking for more names than these takes longer than listing.
  private static let leftoversMax = 8

  /// Memory that looks like a file system, where Linux has it.
  private static let memory = "/dev/shm"

  /// A directory of a store, and how many directories are in it.
  private struct Directory {
    /// Below the store; empty for the store's own.
    var path: String
    var directoryCount = 0
  }

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
    sizes = DirectorySizes(measuringIn: made)
    // The first state makes it as it makes all others; the name, which nobody else draws, is ours.
    _ = Platform.removeDirectory(path)
  }

  deinit { if !directories.isEmpty { try? Platform.removeTree(storeDirectory) } }

  /// Writes a store; there must be none.
  func put(_ image: borrowing StoreImage) throws(ReplayError) {
    if !has(image.directories) { try makeDirectories(image.directories) }
    hasStore = true
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
    if !areDirectoriesEmpty { try removeDirectories() }
    hasStore = false
  }

  // MARK: - Directories

  /// Whether these are the directories that are there.
  private func has(_ paths: [String]) -> Bool {
    directories.count == paths.count + 1 && zip(directories.dropFirst(), paths).allSatisfy { $0.path == $1 }
  }

  /// Makes the store's own directory and these below it, parents first, in the place of what is there.
  private func makeDirectories(_ paths: [String]) throws(ReplayError) {
    if !directories.isEmpty { try removeDirectories() }
    for directory in [""] + paths {
      path.lead(to: directory)
      try Platform.makeDirectory(path)
      directories.append(Directory(path: directory))
    }
    for directory in paths {
      let parent = directory.split(separator: "/").dropLast().joined(separator: "/")
      guard let index = directories.firstIndex(where: { $0.path == parent }) else { continue }
      directories[index].directoryCount += 1
    }
  }

  /// Whether the system says that nothing is in the directories but one another.
  private var areDirectoriesEmpty: Bool {
    guard let sizes else { return false }
    for directory in directories {
      path.lead(to: directory.path)
      guard sizes.hasNames(directory.directoryCount, in: path) else { return false }
    }
    return true
  }

  /// Removes the directories and all that is in them.
  private func removeDirectories() throws(ReplayError) {
    var isGone = true
    for directory in directories.reversed() {
      path.lead(to: directory.path)
      isGone = Platform.removeDirectory(path)
    }
    if !isGone { try removeRest() }
    directories = []
  }

  private func removeRest() throws(ReplayError) {
    let start = storeDirectory.utf8.count + 1
    try Platform.removeTree(storeDirectory) { path in
      let name = String(path.utf8.dropFirst(start)) ?? path
      if leftovers.count < Self.leftoversMax { leftovers.append(name) }
    }
  }
}
