internal import InkModel

/// Clears up what an interrupted migration left beside a store.
///
/// Where the old store is tells how far it had come. In its place: nothing was swapped, and what was being
/// made is removed. In the migration's directory while its place is empty: the two renames of a file system
/// without exchange were cut apart, and it is put back. In the migration's directory while another store has
/// its place: that store had been verified and swapped in, and the old one goes where it was to go. Anything
/// else is not understood, and nothing is touched.
enum MigrationLeftovers {
  /// What was done, as sentences for the user; nil if there was nothing to do.
  static func resolve(of store: String) throws(MigrationError) -> String? {
    let root = store + MigrationPlace.suffix
    guard SystemCalls.place(root) != .nothing else { return nil }
    guard let note = try note(in: root) else {
      try MigrationError.wrapping { () throws(StorageError) in try MigrationPlace.removeNote(root) }
      return nil
    }
    // Held until all is cleared up; a migration that is alive has it.
    let file = try MigrationError.wrapping { () throws(StorageError) in
      try File(root + "/" + MigrationPlace.noteName, .update)
    }
    do throws(StorageError) { try file.lock() } catch {
      throw MigrationError(.refused, "'\(store)' is being migrated by another process; wait for it")
    }
    return try resolve(note, store: store, root: root)
  }

  private static func resolve(
    _ note: MigrationNote, store: String, root: String
  ) throws(MigrationError) -> String? {
    let (new, old) = (root + "/new", root + "/old")
    try MigrationError.wrapping { () throws(StorageError) in
      for name in ["trial", MigrationPlace.removedName] { try StoreTree.remove(root + "/" + name) }
    }
    guard !isOldStore(store, note) else {
      try discard(new, root)
      return "what an interrupted migration had left in '\(root)' was removed"
    }
    guard let holder = [old, new].first(where: { isOldStore($0, note) }) else {
      guard SystemCalls.place(new) == .nothing, SystemCalls.place(old) == .nothing else {
        throw MigrationError(
          .refused,
          "'\(root)' is left from the migration of another directory that was called '\(store)'; "
            + "look at what it holds, then move it away")
      }
      try discard(new, root)
      return nil
    }
    guard SystemCalls.place(store) == .nothing else {
      let whereabouts = try StoreSwap.retire(holder, in: root, keepingAt: note.keepOld)
      try discard(new, root)
      return "an interrupted migration had put the new store in its place; the old one was \(whereabouts)"
    }
    try MigrationError.wrapping { () throws(StorageError) in
      try SystemCalls.rename(holder, to: store)
      try Files.syncDirectory(root)
      try Files.syncDirectory(parentDirectory(of: store))
    }
    try discard(new, root)
    return "'\(store)' was missing, because a migration was interrupted; its old form was put back"
  }

  /// Removes an unfinished new store and the directory around it.
  private static func discard(_ new: String, _ root: String) throws(MigrationError) {
    try MigrationError.wrapping { () throws(StorageError) in
      try StoreTree.remove(new)
      try MigrationPlace.removeNote(root)
    }
  }

  /// The note in a directory; nil if nothing was made after the directory itself.
  private static func note(in root: String) throws(MigrationError) -> MigrationNote? {
    let foreign = MigrationError(
      .refused, "'\(root)' was not made by a migration, which needs that name; move it away")
    guard case .directory = SystemCalls.place(root) else { throw foreign }
    let path = root + "/" + MigrationPlace.noteName
    let (names, note) = try MigrationError.wrapping { () throws(StorageError) in
      let text = try Files.read(path).map { String(decoding: $0, as: UTF8.self) }
      return (
        try SystemCalls.names(inDirectory: root),
        try text.flatMap { (text) throws(StorageError) in try MigrationNote(text, path: path) }
      )
    }
    guard names.allSatisfy(MigrationPlace.names.contains) else { throw foreign }
    guard note == nil else { return note }
    guard names.allSatisfy({ $0 == MigrationPlace.noteName + Files.temporarySuffix }) else { throw foreign }
    return nil
  }

  private static func isOldStore(_ path: String, _ note: MigrationNote) -> Bool {
    guard case .directory(let identity) = SystemCalls.place(path) else { return false }
    return identity.number == note.oldStore
  }
}
