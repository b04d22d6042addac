internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// A sound store that does one thing otherwise at its third save, by the word in `BROKENBENCH_MUTATION`.
///
/// The store behind it syncs nothing; pages are synced here, after their first bytes were read back, so that
/// a sync, a write, an encoding and an allocation can each be left out or done once more, and nothing else.
final class MutableStore: ForwardingStore {
  override class var name: String { "mutable" }

  private enum Mutation: String {
    case sync, write, encode, allocation
  }

  /// What an allocation is made for.
  private final class Keepsake {}

  private let mutation = Calls.environment("BROKENBENCH_MUTATION").flatMap(Mutation.init)
  private var saveCount = 0
  private var scratch = ByteBuffer(capacity: 1 << 22)
  private var keepsake: Keepsake?

  override class func start(_ environment: StoreEnvironment) throws(StorageError) -> any StorageBackend {
    var environment = environment
    environment.durability = .processCrash
    return try super.start(environment)
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    saveCount += 1
    let mutation = saveCount == 3 ? mutation : nil
    if mutation == .allocation { keepsake = Keepsake() }
    if mutation == .encode, let change = changes.pages.first {
      scratch.removeAll()
      environment.codec.encode(change.page, into: &scratch)
    }
    try super.save(changes)
    for (index, change) in changes.pages.enumerated() {
      Calls.touch(
        path(of: change.page.id), rewriting: mutation == .write && index == 0,
        syncing: mutation != .sync || index > 0)
    }
  }
}
