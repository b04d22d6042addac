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

/// Leaves a file where the instrument writes its own, so that the tap can't be tested.
final class SquattingStore: ForwardingStore {
  override class var name: String { "squatting" }

  override func finishLoading() throws(StorageError) {
    try super.finishLoading()
    Calls.replace(environment.directory + "/.inktap-canary", with: [1])
  }
}

/// Makes far more calls in one round than in those before it; by its place it knows which.
final class GrowingStore: ForwardingStore {
  override class var name: String { "growing" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    guard environment.directory.hasSuffix("/recorded"), !hasGrown else { return }
    hasGrown = true
    for _ in 0..<20_000 { Calls.replace(environment.directory + "/growth", with: [1]) }
  }

  private var hasGrown = false
}
