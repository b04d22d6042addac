import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("Rules of the package") struct SnapshotRulesTests {
  static let backends = ["snapshot", "snapshot-foundation", "journal"]

  @Test("An asset that can't be kept is an error, so that no page comes to name it", arguments: backends)
  func refusedAsset(backend: String) throws {
    let store = try Store(backend)
    Files.removeTree(store.path(Store.package + "/assets"))
    #expect(throws: StorageError.self) {
      try store.backend.insertAsset(AssetID(rawValue: 1), bytes: [1, 2].rawSpan)
    }
    #expect(try store.backend.storedAssets().isEmpty)
  }

  @Test(
    "Caches may be deleted: the document opens, the shelf shows it, the next save mends them",
    arguments: backends)
  func deletedCaches(backend: String) throws {
    let store = try Store(backend)
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.backend.closePage(page.id)
    let thumbnail = store.path(Store.package + "/thumbnails/0000000000000001.jpg")
    #expect(SystemCalls.exists(thumbnail))
    try store.restart {
      try SystemCalls.remove(store.path(Store.package + "/manifest.json"))
      Files.removeTree(store.path(Store.package + "/thumbnails"))
    }
    let entry = try #require(try store.backend.listLibrary().first)
    #expect(entry.title == "Fixture" && entry.pageCount == 1)
    page = try store.open()
    #expect(page.elements.count == 1)
    _ = try SystemCalls.makeDirectory(store.path(Store.package + "/thumbnails"))
    try store.draw(&page, id: 2)
    #expect(SystemCalls.exists(store.path(Store.package + "/manifest.json")))
    try SystemCalls.remove(store.path(Store.package + "/manifest.json"))
    try store.draw(&page, id: 3)
    try store.backend.closePage(page.id)
    #expect(SystemCalls.exists(store.path(Store.package + "/manifest.json")))
    #expect(SystemCalls.exists(thumbnail))
  }

  @Test("Caches may be wrong: the truth wins and the next save mends them", arguments: backends)
  func staleCaches(backend: String) throws {
    let store = try Store(backend, pages: 2)
    try store.restart {
      var wrong = ByteBuffer()
      ManifestFile(title: "Wrong", modifiedMilliseconds: 7, pageCount: 99).encode(into: &wrong)
      _ = try store.directory.write(wrong.copy(), to: Store.package + "/manifest.json")
      let shelf = try store.type.init(
        StoreEnvironment(directory: store.directory.path, durability: .processCrash, codec: store.codec))
      #expect(try shelf.listLibrary().map(\.title) == ["Wrong"])
    }
    // What is open is known better than its manifest.
    #expect(try store.backend.listLibrary().map(\.title) == ["Fixture"])
    var page = try store.open()
    try store.draw(&page, id: 1)
    #expect(try store.backend.listLibrary().map(\.pageCount) == [2])
    #expect(try store.backend.listLibrary().map(\.title) == ["Fixture"])
    for rubbish in ["", "{", "{\"format\":\"ink-manifest\",\"version\":2,\"title\":\"New\"}"] {
      _ = try store.directory.write(Array(rubbish.utf8), to: Store.package + "/manifest.json")
      #expect(try store.backend.listLibrary().map(\.title) == ["Fixture"])
    }
  }

  @Test("A document that is only looked at leaves its manifest alone", arguments: backends)
  func manifestOfReader(backend: String) throws {
    let store = try Store(backend)
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    let manifest = SystemCalls.place(store.path(Store.package + "/manifest.json"))
    #expect(manifest != .nothing)
    try store.restart()
    page = try store.open()
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    #expect(SystemCalls.place(store.path(Store.package + "/manifest.json")) == manifest)
  }

  @Test("Caches that can't be written harm neither a save nor an opening", arguments: backends)
  func unwritableCaches(backend: String) throws {
    let store = try Store(backend)
    try store.restart {
      for cache in ["/manifest.json", "/thumbnails"] {
        Files.removeTree(store.path(Store.package + cache))
        try? SystemCalls.remove(store.path(Store.package + cache))
      }
      // A directory where a file should be, and a file where a directory should be: nothing can be written.
      _ = try SystemCalls.makeDirectory(store.path(Store.package + "/manifest.json"))
      _ = try store.directory.write([], to: Store.package + "/thumbnails")
    }
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    try store.restart()
    #expect(try store.open().elements.count == 1)
  }

  @Test("The manifest shows the time of the last save once the page is left", arguments: backends)
  func modifiedTime(backend: String) throws {
    let store = try Store(backend)
    var page = try store.open()
    for time in 1...5 as ClosedRange<UInt64> { try store.save(&page, [], time: time * 100) }
    try store.backend.closePage(page.id)
    #expect(try store.backend.listLibrary().map(\.modifiedMilliseconds) == [500])
  }

  @Test("Orphans of all kinds go when the document closes, and nothing else does", arguments: backends)
  func orphans(backend: String) throws {
    let store = try Store(backend, pages: 2)
    try store.backend.deletePage(PageID(rawValue: 2))
    #expect(SystemCalls.exists(store.path(Store.package + "/pages/0000000000000002.content")))
    let named = [
      "pages/0000000000000009.content", "pages/0000000000000009.journal",
      "pages/0000000000000001.content.tmp",
      "assets/0000000000000005.jpg", "assets/0000000000000006.jpg.tmp", "thumbnails/0000000000000009.jpg",
      "thumbnails/0000000000000001.jpg.tmp", "document.json.tmp", "manifest.json.tmp",
    ]
    // What Foundation leaves behind when the process ends in the middle of a write, and means nothing to
    // others.
    let interrupted = ["pages/.dat.nosync1f0a.Xy12Zq", ".dat.nosync1f0b.a", "assets/.dat.nosync1"]
    let isFoundation = backend == "snapshot-foundation"
    let ours = isFoundation ? named + interrupted : named
    let foreign =
      ["pages/notes.txt", "pages/9.content", "assets/photo.jpg", "README", "assets/.hidden.tmp"]
      + (isFoundation ? [] : interrupted)
    for name in ours + foreign { _ = try store.directory.write([1], to: Store.package + "/" + name) }
    for name in ours { #expect(SystemCalls.exists(store.path(Store.package + "/" + name))) }
    try store.backend.closeDocument()
    for name in ours + ["pages/0000000000000002.content"] {
      #expect(!SystemCalls.exists(store.path(Store.package + "/" + name)), "\(name)")
    }
    for name in foreign { #expect(SystemCalls.exists(store.path(Store.package + "/" + name)), "\(name)") }
    try store.restart()
    #expect(try store.open().elements.isEmpty)
  }

  @Test(
    "An image that undo could bring back outlives saves, pauses and the background, and no second process comes near",
    arguments: backends)
  func undoneImage(backend: String) throws {
    let store = try Store(backend)
    var page = try store.open()
    let asset = AssetID(rawValue: 5)
    let image = PlacedImage(
      id: ElementID(rawValue: 1), frame: Frame(x: 0, y: 0, width: 9, height: 9), asset: asset)
    try store.backend.insertAsset(asset, bytes: [1, 2].rawSpan)
    try store.save(&page, [.put(.image(image), index: 0)])
    try store.save(&page, [.remove(image.id)])
    try store.backend.idle(milliseconds: 60_000)
    try store.backend.background(deadlineMilliseconds: 5_000)
    try store.backend.closePage(page.id)
    #expect(throws: StorageError.locked(path: store.path(StoreLock.fileName))) {
      try store.type.init(
        StoreEnvironment(directory: store.directory.path, durability: .processCrash, codec: store.codec))
    }
    page = try store.open()
    try store.save(&page, [.put(.image(image), index: 0)])
    #expect(try store.backend.readAsset(asset) == [1, 2])
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    try store.restart()
    #expect(try store.backend.readAsset(asset) == [1, 2])
  }

  @Test("Assets stay while any page can't be asked what it names", arguments: backends)
  func damagedPageKeepsAssets(backend: String) throws {
    let store = try Store(backend, pages: 2)
    try store.backend.insertAsset(AssetID(rawValue: 5), bytes: [1].rawSpan)
    try store.restart {
      var bytes = try store.directory.read(Store.page)
      bytes[70] ^= 1
      bytes[57] ^= 1
      _ = try store.directory.write(bytes, to: Store.page)
    }
    try store.backend.closeDocument()
    try store.restart()
    #expect(try store.backend.storedAssets() == [AssetID(rawValue: 5)])
  }

  @Test("A damaged page opens as damaged and is never overwritten", arguments: backends)
  func damagedPage(backend: String) throws {
    let store = try Store(backend, pages: 2)
    var page = try store.open()
    try store.draw(&page, id: 1, points: 50)
    try store.backend.closePage(page.id)
    var damaged: [UInt8] = []
    try store.restart {
      damaged = try store.directory.read(Store.page)
      damaged[200] ^= 0x40
      _ = try store.directory.write(damaged, to: Store.page)
    }
    #expect { try store.open() } throws: { if case StorageError.damaged = $0 { true } else { false } }
    #expect(throws: StorageError.readOnlyPage(page.id)) { try store.draw(&page, id: 2) }
    try store.backend.idle(milliseconds: 10_000)
    try store.backend.background(deadlineMilliseconds: 5_000)
    try store.backend.closePage(page.id)
    // The other page is not held up by it.
    var other = try store.open(2)
    try store.draw(&other, id: 3)
    try store.backend.closeDocument()
    #expect(try store.directory.read(Store.page) == damaged)
  }

  @Test("A page whose file is gone is damaged, not empty", arguments: backends)
  func lostPage(backend: String) throws {
    let store = try Store(backend)
    try store.restart { try SystemCalls.remove(store.path(Store.page)) }
    #expect(throws: StorageError.damaged(path: store.path(Store.page), reason: "it is gone")) {
      try store.open()
    }
  }

  @Test("document.json is written when the list of pages changes and at no other time", arguments: backends)
  func documentFile(backend: String) throws {
    let store = try Store(backend)
    let name = Store.package + "/document.json"
    try SystemCalls.remove(store.path(name))
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.backend.closePage(page.id)
    try store.backend.background(deadlineMilliseconds: 1)
    #expect(!SystemCalls.exists(store.path(name)))
    try store.backend.addPage(PageInfo(id: PageID(rawValue: 7)), at: 1)
    var text = String(decoding: try store.directory.read(name), as: UTF8.self)
    if backend == "journal" {
      // The generation that its journal names, and a checksum that is another for it.
      #expect(text.dropFirst(78).hasPrefix(",\"generation\":\""))
      text = String(text.prefix(78) + text.dropFirst(78 + 32))
      let seal = "5788cdb6\"}\n"
      text = text.dropLast(seal.count) + seal
    }
    #expect(
      text == """
        {"format":"ink-document","version":2,"id":"0000000000000d0c","title":"Fixture","pages":[
        {"id":"0000000000000001","width":5953,"height":8419,"created":0},
        {"id":"0000000000000007","width":5953,"height":8419,"created":0}
        ],"checksum":"5788cdb6"}

        """)
  }

  @Test(
    "A document of a newer version is refused as such, and a malformed one as damaged", arguments: backends)
  func documentVersions(backend: String) throws {
    let store = try Store(backend)
    let name = Store.package + "/document.json"
    let text = String(decoding: try store.directory.read(name), as: UTF8.self)
    _ = try store.directory.write(
      Array(text.replacing("\"version\":2", with: "\"version\":3").utf8), to: name)
    #expect(throws: StorageError.unsupportedVersion(path: store.path(name), found: 3, newestKnown: 2)) {
      try store.restart()
    }
  }

  /// Foundation draws the names of its temporary files, so that none can be made impossible.
  @Test(
    "A save that the disk refuses leaves the old page, and can be made again",
    arguments: ["snapshot", "journal"])
  func refusedSave(backend: String) throws {
    let store = try Store(backend)
    var page = try store.open()
    try store.draw(&page, id: 1)
    try store.backend.closePage(page.id)
    page = try store.open()
    let before = page
    // A directory under the name of the file that the save must make stands for a disk that refuses it.
    let obstacle = store.path(backend == "journal" ? Store.journal : Store.page + ".tmp")
    _ = try SystemCalls.makeDirectory(obstacle)
    var arena = InkArena()
    let edits = [Edit.put(.stroke(Store.stroke(id: 2, &arena)), index: 1)]
    for edit in edits { try page.apply(edit, from: arena) }
    #expect(throws: StorageError.self) { try store.save(page, edits, arena) }
    try SystemCalls.removeDirectory(obstacle)
    try store.restart()
    #expect(try store.open().hasSameContent(as: before))
    try store.save(page, edits, arena)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("An export is a package that opens by itself", arguments: backends)
  func export(backend: String) throws {
    let store = try Store(backend, pages: 2)
    var page = try store.open(2)
    try store.draw(&page, id: 1)
    try store.backend.insertAsset(AssetID(rawValue: 5), bytes: [7, 8].rawSpan)
    let copy = try TemporaryDirectory()
    try store.backend.export(to: copy.path + "/" + Store.package)
    let other = try store.type.init(
      StoreEnvironment(directory: copy.path, durability: .processCrash, codec: store.codec))
    #expect(try other.openDocument(Store.document) == Fixtures.document(pages: 2))
    var back = Page(id: page.id)
    try other.openPage(page.id, into: &back)
    #expect(back.hasSameContent(as: page))
    #expect(try other.readAsset(AssetID(rawValue: 5)) == [7, 8])
  }

  @Test("Thumbnails are JPEG files that show where the ink lies")
  func thumbnails() throws {
    var page = Page(id: PageID(rawValue: 1))
    let points = (0..<200).map { SamplePoint(x: 10 + Int32($0 % 5), y: 10, t: 0, pressure: 0, radius: 0) }
    page.appendStroke(id: ElementID(rawValue: 1), ink: Ink(), points: points.span, opaque: [UInt8]().span)
    let picture = Thumbnail.encode(page, canvas: .a4)
    #expect(picture.prefix(4) == [0xFF, 0xD8, 0xFF, 0xE0] && picture.suffix(2) == [0xFF, 0xD9])
    #expect(picture != Thumbnail.encode(Page(id: page.id), canvas: .a4))
    #expect(picture.count < 4_096)
  }
}
