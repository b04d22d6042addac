internal import FoundationEssentials

/// Copies and sizes of whole stores.
package enum StoreCopy {
  /// Copies a store to a place that does not exist, and sends both to the disk.
  ///
  /// Sent to the disk so that the copy's write-back does not fall into the measurement that follows.
  package static func copy(_ from: String, to target: String) throws(RunError) {
    try copyUnsynced(from, to: target)
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: target)) ?? []
    for name in names { try Platform.sync(target + "/" + name) }
    try Platform.sync(target)
  }

  /// Copies a store to a place that does not exist, for work that is not timed.
  package static func copyUnsynced(_ from: String, to target: String) throws(RunError) {
    try Platform.makeDirectories(target)
    let names: [String]
    do { names = try FileManager.default.subpathsOfDirectory(atPath: from) } catch {
      throw .store("the store '\(from)' can't be read; nothing else may work in its directory during a run")
    }
    for name in names.sorted() {
      var isDirectory = false
      guard FileManager.default.fileExists(atPath: from + "/" + name, isDirectory: &isDirectory) else {
        continue
      }
      if isDirectory {
        try Platform.makeDirectories(target + "/" + name)
      } else {
        try Platform.copyFile(from + "/" + name, to: target + "/" + name)
      }
    }
  }

  /// Makes a directory, with those above it.
  package static func makeDirectory(_ path: String) throws(RunError) { try Platform.makeDirectories(path) }

  /// Removes a working copy.
  package static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
