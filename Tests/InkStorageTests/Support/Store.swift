import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// A store in a directory of its own in memory, with helpers that read as what an app does.
final class Store {
  let directory: TemporaryDirectory
  private(set) var type: any StorageBackend.Type
  let codec: any PageCodec
  let durability: Durability
  let recorder = Recorder()
  private(set) var backend: any StorageBackend

  init(
    _ name: String, codec: String = "packed", durability: Durability = .processCrash, pages: Int = 1
  ) throws {
    directory = try TemporaryDirectory.inMemory()
    type = try #require(BuiltInBackends.named(name))
    self.codec = try #require(BuiltInCodecs.named(codec))
    self.durability = durability
    backend = try Store.start(type, directory.path, self.codec, durability, recorder)
    try backend.createDocument(Fixtures.document(pages: pages))
  }

  private static func start(
    _ type: any StorageBackend.Type, _ path: String, _ codec: any PageCodec, _ durability: Durability,
    _ recorder: Recorder
  ) throws -> any StorageBackend {
    try type.init(
      StoreEnvironment(directory: path, durability: durability, codec: codec, seed: 5, observer: recorder))
  }

  /// Ends the process, lets something happen to its files, and opens the document again.
  func restart(after accident: () throws -> Void = {}) throws {
    backend = try BuiltInBackends.all[0].init(
      StoreEnvironment(directory: directory.path, durability: durability, codec: codec))
    try accident()
    backend = try Store.start(type, directory.path, codec, durability, recorder)
    _ = try backend.openDocument(Store.document)
  }

  /// Ends the process and starts one of another backend, which has not opened the document yet.
  func become(_ name: String, durability: Durability? = nil) throws {
    backend = try BuiltInBackends.all[0].init(
      StoreEnvironment(directory: directory.path, durability: .processCrash, codec: codec))
    type = try #require(BuiltInBackends.named(name))
    backend = try Store.start(type, directory.path, codec, durability ?? self.durability, recorder)
  }

  /// The bytes of all files but the lock.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in SoundStore.paths(under: directory.path, prefix: "") where path != StoreLock.fileName {
      files[path] = try directory.read(path)
    }
    return files
  }

  func open(_ id: UInt64 = 1) throws -> Page {
    var page = Page(id: PageID(rawValue: id))
    try backend.openPage(page.id, into: &page)
    return page
  }

  /// Applies edits to a page and saves it.
  func save(_ page: inout Page, _ edits: [Edit], _ arena: InkArena = InkArena(), time: UInt64 = 500) throws {
    for edit in edits { try page.apply(edit, from: arena) }
    try save(page, edits, arena, time: time)
  }

  func save(_ page: Page, _ edits: [Edit], _ arena: InkArena, time: UInt64 = 500) throws {
    try backend.save(
      ChangeSet(
        reason: .autosave, timeMilliseconds: time,
        pages: [PageChange(page: page, edits: edits, arena: arena)]))
  }

  /// Draws a stroke on a page and saves it.
  func draw(_ page: inout Page, id: UInt64, points: Int = 10, at index: Int? = nil) throws {
    var arena = InkArena()
    let stroke = Store.stroke(id: id, points: points, &arena)
    try save(&page, [.put(.stroke(stroke), index: index ?? page.elements.count)], arena)
  }

  static func stroke(id: UInt64, points: Int = 10, _ arena: inout InkArena) -> Stroke {
    let start = arena.points.count
    arena.points += Fixtures.points(count: points, seed: id)
    return Stroke(id: ElementID(rawValue: id), ink: Ink(), points: ArenaRange(start: start, count: points))
  }

  static let document = DocumentID(rawValue: 0xD0C)
  static let database = "0000000000000d0c.sqlite"
  static let package = "0000000000000d0c.lnote"
  static let page = package + "/pages/0000000000000001.content"
  static let journal = package + "/pages/0000000000000001.journal"

  func path(_ name: String) -> String { directory.path + "/" + name }
}

/// Counts the activities that a backend announces; unchecked, since the stores here tell from one thread.
final class Recorder: StoreObserver, @unchecked Sendable {
  private(set) var counts: [StoreActivity: Int] = [:]
  private(set) var running: [StoreActivity] = []

  func began(_ activity: StoreActivity) { running.append(activity) }

  func ended(_ activity: StoreActivity) {
    precondition(running.popLast() == activity, "activities overlap")
    counts[activity, default: 0] += 1
  }
}

extension ByteBuffer {
  /// The bytes as an array.
  func copy() -> [UInt8] { (0..<count).map { bytes.byte(at: $0) } }
}
