import FoundationEssentials
import Glibc
import InkCrash
import InkModel
import InkReplay
import InkReport
import InkStorage
import InkStoreFixtures
import InkTestFixtures
import Testing

/// A session, the stores that it leaves, and who checks them.
struct CheckedLab {
  let session: Session
  let plan: ReplayPlan
  let backend: any StorageBackend.Type
  let environment: StoreEnvironment
  let place: TemporaryDirectory

  /// Two pages, three strokes on the first and an image below them; each change is a save.
  static var session: Session {
    var session = Fixtures.writingSession(
      strokes: 3, policy: SavePolicy(trigger: .perStroke, delayMilliseconds: 0))
    let document = Fixtures.document(pages: 2)
    session.base = .inline(document, pages: document.pages.map { Page(id: $0.id) })
    session.events.removeLast()
    let image = PlacedImage(
      id: ElementID(rawValue: 99), frame: Frame(x: 0, y: 0, width: 9, height: 9),
      asset: AssetID(rawValue: 0xA))
    session.events += [
      Event(startMilliseconds: 9_000, action: .insertAsset(image.asset, byteCount: 2_000)),
      Event(
        startMilliseconds: 9_001,
        action: .edit(document.pages[0].id, .put(.image(image), index: 0), cause: .insert)),
    ]
    return session
  }

  init(_ backend: any StorageBackend.Type, session: Session = Self.session) throws {
    self.session = session
    self.backend = backend
    plan = ReplayPlan(session)
    place = try TemporaryDirectory.inMemory()
    let codec = try #require(BuiltInCodecs.named("packed"))
    environment = StoreEnvironment(
      directory: place.path, durability: .powerDurable, codec: codec, seed: 1)
  }

  init(_ name: String, session: Session = Self.session) throws {
    try self.init(#require(BuiltInBackends.named(name)), session: session)
  }

  /// The step of the n-th save, from 0.
  func saveStep(_ number: Int) -> Int {
    plan.steps.indices.filter { if case .save = plan.steps[$0].action { true } else { false } }[number] + 1
  }

  /// The store after the first steps, its process gone.
  func image(steps: Int? = nil) throws -> StoreImage {
    let directory = try TemporaryDirectory.inMemory()
    var environment = environment
    environment.directory = directory.path
    var plan = plan
    plan.steps.removeLast(plan.steps.count - (steps ?? plan.steps.count))
    try BaseBuilder.build(session.base, with: backend, in: environment)
    let replay = Replay(
      session: session, plan: plan, backend: backend, environment: environment,
      options: ReplayOptions(exportPath: directory.path + "-export"))
    _ = try replay.run(
      check: InstrumentCheck(canarySeen: false, countedBytes: 0, kernelBytes: nil, faults: []))
    let image = try StoreImage(directory: directory.path)
    // A new process finds no shared memory of the last one that it could use.
    return StoreImage(
      directories: image.directories, files: image.files.filter { !$0.path.hasSuffix("-shm") })
  }

  func checker() throws -> StateChecker {
    try StateChecker(
      session: session, plan: plan, backend: backend, environment: environment, place: place.path)
  }

  func verdict(_ observation: Observation, _ progress: ReplayProgress? = nil) -> Verdict {
    observation.verdict(
      for: progress ?? .complete(plan), by: DocumentHistory(session: session, plan: plan),
      unit: backend.traits.unit)
  }
}

/// Names in a store of packages.
enum StorePath {
  static func path(_ name: String) -> String { DocumentID(rawValue: 0xD0C).name + ".lnote/" + name }

  static func page(_ number: UInt64) -> String { path("pages/\(PageID(rawValue: number).name).content") }

  static func asset(_ number: UInt64) -> String { path("assets/\(AssetID(rawValue: number).name).jpg") }
}

extension StoreImage {
  /// The same store with other bytes in a file, or without it.
  func replacing(_ path: String, by bytes: [UInt8]?) -> StoreImage {
    let others = files.filter { $0.path != path }
    return StoreImage(
      directories: directories, files: others + (bytes.map { [File(path: path, bytes: $0)] } ?? []))
  }
}

// MARK: - Stores whose recovery does something

/// Writes a file again as it is whenever a document is opened.
final class RewritingStore: StoreWrapper {
  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let file = URL(filePath: environment.directory + "/" + StorePath.path("document.json"))
    do { try Data(contentsOf: file).write(to: file) } catch { throw .misuse("\(error)") }
    return try super.openDocument(id)
  }
}

/// Empties a cache by opening it, whenever a document is opened.
final class EmptyingStore: OpeningStore {
  override class var flags: Int32 { O_WRONLY | O_TRUNC }
}

/// Makes a file by opening it, whenever a document is opened.
final class CreatingStore: OpeningStore {
  override class var name: String { "assets/new" }
}

/// Opens a file that is there as if it might have to make it, whenever a document is opened.
final class LookingStore: OpeningStore {}

/// Opens a file of the package and does no more, whenever a document is opened.
class OpeningStore: StoreWrapper {
  class var name: String { "manifest.json" }
  class var flags: Int32 { O_RDWR | O_CREAT }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let document = try super.openDocument(id)
    let path = environment.directory + "/" + StorePath.path(Self.name)
    // Unsafe as C takes a pointer to the path, which outlives the call.
    let descriptor = unsafe open(path, Self.flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .misuse("'\(path)' can't be opened") }
    close(descriptor)
    return document
  }
}

/// Makes a file and removes it whenever a document is opened.
final class HidingStore: StoreWrapper {
  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let path = environment.directory + "/" + StorePath.path("assets/passing")
    do {
      try Data().write(to: URL(filePath: path))
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw .misuse("\(error)")
    }
    return try super.openDocument(id)
  }
}

/// Loses a page when its document is closed.
final class ForgettingStore: StoreWrapper {
  override func closeDocument() throws(StorageError) {
    try super.closeDocument()
    let path = environment.directory + "/" + StorePath.page(1)
    do { try FileManager.default.removeItem(atPath: path) } catch { throw .misuse("\(error)") }
  }
}

/// Can't close a document.
final class StuckStore: StoreWrapper {
  override func closeDocument() throws(StorageError) { throw .misuse("it is stuck") }
}
