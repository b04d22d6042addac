import InkModel
import InkTrace

/// Sessions of every kind of event and of every odd value, from a seed; they keep the rules of sessions.
struct RandomSession {
  private var random: SplitMix64
  private var arena = InkArena()
  private var events: [Event] = []
  private var now: UInt64 = 0
  private var nextID: UInt64
  private var pages: [PageID] = []
  private var current = PageID(rawValue: 0)
  private var assets: [AssetID] = []

  /// Texts that need escapes, or look as if they did.
  static let texts = [
    "", "plain", "quote \" backslash \\ slash /", "line\nbreak\r\ttab", "\u{0}\u{1}\u{1F}\u{7F}",
    "\u{2028}\u{2029}", "中文 é 𝒳 👩🏽‍🎨", "\\u0041 {\"schema\":1}",
  ]

  static func make(seed: UInt64) -> Session {
    var maker = Self(random: SplitMix64(seed: seed), nextID: seed &* 0x9E37_79B9_7F4A_7C15)
    return maker.session(seed: seed)
  }

  /// A session as an app records one: with saves of every kind among its events.
  static func recorded(seed: UInt64) -> Session {
    var session = make(seed: seed)
    var random = SplitMix64(seed: seed, keys: 77)
    let last = session.events.last?.startMilliseconds ?? 0
    session.recordedSaves = (0..<1 + random.below(30)).map { index in
      // Some begin with an event, some outside the session.
      let start =
        index % 3 == 0
        ? session.events[random.below(session.events.count)].startMilliseconds
        : UInt64(random.below(Int(last) + 5_000))
      return RecordedSave(
        startMilliseconds: start,
        durationMicroseconds: random.chance(0.1) ? 1 << 53 - 1 : UInt64(random.below(40_000)),
        byteCount: random.chance(0.1) ? 1 << 36 : random.below(80_000),
        reason: RecordedSave.Reason.allCases[random.below(5)],
        error: random.chance(0.3) ? texts[random.below(texts.count)] : nil)
    }
    session.recordedSaves.sort { $0.startMilliseconds < $1.startMilliseconds }
    session.droppedEventCount = random.chance(0.5) ? 0 : random.below(1_000)
    return session
  }

  /// A session without shapes.
  static func dropped(seed: UInt64) throws -> Session {
    var session = recorded(seed: seed)
    if session.base.origin != .inline {
      session.base.source = InlinePages(session.base.document.pages.map { Page(id: $0.id) })
    }
    return try ShapeDropping.session(of: session, drawing: straightLines)
  }

  /// Draws each stroke as a straight line through its box; different for each seed and id.
  static let straightLines: @Sendable (UInt64) -> StrokeDrawing = { seed in
    { extent, id, arena in
      let first = arena.points.count
      let steps = max(extent.sampleCount - 1, 1)
      for index in 0..<extent.sampleCount {
        arena.points.append(
          SamplePoint(
            x: Int32(Int(extent.width) * index / steps) + Int32(seed % 50),
            y: Int32(Int(extent.height) * index / steps) + Int32(id.rawValue % 50),
            t: UInt32(Int(extent.durationMilliseconds) * index / steps), pressure: 500, radius: 10))
      }
      return ArenaRange(start: first, count: extent.sampleCount)
    }
  }

  private init(random: SplitMix64, nextID: UInt64) {
    self.random = random
    self.nextID = nextID
  }

  private mutating func session(seed: UInt64) -> Session {
    let infos = (0..<1 + random.below(3)).map { _ in info() }
    pages = infos.map(\.id)
    current = pages[0]
    let baseAssets = (0..<random.below(3)).map { _ in
      BaseAsset(id: AssetID(rawValue: id()), byteCount: random.below(1 << 30))
    }
    assets = baseAssets.map(\.id)
    let document = DocumentInfo(id: DocumentID(rawValue: id()), title: text(), pages: infos)
    let base = base(document, baseAssets)
    append(.openDocument)
    append(.turnTo(current))
    for _ in 0..<40 {
      append(action())
      leaveAndReturn()
    }
    append(.closeDocument)
    return Session(
      name: text(), origin: origin(), times: TimeOrigin.allCases[random.below(4)], seed: random.next(),
      policy: SavePolicy(
        trigger: SavePolicy.Trigger.allCases[random.below(4)],
        delayMilliseconds: UInt32(random.below(1 << 32)),
        maxWaitMilliseconds: random.chance(0.5) ? UInt32(random.below(1 << 32)) : nil),
      base: base, events: events, arena: arena)
  }

  private mutating func base(_ document: DocumentInfo, _ assets: [BaseAsset]) -> Base {
    guard random.chance(0.7) else {
      return Base(
        document: document, assets: assets, origin: .workload(json: "{\"a\":\"\\\"\n\(text())\"}"),
        source: InlinePages([]))
    }
    let filled = document.pages.map { info in
      var page = Page(id: info.id)
      for _ in 0..<random.below(4) {
        var own = InkArena()
        page.append(element(&own), from: own)
      }
      return page
    }
    return .inline(document, pages: filled, assets: assets)
  }

