internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// Takes it for granted that a save succeeds, as `try!` does.
final class FragileStore: ForwardingStore {
  override class var name: String { "fragile" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    do throws(StorageError) { try super.save(changes) } catch { preconditionFailure("\(error)") }
  }
}

/// Waits for a save to succeed, however long that takes.
final class StubbornStore: ForwardingStore {
  override class var name: String { "stubborn" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    while (try? super.save(changes)) == nil { Calls.doze() }
  }
}
