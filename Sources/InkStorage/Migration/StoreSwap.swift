internal import InkModel

/// Puts a new store in the place of an old one.
///
/// Where the file system can, the two directories exchange their names in one step: at every moment one of
/// them, whole, has the store's name. Where it can't, two renames follow each other; between them the name
/// leads to nothing, and the note says where the old store is.
enum StoreSwap {
  /// How the two directories change places.
  package enum Method: Sendable {
    case exchange
    case twoRenames
  }

  /// Swaps and returns the path at which the old store lies then.
  ///
  /// A failure that left the old store in its place has cleared up; after any other nothing is removed.
  static func swap(_ place: MigrationPlace, _ method: Method) throws(MigrationError) -> String {
    if method == .exchange {
      let isDone: Bool
      do throws(StorageError) { isDone = try SystemCalls.exchange(place.new, with: place.store) } catch {
        throw place.abandoned(after: MigrationError(error))
      }
      if isDone { return try settled(place, old: place.new) }
    }
    do throws(StorageError) {
      try SystemCalls.rename(place.store, to: place.old)
      do throws(StorageError) {
        try sync(place)
        try SystemCalls.rename(place.new, to: place.store)
      } catch {
        // If this fails as well, the note says where the old store is.
        try? SystemCalls.rename(place.old, to: place.store)
        throw error
      }
    } catch {
      throw place.abandoned(after: MigrationError(error))
    }
    return try settled(place, old: place.old)
  }

  /// Forces the swap to the disk before anything of the old store is removed.
  private static func settled(_ place: MigrationPlace, old: String) throws(MigrationError) -> String {
    do throws(StorageError) { try sync(place) } catch {
      throw MigrationError(
        .disk,
        "\(error); '\(place.store)' is the new store, and the old one is whole in '\(old)': nothing was removed"
      )
    }
    return old
  }

  /// Removes an old store, or moves it to where the user wants it, and says which, to follow "was".
  ///
  /// What is being removed bears a name that says so: half of a store must never be taken for one.
  static func retire(
    _ old: String, in root: String, keepingAt path: String?
  ) throws(MigrationError) -> String {
    guard let path else {
      try MigrationError.wrapping { () throws(StorageError) in
        try SystemCalls.rename(old, to: root + "/" + MigrationPlace.removedName)
        try StoreTree.remove(root + "/" + MigrationPlace.removedName)
      }
      return "removed"
    }
    guard SystemCalls.place(path) == .nothing else {
      throw MigrationError(
        .refused, "'\(path)' exists, so the old store stays at '\(old)'; move it from there yourself")
    }
    try MigrationError.wrapping { () throws(StorageError) in
      try SystemCalls.rename(old, to: path)
      try Files.syncDirectory(parentDirectory(of: path))
      try Files.syncDirectory(root)
    }
    return "kept at '\(path)'"
  }

  private static func sync(_ place: MigrationPlace) throws(StorageError) {
    try Files.syncDirectory(parentDirectory(of: place.store))
    try Files.syncDirectory(place.root)
  }
}
