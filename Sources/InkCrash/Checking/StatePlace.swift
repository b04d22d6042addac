internal import InkReplay

/// A directory in which stores are put one after another, each where the last one was.
///
/// Method. Every state is written anew into a directory that does not exist before: nothing of an earlier one,
/// or of what its recovery did, is left. Names are looked up from the descriptor of the store's directory, a
/// file is made by one write, and all of them bear a time that no clock gives, so that changes are seen by
/// looking at names, sizes and times. Afterwards the image's own names are removed; only where a directory is
/// then not empty is it listed.
final class StatePlace {
  /// The store's directory, absolute.
  let storeDirectory: String
  private let place: String
  private let parent: Int32
  /// The descriptor of the store's directory; nil while there is none.
  private var root: Int32?

  private static let storeName = "store"
  /// Memory that looks like a file system, where Linux has it.
  private static let memory = "/dev/shm"

  /// Makes a place in memory, or beside a path where there is no such memory.
  init(beside path: String) throws(ReplayError) {
    guard
      let place = Platform.makeTemporaryDirectory(prefix: Self.memory + "/inkbench-states-")
        ?? Platform.makeTemporaryDirectory(prefix: path + "-states-")
    else { throw .system(operation: "make a directory beside", path: path, code: Platform.lastError) }
    self.place = place
    storeDirectory = place + "/" + Self.storeName
    parent = try Platform.openDirectory(place)
  }

  /// Makes a place in a directory that exists.
  init(in directory: String) throws(ReplayError) {
    guard let place = Platform.makeTemporaryDirectory(prefix: directory + "/states-") else {
      throw .system(operation: "make a directory in", path: directory, code: Platform.lastError)
    }
    self.place = place
    storeDirectory = place + "/" + Self.storeName
    parent = try Platform.openDirectory(place)
  }

  deinit {
    if let root { Platform.close(root) }
    try? Platform.removeTree(place)
    Platform.close(parent)
  }

  /// Writes a store; there must be none.
  func put(_ image: borrowing StoreImage) throws(ReplayError) {
    try Platform.makeDirectory(Self.storeName, in: parent)
    let root = try Platform.openDirectory(Self.storeName, in: parent)
    self.root = root
    for directory in image.directories { try Platform.makeDirectory(directory, in: root) }
    for file in image.files { try Platform.makeFile(file.path, file.bytes, in: root) }
    for directory in image.directories { try Platform.markDirectory(directory, in: root) }
    try Platform.markDirectory(".", in: root)
  }

  /// Whether a file or name of the store is not as it was put there.
  func isChanged(from image: borrowing StoreImage) -> Bool {
    guard let root, Platform.isMarked(".", in: root, byteCount: nil) else { return true }
    for file in image.files
    where !Platform.isMarked(file.path, in: root, byteCount: file.bytes.count) { return true }
    for directory in image.directories
    where !Platform.isMarked(directory, in: root, byteCount: nil) { return true }
    return false
  }

  /// Removes the store, whatever has become of it.
  func clear(of image: borrowing StoreImage) throws(ReplayError) {
    guard let root else { return }
    for file in image.files { _ = Platform.removeFile(file.path, in: root) }
    for directory in image.directories.reversed() { _ = Platform.removeDirectory(directory, in: root) }
    Platform.close(root)
    self.root = nil
    guard !Platform.removeDirectory(Self.storeName, in: parent) else { return }
    try Platform.removeTree(Self.storeName, in: parent)
  }
}