  private mutating func append(_ action: Action) {
    now += random.chance(0.05) ? 1 << 34 : UInt64(random.below(2_000))
    events.append(
      Event(
        startMilliseconds: now, durationMilliseconds: random.chance(0.3) ? 0 : UInt32(random.below(900)),
        action: action))
  }

  private mutating func action() -> Action {
    switch random.below(16) {
    case 0...3: return edit(.put(put(), index: random.below(50)))
    case 4: return edit(.remove(ElementID(rawValue: id())))
    case 5: return edit(.replace(ElementID(rawValue: id()), pieces: pieces()))
    case 6:
      return edit(
        .move((0..<random.below(4)).map { _ in ElementID(rawValue: id()) }, dx: int32(), dy: int32()))
    case 7:
      assets.append(AssetID(rawValue: id()))
      return .insertAsset(assets[assets.count - 1], byteCount: random.below(1 << 20))
    case 8:
      let page = info()
      pages.append(page.id)
      return .addPage(page, index: random.below(pages.count))
    case 9 where pages.count > 1:
      pages.removeAll { $0 != current }
      return turn()
    case 10: return .movePage(pages[random.below(pages.count)], to: random.below(pages.count))
    case 11, 12: return random.chance(0.5) ? .listLibrary : .export
    case 13 where pages.count > 1: return delete()
    default: return turn()
    }
  }

  /// Now and then goes to the background and comes back, with or without the end of the app, or closes and
  /// opens.
  private mutating func leaveAndReturn() {
    switch random.below(20) {
    case 0:
      append(.background)
      append(.foreground)
    case 1:
      append(.background)
      append(.terminateAndRelaunch)
      append(turn())
    case 2:
      append(.closeDocument)
      append(.openDocument)
      append(turn())
    default: break
    }
  }

  private mutating func delete() -> Action {
    let index = pages.firstIndex { $0 != current } ?? 0
    return .deletePage(pages.remove(at: index))
  }

  private mutating func turn() -> Action {
    current = pages[random.below(pages.count)]
    return .turnTo(current)
  }

  private mutating func edit(_ edit: Edit) -> Action {
    .edit(current, edit, cause: EditCause.allCases[random.below(EditCause.allCases.count)])
  }

  /// Lets a closure make elements whose data goes to the events' arena.
  private mutating func inArena<Value>(_ body: (inout Self, inout InkArena) -> Value) -> Value {
    var lent = InkArena()
    swap(&lent, &arena)
    defer { swap(&lent, &arena) }
    return body(&self, &lent)
  }

  private mutating func put() -> Element { inArena { maker, arena in maker.element(&arena) } }

  private mutating func pieces() -> [Stroke] {
    inArena { maker, arena in (0..<maker.random.below(4)).map { _ in maker.stroke(&arena) } }
  }

  private mutating func element(_ arena: inout InkArena) -> Element {
    guard !assets.isEmpty, random.chance(0.2) else { return .stroke(stroke(&arena)) }
    return .image(
      PlacedImage(
        id: ElementID(rawValue: id()), frame: Frame(x: int32(), y: int32(), width: int32(), height: int32()),
        asset: assets[random.below(assets.count)]))
  }

  private mutating func stroke(_ arena: inout InkArena) -> Stroke {
    let start = arena.points.count
    let opaqueStart = arena.opaque.count
    for _ in 0..<random.below(12) { arena.points.append(sample()) }
    let opaqueCount = random.chance(0.3) ? random.below(9) : 0
    for _ in 0..<opaqueCount { arena.opaque.append(UInt8(truncatingIfNeeded: random.next())) }
    return Stroke(
      id: ElementID(rawValue: id()),
      ink: Ink(
        tool: Tool.allCases[random.below(3)], colour: UInt32(truncatingIfNeeded: random.next()),
        width: UInt16(random.below(65_536))),
      points: ArenaRange(start: start, count: arena.points.count - start),
      opaque: opaqueCount > 0 ? ArenaRange(start: opaqueStart, count: opaqueCount) : .empty)
  }

  /// Mostly small steps, now and then the ends of the types.
  private mutating func sample() -> SamplePoint {
    SamplePoint(
      x: int32(), y: int32(), t: random.chance(0.1) ? UInt32.max : UInt32(random.below(3_000)),
      pressure: random.chance(0.1) ? 65_535 : UInt16(random.below(1_000)),
      radius: random.chance(0.1) ? 65_535 : UInt16(random.below(20)))
  }

  private mutating func int32() -> Int32 {
    switch random.below(12) {
    case 0: Int32.min
    case 1: Int32.max
    default: Int32(random.below(6_000)) - 500
    }
  }

  private mutating func info() -> PageInfo {
    PageInfo(
      id: PageID(rawValue: id()), canvas: Canvas(width: int32(), height: int32()),
      createdMilliseconds: random.chance(0.2) ? 1 << 53 - 1 : UInt64(random.below(1_000)))
  }

  private mutating func id() -> UInt64 {
    nextID &+= 1
    return nextID
  }

  private mutating func text() -> String { Self.texts[random.below(Self.texts.count)] }

  private mutating func origin() -> SessionOrigin {
    switch random.below(3) {
    case 0: .simulated(workload: text())
    case 1: .imported(format: text(), file: text())
    default: .recorded(app: text())
    }
  }
}
