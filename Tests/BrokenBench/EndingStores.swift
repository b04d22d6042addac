internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

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

/// Sound, and a megabyte larger than any estimate.
final class BulkyStore: ForwardingStore {
  override class var name: String { "bulky" }

  override func createDocument(_ document: DocumentInfo) throws(StorageError) {
    try super.createDocument(document)
    Calls.replace(environment.directory + "/ballast", with: [UInt8](repeating: 1, count: 1_000_000))
  }
}

/// Traps when it is opened after a save.
final class DoomedStore: ForwardingStore {
  override class var name: String { "doomed" }

  private var marker: String { environment.directory + "/written" }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    precondition(!Calls.exists(marker), "the store was written")
    return try super.openDocument(id)
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    Calls.replace(marker, with: [1])
  }
}

/// Finds the disk full when it is opened after a save, as a recovery that needs room does.
final class CrampedStore: ForwardingStore {
  override class var name: String { "cramped" }

  private var marker: String { environment.directory + "/written" }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    if Calls.exists(marker) { throw .system(operation: "write", path: marker, code: Calls.diskFull) }
    return try super.openDocument(id)
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    Calls.replace(marker, with: [1])
  }
}

/// Traps when it is opened after a crash within a save.
final class ScarredStore: ForwardingStore {
  override class var name: String { "scarred" }

  private var marker: String { environment.directory + "/writing" }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    precondition(!Calls.exists(marker), "a save was cut short")
    return try super.openDocument(id)
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    Calls.replace(marker, with: [1])
    try super.save(changes)
    Calls.remove(marker)
  }
}

/// Traps at the first save after a crash within a save.
final class TrippingStore: ForwardingStore {
  override class var name: String { "tripping" }

  private var marker: String { environment.directory + "/writing" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    precondition(!Calls.exists(marker), "a save was cut short")
    Calls.replace(marker, with: [1])
    try super.save(changes)
    Calls.remove(marker)
  }
}

/// Does not come back from opening after a crash within a save.
final class ComatoseStore: ForwardingStore {
  override class var name: String { "comatose" }

  private var marker: String { environment.directory + "/writing" }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    while Calls.exists(marker) { Calls.doze() }
    return try super.openDocument(id)
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    Calls.replace(marker, with: [1])
    try super.save(changes)
    Calls.remove(marker)
  }
}

/// Does not come back from its first save.
final class DrowsyStore: ForwardingStore {
  override class var name: String { "drowsy" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    while true { Calls.doze() }
  }
}

/// Traps when it has exported.
final class BreathlessStore: ForwardingStore {
  override class var name: String { "breathless" }

  override func export(to path: String) throws(StorageError) {
    try super.export(to: path)
    preconditionFailure("the export")
  }
}

/// Takes three tenths of a second to open a document.
final class SluggishStore: ForwardingStore {
  override class var name: String { "sluggish" }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    for _ in 0..<3 { Calls.doze() }
    return try super.openDocument(id)
  }
}
