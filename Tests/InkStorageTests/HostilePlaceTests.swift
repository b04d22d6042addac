import Glibc
import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

/// Directories that are not what they were: links, replacements, places that nobody may write to.
@Suite("Hostile places") struct HostilePlaceTests {
  private func link(_ path: String, to target: String) throws {
    try #require(unsafe symlink(target, path) == 0)
  }

  private func isLinkError(_ error: any Error) -> Bool {
    if case StorageError.damaged(_, SystemCalls.linkReason) = error { true } else { false }
  }

  /// Moves something out of the store and leaves a link to it.
  private func moveOut(_ name: String, of store: SoundStore, to outside: TemporaryDirectory) throws {
    try SystemCalls.rename(store.path(name), to: outside.path + "/moved")
    try link(store.path(name), to: outside.path + "/moved")
  }

  @Test(
    "Links in the place of directories and documents are not followed",
    arguments: [
      ("snapshot", ""), ("snapshot", "/pages"), ("snapshot", "/assets"), ("snapshot", "/document.json"),
      ("monolith", ""),
    ])
  func linkedDocuments(backend: String, place: String) throws {
    let store = try SoundStore(backend)
    let outside = try TemporaryDirectory.inMemory()
    let root = backend == "monolith" ? "0000000000000d0c.notebook" : Store.package
    try moveOut(root + place, of: store, to: outside)
    #expect { try store.start().openDocument(store.info.id) } throws: { isLinkError($0) }
    if place.isEmpty {
      #expect(try store.start().listLibrary().allSatisfy { $0.title != store.info.title })
    }
  }

  @Test("A page or an image that is a link is damaged, and the file behind it is left alone")
  func linkedFiles() throws {
    let store = try SoundStore("snapshot")
    for name in store.truth where !SoundStore.isDocument(name) {
      let outside = try TemporaryDirectory.inMemory()
      try moveOut(name, of: store, to: outside)
      let losses = try store.losses(name)
      #expect(losses.count == 1 && losses[0].contains(SystemCalls.linkReason), "\(name): \(losses)")
      #expect(try outside.read("moved") == store.files[name])
      try SystemCalls.rename(outside.path + "/moved", to: store.path(name))
    }
  }

