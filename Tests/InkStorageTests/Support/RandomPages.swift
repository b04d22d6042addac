import InkModel

/// Pages for property tests: every kind of element, every extreme of every field.
enum RandomPages {
  static func page(seed: UInt64, elements: Int) -> Page {
    var random = SplitMix64(seed: seed)
    var page = Page(id: PageID(rawValue: random.next()))
    for _ in 0..<elements {
      if random.chance(0.2) {
        page.append(.image(image(&random)), from: InkArena())
      } else {
        let points = (0..<random.below(12)).map { _ in point(&random) }
        let opaque = (0..<(random.chance(0.5) ? 0 : random.below(9))).map { _ in
          UInt8(truncatingIfNeeded: random.next())
        }
        let ink = Ink(
          tool: Tool.allCases[random.below(3)], colour: UInt32(truncatingIfNeeded: random.next()),
          width: pick(&random, [0, 10, .max]))
        page.appendStroke(
          id: ElementID(rawValue: random.next()), ink: ink, points: points.span, opaque: opaque.span)
      }
    }
    // Half of the pages have holes in their arena and strokes out of its order.
    if random.chance(0.5), page.elements.count > 2 {
      var arena = InkArena()
      if case .stroke(let stroke) = page.elements[1] {
        let moved = arena.adopt(stroke, from: page.arena)
        try? page.apply(.remove(stroke.id), from: arena)
        try? page.apply(.put(.stroke(moved), index: 0), from: arena)
      }
    }
    return page
  }

  private static func point(_ random: inout SplitMix64) -> SamplePoint {
    SamplePoint(
      x: pick(&random, [.min, -1, 0, 1, 1_234, .max]), y: pick(&random, [.min, -9, 0, 4_321, .max]),
      t: pick(&random, [0, 4, 999, .max]), pressure: pick(&random, [0, 500, .max]),
      radius: pick(&random, [0, 12, .max]))
  }

  private static func image(_ random: inout SplitMix64) -> PlacedImage {
    PlacedImage(
      id: ElementID(rawValue: random.next()),
      frame: Frame(
        x: pick(&random, [.min, 0, .max]), y: pick(&random, [.min, 7, .max]), width: 20,
        height: pick(&random, [.min, .max])),
      asset: AssetID(rawValue: pick(&random, [0, 1, .max])))
  }

  private static func pick<Value>(_ random: inout SplitMix64, _ values: [Value]) -> Value {
    values[random.below(values.count)]
  }
}
