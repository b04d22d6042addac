import InkModel
import InkStorage
import InkTap
import InkTestFixtures
import Testing

/// A process may end after it has made a name and before it has synced the directory.
///
/// The next one sees the name, and a power cut can still take it back.
@Suite("Syncs of the journal after a process ended", .serialized) struct RelaunchSyncTests {
  private let directory: TemporaryDirectory
  private let document = Fixtures.document(pages: 1)
  private let environment: StoreEnvironment
  private var journalPath: String {
    "\(document.id.name).lnote/pages/\(document.pages[0].id.name).journal"
  }

  init() throws {
    directory = try TemporaryDirectory()
    environment = StoreEnvironment(
      directory: directory.path, durability: .powerDurable,
      codec: try #require(BuiltInCodecs.named("packed")), seed: 5)
  }

  private func journal() throws -> any StorageBackend {
    try #require(BuiltInBackends.named("journal")).init(environment)
  }

  /// Draws one stroke and saves it.
  private func draw(_ id: UInt64, on page: inout Page, in store: any StorageBackend) throws {
    var arena = InkArena()
    arena.points += Fixtures.points(count: 10, seed: id)
    let stroke = Stroke(id: ElementID(rawValue: id), ink: Ink(), points: ArenaRange(start: 0, count: 10))
    let edit = Edit.put(.stroke(stroke), index: page.elements.count)
    try page.apply(edit, from: arena)
    let change = PageChange(page: page, edits: [edit], arena: arena)
    try store.save(ChangeSet(reason: .autosave, timeMilliseconds: id, pages: [change]))
  }

  /// Leaves a page with one save in its journal, as a process that ended; then lets something happen to its
  /// files.
  private func leave(then accident: (any StorageBackend) throws -> Void = { _ in }) throws -> Page {
    var page = Page(id: document.pages[0].id)
    let store = try journal()
    try store.createDocument(document)
    try store.openPage(page.id, into: &page)
    try draw(1, on: &page, in: store)
    try accident(store)
    return page
  }

  /// The syncs of directories, and all others, that two saves of a new process make, one after the other.
  private func syncs(of page: Page) throws -> [[UInt64]] {
    let store = try journal()
    _ = try store.openDocument(document.id)
    var page = page
    try store.openPage(page.id, into: &page)
    Tap.watch(directory: directory.path, roles: type(of: store).traits.fileRoles)
    return try [UInt64(8), 9].map { id in
      let before = Tap.snapshot()
      try draw(id, on: &page, in: store)
      let cost = Tap.snapshot() - before
      return [cost[.other].syncCalls, cost[.journal].syncCalls]
    }
  }

  @Test("The first save to a journal that was found syncs its name as well, and no later one does")
  func foundJournal() throws {
    let page = try leave()
    // The store's directory, the package and the pages: a process may have ended before it synced any.
    #expect(try syncs(of: page) == [[3, 1], [0, 1]])
  }

  @Test("A stale journal is emptied only after the snapshot's name has been synced")
  func staleJournal() throws {
    var old: [UInt8] = []
    let page = try leave { store in
      old = try directory.read(journalPath)
      try store.closePage(document.pages[0].id)
    }
    _ = try directory.write(old, to: journalPath)
    // The store and the package; the pages once before the journal is emptied, and once for the name of the
    // journal that is begun.
    #expect(try syncs(of: page) == [[4, 1], [0, 1]])
  }
}
