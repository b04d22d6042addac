internal import InkModel
internal import InkStorage

/// Writes through a shared mapping, where no instrument sees it.
final class MappedStore: ForwardingStore {
  override class var name: String { "mapped" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    for change in changes.pages { Calls.rewriteMapped(path(of: change.page.id)) }
  }
}

/// Writes by a call that the C library carries out within itself.
final class UnseenStore: ForwardingStore {
  override class var name: String { "unseen" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    Calls.writeFormatted(environment.directory + "/diary", "a save\n")
  }
}

/// Traps in its fourth save.
final class DyingStore: ForwardingStore {
  override class var name: String { "dying" }

  private var saveCount = 0

  override func save(_ changes: ChangeSet) throws(StorageError) {
    saveCount += 1
    precondition(saveCount < 4, "the fourth save")
    try super.save(changes)
  }
}

/// Finds the disk full in its fourth save.
final class FailingStore: ForwardingStore {
  override class var name: String { "failing" }

  private var saveCount = 0

  override func save(_ changes: ChangeSet) throws(StorageError) {
    saveCount += 1
    guard saveCount < 4 else {
      throw .system(operation: "write", path: path(of: changes.pages[0].page.id), code: Calls.diskFull)
    }
    try super.save(changes)
  }
}
