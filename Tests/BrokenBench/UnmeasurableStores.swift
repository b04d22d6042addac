internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

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