  @Test(
    "Nothing is written through a link that lies in wait under a temporary name",
    arguments: ["snapshot", "monolith"])
  func linkedTemporaries(backend: String) throws {
    let store = try Store(backend)
    let outside = try TemporaryDirectory.inMemory()
    let victim = try outside.write([1, 2, 3], to: "victim")
    let file = backend == "monolith" ? "0000000000000d0c.notebook" : Store.page
    var page = try store.open()
    try link(store.path(file + ".tmp"), to: victim)
    #expect { try store.draw(&page, id: 1) } throws: { isLinkError($0) }
    #expect(try outside.read("victim") == [1, 2, 3])
    // The link is gone with the save that failed on it; the next one is made as ever.
    try store.save(page, [], InkArena())
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("Thumbnails are not written through a link, and nobody is bothered")
  func linkedThumbnails() throws {
    let store = try Store("snapshot-thumbnails")
    let outside = try TemporaryDirectory.inMemory()
    let thumbnails = store.path(Store.package + "/thumbnails")
    Files.removeTree(thumbnails)
    try link(thumbnails, to: outside.path)
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    #expect(try SystemCalls.names(inDirectory: outside.path).isEmpty)
  }

  @Test("A folder that is removed or replaced while it is open is not written to", arguments: [true, false])
  func replacedFolder(hasReplacement: Bool) throws {
    let store = try Store("snapshot")
    var page = try store.open()
    try store.draw(&page, id: 1)
    let root = store.path(Store.package)
    let away = store.path("elsewhere")
    try store.backend.export(to: store.path("copy"))
    try SystemCalls.rename(root, to: away)
    if hasReplacement { try SystemCalls.rename(store.path("copy"), to: root) }
    let before = SoundStore.paths(under: root, prefix: "")
    let bytes = hasReplacement ? try store.directory.read(Store.page) : []
    func isRefusal(_ error: any Error) -> Bool { error as? StorageError == PackagePlace.replaced(root) }
    var arena = InkArena()
    let edit = Edit.put(.stroke(Store.stroke(id: 2, &arena)), index: 1)
    try page.apply(edit, from: arena)
    #expect { try store.save(page, [edit], arena) } throws: { isRefusal($0) }
    #expect { try store.backend.insertAsset(AssetID(rawValue: 1), bytes: [1].rawSpan) } throws: {
      isRefusal($0)
    }
    #expect { try store.backend.addPage(PageInfo(id: PageID(rawValue: 9)), at: 0) } throws: { isRefusal($0) }
    try store.backend.idle(milliseconds: 60_000)
    try store.backend.closePage(page.id)
    #expect { try store.backend.closeDocument() } throws: { isRefusal($0) }
    #expect(SoundStore.paths(under: root, prefix: "") == before)
    if hasReplacement {
      #expect(try store.directory.read(Store.page) == bytes)
      try SystemCalls.rename(root, to: store.path("copy"))
    }
    // Put back, it goes on.
    try SystemCalls.rename(away, to: root)
    try store.save(page, [edit], arena)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A notebook that is replaced while it is open is not written over")
  func replacedNotebook() throws {
    let store = try Store("monolith")
    var page = try store.open()
    try store.draw(&page, id: 1)
    let path = store.path("0000000000000d0c.notebook")
    try SystemCalls.rename(path, to: path + ".away")
    #expect(throws: PackagePlace.replaced(path)) { try store.save(page, [], InkArena()) }
    _ = try store.directory.write([7], to: "0000000000000d0c.notebook")
    #expect(throws: PackagePlace.replaced(path)) { try store.save(page, [], InkArena()) }
    #expect(try store.directory.read("0000000000000d0c.notebook") == [7])
  }

  /// Does something as a user who may read the store and not write to it.
  private func withoutRights(_ body: () throws -> Void) rethrows {
    // The only way to try it where tests run as a user who may do anything; it holds for this thread alone.
    let nobody: uid_t = 65_534
    setFileUser(nobody)
    defer { setFileUser(0) }
    try body()
  }

  /// The call is Linux's own and not among those that the C library's module shows.
  private func setFileUser(_ user: uid_t) {
    guard let call = unsafe dlsym(nil, "setfsuid") else { return }
    _ = unsafe unsafeBitCast(call, to: (@convention(c) (uid_t) -> Int32).self)(user)
  }

  @Test(
    "Where nothing may be written, a save says so, keeps the old page and can be made again",
    .enabled(if: geteuid() == 0), arguments: ["snapshot", "snapshot-foundation", "monolith"])
  func readOnly(backend: String) throws {
    let store = try Store(backend)
    var page = try store.open()
    try store.draw(&page, id: 1)
    let before = page
    var arena = InkArena()
    let edit = Edit.put(.stroke(Store.stroke(id: 2, &arena)), index: 1)
    try page.apply(edit, from: arena)
    let changed = page
    withoutRights {
      #expect { try store.save(changed, [edit], arena) } throws: {
        if case StorageError.system(_, let path, EACCES) = $0 {
          path.contains("0000000000000d0c")
        } else {
          false
        }
      }
      // Caches fail without a word.
      #expect(throws: Never.self) { try store.backend.idle(milliseconds: 60_000) }
      #expect(throws: Never.self) { try store.backend.closePage(changed.id) }
      #expect(throws: StorageError.self) {
        _ = try store.type.init(
          StoreEnvironment(directory: store.directory.path, durability: .processCrash, codec: store.codec))
      }
    }
    #expect(try store.open().hasSameContent(as: before))
    try store.save(page, [edit], arena)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }
}
