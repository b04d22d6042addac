internal import InkModel

/// Random edits of every kind that an app makes, with ids that are never used twice.
struct ContractEdits {
  private var random: SplitMix64
  private var nextID: UInt64
  /// Strokes have fewer samples than this.
  var pointsMax = 60

  /// Begins with the ids behind one that is taken.
  init(seed: UInt64, idsAfter id: UInt64 = 1) {
    random = SplitMix64(seed: seed)
    nextID = id
  }

  /// An edit that fits a page; its strokes lie in the arena.
  mutating func next(for page: borrowing Page, _ arena: inout InkArena) -> Edit {
    let count = page.elements.count
    guard count > 2 else { return .put(stroke(&arena), index: count) }
    switch random.below(10) {
    case 0...4: return .put(stroke(&arena), index: count)
    case 5: return .put(stroke(&arena), index: random.below(count + 1))
    case 6: return .put(image(), index: random.below(count + 1))
    case 7: return .remove(page.elements[random.below(count)].id)
    case 8:
      let ids = Set((0..<3).map { _ in page.elements[random.below(count)].id })
      return .move(
        ids.sorted { $0.rawValue < $1.rawValue }, dx: Int32(random.below(200)) - 100,
        dy: Int32(random.below(200)) - 100)
    default:
      let victim = page.elements[random.below(count)]
      guard case .stroke = victim else { return .remove(victim.id) }
      var pieces: [Stroke] = []
      for _ in 0..<random.below(4) {
        if case .stroke(let piece) = stroke(&arena) { pieces.append(piece) }
      }
      return .replace(victim.id, pieces: pieces)
    }
  }

  /// A new stroke, sometimes empty, sometimes with opaque bytes.
  mutating func stroke(_ arena: inout InkArena) -> Element {
    let start = arena.points.count
    let opaqueStart = arena.opaque.count
    let count = random.chance(0.1) ? 0 : random.below(pointsMax)
    var x = Int32(truncatingIfNeeded: random.below(8_000)) - 1_000
    for index in 0..<count {
      x += Int32(random.below(9)) - 4
      arena.points.append(
        SamplePoint(
          x: x, y: x &* 2, t: UInt32(index * 4), pressure: UInt16(random.below(1_001)),
          radius: UInt16(random.below(40))))
    }
    let opaqueCount = random.chance(0.2) ? random.below(30) : 0
    for _ in 0..<opaqueCount { arena.opaque.append(UInt8(truncatingIfNeeded: random.next())) }
    let ink = Ink(
      tool: Tool.allCases[random.below(Tool.allCases.count)],
      colour: UInt32(truncatingIfNeeded: random.next()),
      width: UInt16(random.below(300)))
    return .stroke(
      Stroke(
        id: newID(), ink: ink, points: ArenaRange(start: start, count: count),
        opaque: opaqueCount == 0 ? .empty : ArenaRange(start: opaqueStart, count: opaqueCount)))
  }

  /// A new image of an asset that has the image's own number.
  mutating func image() -> Element {
    let id = newID()
    return .image(
      PlacedImage(
        id: id, frame: Frame(x: -5, y: Int32(random.below(900)), width: 300, height: 200),
        asset: AssetID(rawValue: id.rawValue)))
  }

  /// An id that no edit has used.
  mutating func newID() -> ElementID {
    nextID &+= 1
    return ElementID(rawValue: nextID)
  }
}
