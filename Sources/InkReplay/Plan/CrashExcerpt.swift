package import InkModel

extension Session {
  /// How many events of a session its crash excerpt keeps.
  package static let crashExcerptEventsMax = 150

  /// A short form of the session for crash trials, in which everything that can break still happens.
  ///
  /// Hundreds of trials each replay it anew. It is the events up to the first `eventsMax`, on a base of only
  /// the pages that they touch. At its end stand a few images, a stroke with bytes that only its app
  /// understands, stays in the background until there are `stays`, each with an unsaved change, and the
  /// closing of the document, so that each stretch worth a crash exists and has operations enough to choose
  /// from.
  package func crashExcerpt(eventsMax: Int) -> Session {
    var excerpt = self
    excerpt.events = Array(events.prefix(eventsMax))
    excerpt.base = base.reduced(to: excerpt.touchedPages)
    var ending = ExcerptEnding(session: excerpt, cutShort: events.count > eventsMax)
    ending.complete()
    excerpt.events = ending.events
    excerpt.arena = ending.arena
    excerpt.fitPageIndices()
    return excerpt
  }

  /// Keeps places in the list of pages within the shorter list of a reduced base.
  private mutating func fitPageIndices() {
    var count = base.document.pages.count
    for index in events.indices {
      switch events[index].action {
      case .addPage(let page, let place):
        events[index].action = .addPage(page, index: min(place, count))
        count += 1
      case .movePage(let page, let place): events[index].action = .movePage(page, to: min(place, count - 1))
      case .deletePage: count -= 1
      default: continue
      }
    }
  }

  /// The pages that are looked at, changed, moved or deleted.
  package var touchedPages: Set<PageID> {
    var touched: Set<PageID> = []
    for event in events {
      switch event.action {
      case .turnTo(let id), .deletePage(let id), .movePage(let id, _), .edit(let id, _, _):
        touched.insert(id)
      default: continue
      }
    }
    return touched
  }
}

extension Base {
  /// The base with only some of its pages, in their order.
  fileprivate func reduced(to touched: Set<PageID>) -> Base {
    let kept = document.pages.indices.filter { touched.contains(document.pages[$0].id) }
    guard kept.count < document.pages.count, !kept.isEmpty else { return self }
    var reduced = self
    reduced.document.pages = kept.map { document.pages[$0] }
    reduced.source = SelectedPages(source: source, indices: kept)
    return reduced
  }
}

/// Some of the pages of another source.
private struct SelectedPages: PageSource {
  var source: any PageSource
  var indices: [Int]

  func fill(_ page: inout Page, index: Int) throws(PageSourceError) {
    guard indices.indices.contains(index) else { throw PageSourceError("the base has no page \(index)") }
    try source.fill(&page, index: indices[index])
  }
}

/// Adds to an excerpt what it lacks.
private struct ExcerptEnding {
  private(set) var events: [Event]
  private(set) var arena: InkArena
  private let session: Session
  private let cutShort: Bool
  private var now: UInt64

  init(session: Session, cutShort: Bool) {
    self.session = session
    self.cutShort = cutShort
    events = session.events
    arena = session.arena
    now = events.map(\.endMilliseconds).max() ?? 0
  }

  mutating func complete() {
    if !cutShort, case .closeDocument = events.last?.action { events.removeLast() }
    if cutShort { reopen() }
    guard let page = openPage else { return close() }
    for count in 1...Self.images { addImage(on: page, count: count) }
    addStroke(on: page)
    for _ in backgroundCount..<max(Self.stays, backgroundCount) { addStay(after: page) }
    addMove(on: page)
    close()
  }

  /// Opens the document again, at the page last seen, if the cut fell while the writer was at the shelf.
  private mutating func reopen() {
    let isOpen = events.last { $0.action == .openDocument || $0.action == .closeDocument }
    guard case .closeDocument = isOpen?.action else { return }
    if case .background = events.last?.action { add(.foreground) }
    add(.openDocument)
    let lastTurn = events.last { if case .turnTo = $0.action { true } else { false } }
    if let lastTurn { add(lastTurn.action) }
  }

  /// The page that is open at the excerpt's end and that the app could still write on.
  private var openPage: PageID? {
    var page: PageID?
    var isForeground = true
    for event in events {
      switch event.action {
      case .turnTo(let id): page = id
      case .terminateAndRelaunch:
        page = nil
        isForeground = true
      case .closeDocument: page = nil
      case .background: isForeground = false
      case .foreground: isForeground = true
      default: continue
      }
    }
    return isForeground ? page : nil
  }

  private var backgroundCount: Int {
    events.count { if case .background = $0.action { true } else { false } }
  }

  /// A change that no timer has saved when the app goes to the background.
  private mutating func addStay(after page: PageID) {
    addMove(on: page)
    events.append(Event(startMilliseconds: now, action: .background))
    add(.foreground)
  }

  private mutating func addMove(on page: PageID) {
    add(.edit(page, .move([ElementID(rawValue: Self.firstElement + 1)], dx: 10, dy: 0), cause: .lasso))
  }

  /// An image at the bottom of the drawing order, where any page has a place for it.
  private mutating func addImage(on page: PageID, count: UInt64) {
    let asset = AssetID(rawValue: Self.firstAsset + count)
    let image = PlacedImage(
      id: ElementID(rawValue: Self.firstElement + count),
      frame: Frame(x: 720, y: 720, width: 2_000, height: 1_500), asset: asset)
    add(.insertAsset(asset, byteCount: Self.imageByteCount))
    add(.edit(page, .put(.image(image), index: 0), cause: .insert))
  }

  /// A stroke that looks like no other: many workloads have neither opaque bytes nor values this large.
  private mutating func addStroke(on page: PageID) {
    let points = ArenaRange(start: arena.points.count, count: 2)
    arena.points.append(SamplePoint(x: -40, y: 25, t: 0, pressure: 1, radius: 1))
    arena.points.append(SamplePoint(x: 100_000, y: 90_000, t: 70_000, pressure: 1_000, radius: 4_000))
    let opaque = ArenaRange(start: arena.opaque.count, count: Self.opaqueByteCount)
    arena.opaque += (0..<Self.opaqueByteCount).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let stroke = Stroke(
      id: ElementID(rawValue: Self.firstElement),
      ink: Ink(tool: .highlighter, colour: 0xFFE0_0080, width: 300), points: points, opaque: opaque)
    add(.edit(page, .put(.stroke(stroke), index: 0), cause: .write))
  }

  private mutating func close() {
    if case .background = events.last?.action { add(.foreground) }
    add(.closeDocument)
  }

  private mutating func add(_ action: Action) {
    now += Self.pauseMilliseconds
    events.append(Event(startMilliseconds: now, action: action))
  }

  private static let images: UInt64 = 2
  private static let stays = 6
  /// Beyond the ids that simulator and importers give.
  private static let firstAsset: UInt64 = 1 << 52
  private static let firstElement: UInt64 = 1 << 52
  /// As long as a UUID and a few numbers; zero bytes are among them.
  private static let opaqueByteCount = 24
  /// Several file system blocks, and small enough for hundreds of trials.
  private static let imageByteCount = 20_000
  /// Long enough for any save timer to fire in between.
  private static let pauseMilliseconds: UInt64 = 3_000
}
