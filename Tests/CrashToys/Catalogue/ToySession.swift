internal import InkModel

/// A session of a few strokes, each of which is saved at once.
///
/// The base has pages of one stroke each. A page of three strokes is longer than a sector, so that it can be
/// torn.
struct ToySession {
  private static let pointsPerStroke = 24
  private static let document = DocumentID(rawValue: 0x70F)
  private static let assetByteCount = 1_500
  /// Shorter than what is offered to a store as a pause.
  private static let gapMilliseconds: UInt64 = 100

  private var events: [Event] = []
  private var arena = InkArena()
  private var base: [Page] = []
  /// How many elements each page has.
  private var elementCounts: [Int] = []
  private var nextElement: UInt64 = 1
  private var now: UInt64 = 0

  init(pages: Int = 1) {
    for number in 1...pages {
      var page = Page(id: Self.page(number))
      page.appendStroke(
        id: takeElement(), ink: Ink(), points: Self.points(seed: UInt64(number)).span, opaque: [UInt8]().span)
      base.append(page)
      elementCounts.append(1)
    }
    add(.openDocument)
    turn(to: 1)
  }

  /// Goes to a page, by its number from 1.
  mutating func turn(to page: Int) { add(.turnTo(Self.page(page))) }

  /// Writes strokes on a page, one save each.
  mutating func write(_ strokes: Int, on page: Int = 1) {
    for _ in 0..<strokes {
      let id = takeElement()
      let stroke = Stroke(
        id: id, ink: Ink(), points: ArenaRange(start: arena.points.count, count: Self.pointsPerStroke))
      arena.points += Self.points(seed: id.rawValue << 8)
      put(.stroke(stroke), on: page, cause: .write)
    }
  }

  /// Adds an empty page behind the others and goes there.
  mutating func addPage() {
    elementCounts.append(0)
    add(.addPage(PageInfo(id: Self.page(elementCounts.count)), index: elementCounts.count - 1))
    turn(to: elementCounts.count)
  }

  /// Pastes an image into a page.
  mutating func paste(on page: Int = 1) {
    let asset = AssetID(rawValue: 0xA55E7)
    add(.insertAsset(asset, byteCount: Self.assetByteCount))
    let frame = Frame(x: 100, y: 100, width: 2_000, height: 1_500)
    put(.image(PlacedImage(id: takeElement(), frame: frame, asset: asset)), on: page, cause: .insert)
  }

  /// The session, closed at its end.
  consuming func closed() -> Session {
    add(.closeDocument)
    let info = DocumentInfo(id: Self.document, title: "Toy", pages: base.map { PageInfo(id: $0.id) })
    return Session(
      name: "toy", origin: .imported(format: "toy", file: "none"), times: .synthetic, seed: 1,
      policy: SavePolicy(trigger: .perStroke, delayMilliseconds: 0), base: .inline(info, pages: base),
      events: events, arena: arena)
  }

  private mutating func put(_ element: Element, on page: Int, cause: EditCause) {
    add(.edit(Self.page(page), .put(element, index: elementCounts[page - 1]), cause: cause))
    elementCounts[page - 1] += 1
  }

  private mutating func add(_ action: Action) {
    events.append(Event(startMilliseconds: now, action: action))
    now += Self.gapMilliseconds
  }

  private mutating func takeElement() -> ElementID {
    defer { nextElement += 1 }
    return ElementID(rawValue: nextElement)
  }

  private static func page(_ number: Int) -> PageID { PageID(rawValue: UInt64(number)) }

  private static func points(seed: UInt64) -> [SamplePoint] {
    var random = SplitMix64(seed: seed)
    return (0..<pointsPerStroke).map { index in
      SamplePoint(
        x: Int32(random.below(5_000)), y: Int32(random.below(8_000)), t: UInt32(index * 4),
        pressure: UInt16(300 + random.below(400)), radius: UInt16(8 + random.below(6)))
    }
  }
}
