internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// A sound store behind an actor, whose saves do much of their work on other threads.
///
/// It breaks no promise: what it is about is that an instrument which looks at one thread sees little of it,
/// and that no two of its processes allocate the same number of times.
actor HoppingStore: ForwardingActor {
  static var traits: BackendTraits {
    var traits = StoreWrapper.sound.traits
    traits.name = "hopping"
    traits.summary = "a sound store whose saves work on other threads"
    return traits
  }

  /// Blocks that each save allocates on other threads, at least.
  static let blocksMin = 1_000

  let store: any StorageBackend

  init(_ environment: StoreEnvironment) async throws(StorageError) {
    store = try StoreWrapper.sound.init(environment)
  }

  func save(_ changes: ChangeSet) async throws(StorageError) {
    try store.save(changes)
    // Differs from process to process, as the order in which threads run does.
    let count = Self.blocksMin + Calls.processNumber % 1_000
    let halves = [count / 2, count - count / 2].map { half in
      Task.detached { (0..<half).reduce(0) { $0 + Self.block($1).count } }
    }
    for half in halves { _ = await half.value }
  }

  /// One allocation, and some work on it.
  private static func block(_ number: Int) -> [Int] { (0..<64).map { $0 &* number } }
}
