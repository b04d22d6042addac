internal import FoundationEssentials

/// The directory in which a run keeps its stores: ours, and ours alone for the length of the run.
///
/// A marker file says that a directory is ours. A directory with other contents and no marker is refused and
/// left as it is; a lock on the marker keeps a second run out.
package final class StoreDirectory: Sendable {
  package let path: String
  /// Whether a run of ours made the directory, this one or one that was killed.
  private let wasCreated: Bool
  /// The directory and those above it, as far as this run made them.
  private let made: [String]
  private let lock: Int32

  package static let markerName = ".inkbench-store"
  private static let markerText = "inkbench-store/1\n"
  /// In a directory that a run has made, and that goes with the last run in it.
  private static let madeMarkerText = markerText + "made by a run\n"
  private static let parts = ["bases", "copies", "beside"]

  /// Takes a directory that does not exist, is empty, or is left from an earlier run of ours.
  package init(_ path: String) throws(RunError) {
    self.path = path
    let marker = path + "/" + Self.markerName
    if try Self.isFree(path) {
      made = try Platform.makeDirectories(path)
      wasCreated = true
    } else {
      made = []
      // A run that made it and was killed could not remove it.
      wasCreated = Self.text(of: marker) == Self.madeMarkerText
    }
    do throws(RunError) {
      lock = try Platform.lockFile(marker, text: wasCreated ? Self.madeMarkerText : Self.markerText)
    } catch {
      Platform.removeEmptyDirectories(made)
      throw error
    }
    guard lock >= 0 else {
      throw .store("another run is using the store '\(path)'; wait for it, or give --store another directory")
    }
    do throws(RunError) {
      ProbeDirectory.removeAll(in: path)
      for name in Self.parts { try remove(name) }
      for name in Self.parts { try Platform.makeDirectories(path + "/" + name) }
    } catch {
      tearDown()
      throw error
    }
  }

  /// Whether there is nothing at a path; throws if what is there would be refused.
  ///
  /// Nothing is touched.
  @discardableResult
  package static func isFree(_ path: String) throws(RunError) -> Bool {
    var isDirectory = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return true }
    guard isDirectory else { throw .store("'\(path)' is a file; give --store a directory") }
    try refuseForeign(path)
    return false
  }

  /// Where a store directory can be made to look at the disk below a path: the path itself, or, if it is a
  /// folder of somebody else's files, a new one in it.
  package static func place(in path: String, named name: String) -> String {
    let names = (try? Self.names(in: path)) ?? []
    return names.isEmpty || names.contains(markerName) ? path : path + "/" + name
  }

  private static func refuseForeign(_ path: String) throws(RunError) {
    let names: [String]
    do { names = try Self.names(in: path) } catch {
      throw .store("'\(path)' can't be read; give --store a directory that you may use")
    }
    guard names.isEmpty || names.contains(markerName) else {
      throw .store(
        "'\(path)' is not empty and was not made by inkbench; nothing was touched, give --store another directory"
      )
    }
    let foreign = names.filter { $0 != markerName && !parts.contains($0) }
    guard foreign.isEmpty else {
      throw .store("'\(path)' holds '\(foreign.sorted()[0])', which is not ours; nothing was touched")
    }
    guard
      !names.contains(markerName)
        // Empty: the run that made it was ended, or found the disk full, before it could write.
        || ["", markerText, madeMarkerText].contains(text(of: path + "/" + markerName))
    else { throw .store("'\(path)/\(markerName)' is of another version; remove the directory yourself") }
  }

  /// What lies in a directory, but what a killed process has left of its looking at the disk.
  private static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { !ProbeDirectory.isNamed($0) }
  }

  private static func text(of path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  private func remove(_ name: String) throws(RunError) {
    let target = path + "/" + name
    // A child whose run was killed may write for a moment longer, so what is removed can fill again.
    for _ in 0..<Self.removalTries where FileManager.default.fileExists(atPath: target) {
      do { return try FileManager.default.removeItem(atPath: target) } catch { Platform.pause() }
    }
    guard !FileManager.default.fileExists(atPath: target) else {
      throw .store(
        "'\(target)' is left from an earlier run and can't be removed; remove it, or give --store another directory"
      )
    }
  }

  /// Two seconds in all: longer than a child lives once nobody waits for its answer.
  private static let removalTries = 20

  /// Removes what this run made, and the directory too if a run of ours made it.
  package func tearDown() {
    for name in Self.parts { try? remove(name) }
    // What could not be removed stays ours by its marker, so that the next run can try.
    guard wasCreated, Self.parts.allSatisfy({ !FileManager.default.fileExists(atPath: path + "/" + $0) })
    else { return }
    Platform.removeFile(path + "/" + Self.markerName)
    // Only as far as they are empty: whatever else has come to lie here meanwhile is not ours.
    Platform.removeEmptyDirectory(path)
    Platform.removeEmptyDirectories(made)
  }

  deinit { Platform.closeDescriptor(lock) }

  /// Where the base of a case lies.
  package func base(_ number: Int) -> String { "\(path)/bases/\(number)" }
  /// Where a working copy lies.
  package func copy(_ name: String) -> String { "\(path)/copies/\(name)" }
  /// Where a working copy lies whose memory is counted to the byte.
  ///
  /// Paths are in that memory, so this one, and the directory that holds it, is equally long wherever the
  /// store lies. The directory is made.
  package func copyOfOneLength(_ name: String) throws(RunError) -> String {
    let place = copy("")
    let missing = Self.lengthInAll - place.utf8.count
    let directory = missing > 0 ? place + String(repeating: "-", count: missing) : place + "long"
    try Platform.makeDirectories(directory)
    return directory + "/" + name
  }

  /// Long enough for where people keep their work, short enough for the name of one directory.
  private static let lengthInAll = 240

  /// Where files beside a store lie: exports, progress marks, floors.
  package func beside(_ name: String) -> String { "\(path)/beside/\(name)" }
}
