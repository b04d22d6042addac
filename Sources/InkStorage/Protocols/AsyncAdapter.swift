internal import Dispatch
public import InkModel
internal import Synchronization

/// Makes a backend of an asynchronous store: each call waits for the store's answer.
///
/// A call is handed to the concurrency runtime and back, which takes some ten microseconds beside the store's
/// own time. The cost belongs to the store: an app that saves through an actor pays it too.
public final class AsyncAdapter<Store: AsyncStorageBackend>: StorageBackend {
  public static var traits: BackendTraits { Store.traits }

  private let store: Store

  public init(_ environment: StoreEnvironment) throws(StorageError) {
    store = try Self.wait { () async throws(StorageError) in try await Store(environment) }
  }

  public func createDocument(_ document: DocumentInfo) throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.createDocument(document) }
  }

  public func loadPage(_ page: borrowing Page) throws(StorageError) {
    let page = copy page
    try ask { (store) async throws(StorageError) in try await store.loadPage(page) }
  }

  public func finishLoading() throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.finishLoading() }
  }

  public func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    try ask { (store) async throws(StorageError) in try await store.openDocument(id) }
  }

  public func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    page.reset(id: id)
    let empty = page
    page = try ask { (store) async throws(StorageError) in try await store.openPage(id, into: empty) }
  }

  public func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    var copied: [UInt8] = []
    copied.reserveCapacity(bytes.byteCount)
    // Unsafe to the compiler only: the offsets are the span's own.
    for offset in bytes.byteOffsets {
      copied.append(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    }
    let bytes = copied
    try ask { (store) async throws(StorageError) in try await store.insertAsset(id, bytes: bytes) }
  }

  public func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    try ask { (store) async throws(StorageError) in try await store.readAsset(id) }
  }

  public func storedAssets() throws(StorageError) -> [AssetID] {
    try ask { (store) async throws(StorageError) in try await store.storedAssets() }
  }

  public func save(_ changes: ChangeSet) throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.save(changes) }
  }

  public func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.addPage(page, at: index) }
  }

  public func deletePage(_ id: PageID) throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.deletePage(id) }
  }

  public func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.movePage(id, to: index) }
  }

  public func closePage(_ id: PageID) throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.closePage(id) }
  }

  public func idle(milliseconds: UInt64) throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.idle(milliseconds: milliseconds) }
  }

  public func background(deadlineMilliseconds: UInt64) throws(StorageError) {
    try ask { (store) async throws(StorageError) in
      try await store.background(deadlineMilliseconds: deadlineMilliseconds)
    }
  }

  public func listLibrary() throws(StorageError) -> [LibraryEntry] {
    try ask { (store) async throws(StorageError) in try await store.listLibrary() }
  }

  public func export(to path: String) throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.export(to: path) }
  }

  public func closeDocument() throws(StorageError) {
    try ask { (store) async throws(StorageError) in try await store.closeDocument() }
  }

  public static func makeCanonical(_ page: inout Page) { Store.makeCanonical(&page) }

  private func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (Store) async throws(StorageError) -> Answer
  ) throws(StorageError) -> Answer {
    let store = store
    return try Self.wait { () async throws(StorageError) in try await question(store) }
  }

  /// Blocks this thread until the work is done on a thread of the bridge's own.
  private static func wait<Answer: Sendable>(
    for work: @escaping @Sendable () async throws(StorageError) -> Answer
  ) throws(StorageError) -> Answer {
    let outcome = Outcome<Answer>()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached(executorPreference: BridgeExecutor.shared) {
      do throws(StorageError) {
        outcome.set(.success(try await work()))
      } catch {
        outcome.set(.failure(error))
      }
      isDone.signal()
    }
    isDone.wait()
    return try outcome.get()
  }
}

/// Threads for asynchronous stores, apart from the runtime's own.
///
/// The runtime has as many threads as the machine has cores; if callers block those, the answers that they
/// wait for find none to run on.
private final class BridgeExecutor: TaskExecutor {
  static let shared = BridgeExecutor()

  private let queue = DispatchQueue(label: "inkbench.asynchronous-stores", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// What a task has come to, for the thread that waits for it.
private final class Outcome<Answer: Sendable>: Sendable {
  private let result = Mutex<Result<Answer, StorageError>?>(nil)

  func set(_ result: Result<Answer, StorageError>) { self.result.withLock { $0 = result } }

  func get() throws(StorageError) -> Answer {
    guard let result = result.withLock({ $0 }) else { throw .misuse("the store gave no answer") }
    return try result.get()
  }
}
