import InkModel
import InkStorage

/// A document that lives at random: pages loaded and edited, images put, the list of pages changed; ended
/// in the middle as a kill does, or closed.
enum RandomLife {
  static func lead(_ backend: String, codec: String, directory: String, seed: UInt64) throws -> TwinStore {
    guard let type = BuiltInBackends.named(backend), let codec = BuiltInCodecs.named(codec) else {
      throw StorageError.missing("backend '\(backend)' or codec '\(codec)'")
    }
    var random = SplitMix64(seed: seed)
    let document = DocumentInfo(
      id: DocumentID(rawValue: random.next()), title: "Life \(seed) “\u{0}\t\\\"\u{7F}𝄞”\r\n",
      pages: (0..<4).map { _ in info(&random) })
    let store = try TwinStore(type, codec: codec, directory: directory, document: document, seed: seed)
    // One of them is too large to lie inside a database.
    for (asset, size): (UInt64, Int) in [(0, 0), (1, 100_001), (.max, random.below(2_000))] {
      try store.insert(AssetID(rawValue: asset), image(size, &random))
    }
    // The fourth page stays empty, and the third is large enough for several blocks of samples.
    for (place, listed) in document.pages.prefix(3).enumerated() {
      try store.load(place == 2 ? largePage(listed.id, &random) : page(listed.id, &random))
    }
    try store.backend.finishLoading()
    try store.backend.closeDocument()
    try store.reopen()
    for round in 0..<12 {
      try change(store, round, &random)
      // Later edits go on from what a new process found.
      if round == 6 { try store.reopen() }
    }
    if random.chance(0.3) { try store.backend.closeDocument() }
    store.end()
    return store
  }

  private static func change(_ store: TwinStore, _ round: Int, _ random: inout SplitMix64) throws {
    let pages = store.info.pages
    switch round {
    case 3: try store.addPage(info(&random), at: random.below(pages.count + 1))
    case 5: try store.movePage(pages[random.below(pages.count)].id, to: random.below(pages.count))
    case 8: try store.deletePage(pages[random.below(pages.count)].id)
    default:
      var arena = InkArena()
      var edits: [(PageID, [Edit])] = []
      for listed in pages where random.chance(0.5) {
        var page = store.pages[listed.id] ?? Page(id: listed.id)
        var list: [Edit] = []
        for _ in 0...random.below(4) {
          let edit = edit(of: page, &arena, &random)
          try page.apply(edit, from: arena)
          list.append(edit)
        }
        edits.append((listed.id, list))
      }
      try store.save(edits, arena)
    }
  }

  private static func edit(of page: Page, _ arena: inout InkArena, _ random: inout SplitMix64) -> Edit {
    let strokes = page.elements.compactMap { element -> Stroke? in
      if case .stroke(let stroke) = element { stroke } else { nil }
    }
    switch random.below(5) {
    case 0 where !page.elements.isEmpty: return .remove(page.elements[random.below(page.elements.count)].id)
    case 1 where !strokes.isEmpty:
      let pieces = newElements(random.below(4), &arena, &random).compactMap { element -> Stroke? in
        if case .stroke(let stroke) = element { stroke } else { nil }
      }
      return .replace(strokes[random.below(strokes.count)].id, pieces: pieces)
    case 2 where !page.elements.isEmpty:
      let ids = page.elements.filter { _ in random.chance(0.3) }.map(\.id)
      return .move(
        ids, dx: Int32(truncatingIfNeeded: random.next()), dy: Int32(truncatingIfNeeded: random.next()))
    default:
      return .put(newElements(1, &arena, &random)[0], index: random.below(page.elements.count + 1))
    }
  }

  private static func newElements(
    _ count: Int, _ arena: inout InkArena, _ random: inout SplitMix64
  ) -> [Element] {
    let source = RandomPages.page(seed: random.next(), elements: count)
    return source.elements.map { element in
      if case .stroke(let stroke) = element {
        .stroke(arena.adopt(stroke, from: source.arena))
      } else {
        element
      }
    }
  }

  private static func info(_ random: inout SplitMix64) -> PageInfo {
    PageInfo(
      id: PageID(rawValue: random.next()),
      canvas: Canvas(width: Int32(random.below(9_000)), height: Int32(random.below(9_000))),
      createdMilliseconds: random.chance(0.3) ? .max : random.next() >> 20)
  }

  private static func page(_ id: PageID, _ random: inout SplitMix64) -> Page {
    var page = Page(id: id)
    let source = RandomPages.page(seed: random.next(), elements: 5 + random.below(30))
    for element in source.elements { page.append(element, from: source.arena) }
    return page
  }

  /// A page of 3,000 samples, with the radius of a pen that does not change it.
  private static func largePage(_ id: PageID, _ random: inout SplitMix64) -> Page {
    var page = Page(id: id)
    let none: [UInt8] = []
    for _ in 0..<6 {
      var x = Int32(random.below(5_000))
      let points = (0..<500).map { index in
        x += Int32(random.below(9)) - 4
        return SamplePoint(
          x: x, y: 8_000 - x, t: UInt32(index * 4), pressure: UInt16(random.below(1_000)), radius: 12)
      }
      page.appendStroke(
        id: ElementID(rawValue: random.next()), ink: Ink(), points: points.span, opaque: none.span)
    }
    return page
  }

  private static func image(_ byteCount: Int, _ random: inout SplitMix64) -> [UInt8] {
    (0..<byteCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}
