internal import InkModel
internal import InkReport

extension CanonicalLoss {
  /// Adds what tells a page from its canonical form.
  mutating func add(_ page: borrowing Page, _ canonical: borrowing Page) {
    let before = Self.samples(of: page)
    let after = Self.samples(of: canonical)
    guard page.elements.map(\.id) == canonical.elements.map(\.id), before.count == after.count else {
      pagesReduced += 1
      return
    }
    for (old, new) in zip(before, after) where old != new {
      pointsChanged += 1
      coordinateMax = max(coordinateMax, abs(Int(old.x) - Int(new.x)), abs(Int(old.y) - Int(new.y)))
      pressureMax = max(pressureMax, abs(Int(old.pressure) - Int(new.pressure)))
    }
  }

  private static func samples(of page: borrowing Page) -> [SamplePoint] {
    var samples: [SamplePoint] = []
    for case .stroke(let stroke) in page.elements {
      samples += page.arena.points[stroke.points.indices]
    }
    return samples
  }
}
