import InkModel
import InkStorage

/// A document's life that uses everything a format has to hold, for stores that are kept for years.
///
/// It must not change: the committed stores were written by it. It begins with a document that is loaded and
/// closed, and ends as a killed process does, with journals in the middle of their life. A database is
/// closed: its log is in SQLite's own format, and would be larger than all other stores together.
enum CorpusScript {
  /// Lets a backend keep the document in a directory that exists and is empty.
  static func write(
    _ type: any StorageBackend.Type, codec: any PageCodec, directory: String
  ) throws -> TwinStore {
    let document = DocumentInfo(
      id: DocumentID(rawValue: 0xD0C), title: "Corpus “1”\n\\ ünïcödé ✎",
      pages: (1...3).map { number in
        PageInfo(
          id: PageID(rawValue: number), canvas: number == 2 ? Canvas(width: 4_000, height: 6_000) : .a4,
          createdMilliseconds: number * 10)
      })
    let store = try TwinStore(type, codec: codec, directory: directory, document: document)
    try store.insert(AssetID(rawValue: 500), Array("the first image".utf8))
    try store.insert(AssetID(rawValue: .max), (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) })
    try store.load(firstPage)
    try store.load(secondPage)
    try store.backend.finishLoading()
    try store.backend.closeDocument()
    try store.reopen()
    try edit(store)
    if type.traits.level == 2 { try store.backend.closeDocument() }
    store.end()
    return store
  }

  private static var firstPage: Page {
    var page = Page(id: PageID(rawValue: 1))
    append(1, .pen, points: [SamplePoint(x: 0, y: 0, t: 0, pressure: 0, radius: 0)], to: &page)
    append(2, .pencil, points: line(9, from: 1_000), opaque: [0, 255, 10], to: &page)
    append(.max, .highlighter, points: [], opaque: [1], to: &page)
    page.append(
      .image(image(4, asset: .max, Frame(x: .min, y: .max, width: -1, height: 0))), from: InkArena())
    append(
      5, .pen,
      points: [
        SamplePoint(x: .min, y: .max, t: .max, pressure: .max, radius: .max),
        SamplePoint(x: .max, y: .min, t: 0, pressure: 0, radius: 0),
      ], to: &page)
    append(6, .pen, points: line(40, from: 2_000), to: &page)
    return page
  }

  private static var secondPage: Page {
    var page = Page(id: PageID(rawValue: 2))
    for number: UInt64 in 20..<28 {
      append(number, .pen, points: line(5, from: Int32(number) * 100), to: &page)
    }
    page.append(
      .image(image(28, asset: 500, Frame(x: 10, y: 20, width: 2_000, height: 1_500))), from: InkArena())
    return page
  }

  /// Every kind of edit, in saves of one page and of two; and every change of the list of pages.
  private static func edit(_ store: TwinStore) throws {
    let one = PageID(rawValue: 1)
    let two = PageID(rawValue: 2)
    var arena = InkArena()
    try store.save(
      [
        (one, [.put(.stroke(stroke(40, points: 6, &arena)), index: 6)]),
        (two, [.put(.stroke(stroke(41, points: 3, &arena)), index: 0), .remove(ElementID(rawValue: 22))]),
      ], arena)
    let pieces = [stroke(42, points: 2, &arena), stroke(43, points: 4, &arena)]
    try store.save(
      [
        (
          one,
          [
            .replace(ElementID(rawValue: 6), pieces: pieces),
            .move([ElementID(rawValue: 2), ElementID(rawValue: 4)], dx: -70, dy: 30),
          ]
        )
      ], arena)
    try store.insert(AssetID(rawValue: 0), [0xFF, 0xD8, 0xFF, 0xD9])
    try store.save(
      [
        (
          two,
          [
            .put(.image(image(44, asset: 0, Frame(x: 1, y: 2, width: 3, height: 4))), index: 3),
            .remove(ElementID(rawValue: 28)), .replace(ElementID(rawValue: 27), pieces: []),
            .move([ElementID(rawValue: 44), ElementID(rawValue: 41)], dx: .max, dy: .min),
          ]
        )
      ], arena)
    try store.addPage(PageInfo(id: PageID(rawValue: .max), createdMilliseconds: .max), at: 1)
    try store.addPage(PageInfo(id: PageID(rawValue: 4)), at: 0)
    try store.save(
      [(PageID(rawValue: .max), [.put(.stroke(stroke(45, points: 7, &arena)), index: 0)])], arena)
    try store.movePage(two, to: 0)
    try store.deletePage(PageID(rawValue: 4))
  }

  private static func append(
    _ id: UInt64, _ tool: Tool, points: [SamplePoint], opaque: [UInt8] = [], to page: inout Page
  ) {
    page.appendStroke(
      id: ElementID(rawValue: id), ink: Ink(tool: tool, colour: 0x1020_3040, width: UInt16(id & 0xFFFF)),
      points: points.span, opaque: opaque.span)
  }

  private static func stroke(_ id: UInt64, points: Int, _ arena: inout InkArena) -> Stroke {
    let start = arena.points.count
    arena.points += line(points, from: Int32(id))
    return Stroke(
      id: ElementID(rawValue: id), ink: Ink(), points: ArenaRange(start: start, count: points))
  }

  private static func image(_ id: UInt64, asset: UInt64, _ frame: Frame) -> PlacedImage {
    PlacedImage(id: ElementID(rawValue: id), frame: frame, asset: AssetID(rawValue: asset))
  }

  private static func line(_ count: Int, from start: Int32) -> [SamplePoint] {
    (0..<Int32(count)).map { step in
      SamplePoint(
        x: start + 3 * step, y: 700 - step * step, t: UInt32(4 * step),
        pressure: UInt16(400 + 5 * (step % 4)),
        radius: 10)
    }
  }
}
