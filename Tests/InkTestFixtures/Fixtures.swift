public import InkModel

/// Small documents, pages and strokes for tests; everything comes from a seed.
public enum Fixtures {
  /// Samples of a wandering pen at about 240 Hz.
  public static func points(count: Int, seed: UInt64 = 1) -> [SamplePoint] {
    var random = SplitMix64(seed: seed)
    var x = Int32(random.below(5_000))
    var y = Int32(random.below(8_000))
    return (0..<count).map { index in
      x += Int32(random.below(7)) - 3
      y += Int32(random.below(7)) - 3
      return SamplePoint(
        x: x, y: y, t: UInt32(index * 25 / 6), pressure: UInt16(300 + random.below(400)),
        radius: UInt16(8 + random.below(6)))
    }
  }

  /// A page of strokes with ids 1, 2, 3 … and, on demand, an image after each tenth stroke.
  public static func page(
    id: PageID = PageID(rawValue: 1), strokes: Int, pointsPerStroke: Int = 20, images: Bool = false,
    opaqueBytesPerStroke: Int = 0, seed: UInt64 = 1
  ) -> Page {
    var page = Page(id: id)
    for index in 0..<strokes {
      let points = points(count: pointsPerStroke, seed: seed &* 1_000 &+ UInt64(index))
      let opaque = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: opaqueBytesPerStroke)
      page.appendStroke(
        id: ElementID(rawValue: UInt64(index + 1)),
        ink: Ink(
          tool: index % 7 == 6 ? .highlighter : .pen, colour: 0x1040_80FF, width: UInt16(8 + index % 5)),
        points: points.span, opaque: opaque.span)
      if images, index % 10 == 9 {
        let image = PlacedImage(
          id: ElementID(rawValue: UInt64(1_000_000 + index)),
          frame: Frame(x: 100, y: Int32(index), width: 2_000, height: 1_500),
          asset: AssetID(rawValue: UInt64(500 + index)))
        page.append(.image(image), from: InkArena())
      }
    }
    return page
  }

  /// A document of empty pages with ids 1, 2, 3 ….
  public static func document(pages: Int) -> DocumentInfo {
    DocumentInfo(
      id: DocumentID(rawValue: 0xD0C), title: "Fixture",
      pages: (0..<pages).map { PageInfo(id: PageID(rawValue: UInt64($0 + 1))) })
  }

  /// A session of strokes on one page, `gapMilliseconds` from pen-up to pen-down.
  public static func writingSession(
    strokes: Int, pointsPerStroke: Int = 20, gapMilliseconds: UInt64 = 200, policy: SavePolicy = .standard
  ) -> Session {
    let document = document(pages: 1)
    let page = document.pages[0].id
    var arena = InkArena()
    var now: UInt64 = 0
    var events = [
      Event(startMilliseconds: 0, action: .openDocument), Event(startMilliseconds: 0, action: .turnTo(page)),
    ]
    for index in 0..<strokes {
      let points = points(count: pointsPerStroke, seed: UInt64(index + 1))
      let stroke = Stroke(
        id: ElementID(rawValue: UInt64(index + 1)), ink: Ink(),
        points: ArenaRange(start: arena.points.count, count: points.count))
      arena.points += points
      let duration = points.last?.t ?? 0
      events.append(
        Event(
          startMilliseconds: now, durationMilliseconds: duration,
          action: .edit(page, .put(.stroke(stroke), index: index), cause: .write)))
      now += UInt64(duration) + gapMilliseconds
    }
    events.append(Event(startMilliseconds: now, action: .closeDocument))
    return Session(
      name: "fixture", origin: .imported(format: "fixture", file: "none"), times: .synthetic, seed: 1,
      policy: policy, base: .inline(document, pages: document.pages.map { Page(id: $0.id) }), events: events,
      arena: arena)
  }
}
