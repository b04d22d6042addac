import InkModel
import InkTestFixtures
import Testing

@testable import InkStorage

@Suite("The cover of a database") struct SQLiteCoverTests {
  private func cover(_ store: Store) throws -> [UInt8]? {
    try #require(try store.backend.listLibrary().first).cover
  }

  private func picture(_ page: Page) -> [UInt8] { Thumbnail.encode(page, canvas: .a4) }

  @Test(
    "It follows when the first page is left and in a long pause, not with a save", arguments: [true, false])
  func moments(isPause: Bool) throws {
    let store = try Store("sqlite", pages: 2)
    var page = try store.open()
    #expect(try cover(store) == nil)
    try store.draw(&page, id: 1, points: 400)
    try store.backend.idle(milliseconds: 4_999)
    #expect(try cover(store) == nil)
    try isPause ? store.backend.idle(milliseconds: 5_000) : store.backend.closePage(page.id)
    #expect(try cover(store) == picture(page))
    // A pause after which nothing has changed writes nothing.
    try store.backend.idle(milliseconds: 60_000)
    let size = store.logBytes
    try store.backend.idle(milliseconds: 60_000)
    #expect(store.logBytes == size)
    // What a crash leaves is the cover of what was last left.
    try store.draw(&page, id: 2, points: 400)
    try store.restart()
    #expect(try cover(store) != picture(page) && cover(store) != nil)
    page = try store.open()
    try store.draw(&page, id: 3, points: 400)
    try isPause ? store.backend.idle(milliseconds: 5_000) : store.backend.closePage(page.id)
    #expect(try cover(store) == picture(page))
    try store.backend.closeDocument()
    #expect(try cover(store) == picture(page))
  }

  @Test("It shows the first page, also after pages have moved, and none where there is none")
  func firstPage() throws {
    let store = try Store("sqlite", pages: 2)
    let second = Fixtures.page(id: PageID(rawValue: 2), strokes: 30, pointsPerStroke: 50, seed: 5)
    try store.backend.loadPage(second)
    try store.backend.finishLoading()
    #expect(try cover(store) == nil)
    let first = Fixtures.page(strokes: 9)
    var renamed = Page(id: PageID(rawValue: 1))
    for case .stroke(var stroke) in first.elements {
      stroke.id = ElementID(rawValue: stroke.id.rawValue + 500)
      renamed.append(.stroke(stroke), from: first.arena)
    }
    try store.backend.loadPage(renamed)
    #expect(try cover(store) == picture(renamed))
    try store.backend.movePage(second.id, to: 0)
    try store.backend.closeDocument()
    #expect(try cover(store) == picture(second))
    _ = try store.backend.openDocument(Store.document)
    for id in [1, 2] as [UInt64] { try store.backend.deletePage(PageID(rawValue: id)) }
    try store.backend.closeDocument()
    #expect(try cover(store) == nil)
  }

  @Test(
    "A damaged or missing cover is none, and harms nothing",
    arguments: [
      "UPDATE document SET cover = x'0102'", "UPDATE document SET cover = NULL",
      "UPDATE document SET cover_page = 2", "UPDATE document SET cover_checksum = NULL",
    ])
  func cache(damage: String) throws {
    let store = try Store("sqlite", pages: 2)
    var page = try store.open()
    try store.draw(&page, id: 1, points: 400)
    try store.backend.closePage(page.id)
    try store.backend.closeDocument()
    let connection = try store.connection(.readWrite)
    try connection.execute(damage)
    connection.close()
    #expect(try cover(store) == nil)
    _ = try store.backend.openDocument(Store.document)
    #expect(try store.open().hasSameContent(as: page))
    try store.backend.closePage(page.id)
    #expect(try cover(store) == picture(page))
  }
}
