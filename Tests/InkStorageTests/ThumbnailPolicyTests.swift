import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("When thumbnails are made") struct ThumbnailPolicyTests {
  private static let thumbnail = Store.package + "/thumbnails/0000000000000001.jpg"

  /// The picture that fits a page now.
  private func picture(of page: Page) -> [UInt8] { Thumbnail.encode(page, canvas: .a4) }

  @Test("With each save, and the shelf is never behind")
  func eachSave() throws {
    let store = try Store("snapshot-thumbnails")
    var page = try store.open()
    for id in 1...3 as ClosedRange<UInt64> {
      try store.draw(&page, id: id, points: 400)
      #expect(try store.directory.read(Self.thumbnail) == picture(of: page))
    }
  }

  @Test("Deferred: not with a save, but in a long pause and when the page is left")
  func deferred() throws {
    let store = try Store("snapshot")
    var page = try store.open()
    try store.draw(&page, id: 1, points: 400)
    try store.backend.idle(milliseconds: 4_999)
    #expect(!SystemCalls.exists(store.path(Self.thumbnail)))
    try store.backend.idle(milliseconds: 5_000)
    let first = picture(of: page)
    #expect(try store.directory.read(Self.thumbnail) == first)
    // A pause after which nothing has changed makes nothing.
    try SystemCalls.remove(store.path(Self.thumbnail))
    try store.backend.idle(milliseconds: 60_000)
    #expect(!SystemCalls.exists(store.path(Self.thumbnail)))
    try store.draw(&page, id: 2, points: 400)
    try store.backend.closePage(page.id)
    #expect(try store.directory.read(Self.thumbnail) == picture(of: page))
    #expect(first != picture(of: page))
  }

  @Test("Off: never, and the manifest names no cover that is not there")
  func off() throws {
    let store = try Store("snapshot-no-thumbnails")
    var page = try store.open()
    try store.backend.loadPage(page)
    try store.draw(&page, id: 1, points: 400)
    try store.backend.idle(milliseconds: 60_000)
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    #expect(try SystemCalls.names(inDirectory: store.path(Store.package + "/thumbnails")).isEmpty)
    let manifest = try #require(ManifestFile.read(store.path(Store.package + "/manifest.json")))
    #expect(manifest.cover == nil && manifest.pageCount == 1)
  }

  @Test("A page whose file can't be read when its thumbnail is due may still be saved by whoever has it")
  func unreadablePage() throws {
    let store = try Store("snapshot")
    var page = try store.open()
    try store.draw(&page, id: 1)
    _ = try store.directory.write([1, 2, 3], to: Store.page)
    try store.backend.idle(milliseconds: 60_000)
    try store.draw(&page, id: 2)
    try store.restart()
    #expect(try store.open().hasSameContent(as: page))
  }

  @Test("A sample counts for the cell that its share of the canvas says, at the edges and beyond them too")
  func cells() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20_000 {
      let length = Int32(1 + random.below(1 << (1 + random.below(27))))
      let cells = 1 + random.below(64)
      let scale = Thumbnail.Scale(length: length, cells: cells)
      // Where a cell begins, one before, one behind: that is where a rounding error would show.
      let start = Int32(random.below(cells + 1) * Int(length) / cells)
      for coordinate in [start, start &+ 1, start - 1, length - 1, length, -1, .min, .max] {
        let exact = Int(coordinate) * cells / Int(length)
        #expect(scale.cell(of: coordinate) == min(max(exact, 0), cells - 1))
      }
    }
  }
}
