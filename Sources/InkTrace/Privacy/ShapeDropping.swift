package import InkModel

/// Makes a session without shapes: what `shapes-dropped` keeps of it and nothing else.
///
/// Method. A new session is built from what may stay, rather than an old one stripped, so that a field added
/// later is left out until somebody decides about it. Identifiers are numbered from 1 in the order in which
/// they first appear, pages, assets and elements each for themselves. Times are rounded at their ends, so
/// that two events that follow each other still do. Every stroke is drawn anew from what is left of it. The
/// seed comes from what is left as well.
package struct ShapeDropping {
  private let draw: StrokeDrawing
  private let seed: UInt64
  private var pages = Renumbering()
  private var assets = Renumbering()
  private var elements = Renumbering()
  private var arena = InkArena()
  /// The earliest start of an event or a save, from which times count: it can be a time of day.
  private var first: UInt64 = 0

  /// The session that is left; `drawing` gives its strokes their shapes.
  ///
  /// A base that is made from a workload is made page by page and held.
  package static func session(
    of session: Session, drawing: ShapeDrawing
  ) throws(PageSourceError) -> Session {
    let seed = Self.seed(of: session)
    var dropping = Self(draw: drawing(seed), seed: seed)
    return try dropping.make(of: session)
  }

  private init(draw: @escaping StrokeDrawing, seed: UInt64) {
    self.draw = draw
    self.seed = seed
  }

  private mutating func make(of session: Session) throws(PageSourceError) -> Session {
    let document = DocumentInfo(
      id: DocumentID(rawValue: 1), title: "", pages: session.base.document.pages.map { info($0) })
    let baseAssets = session.base.assets.map { asset in
      BaseAsset(id: assetID(asset.id), byteCount: Self.rounded(assetBytes: asset.byteCount))
    }
    var basePages: [Page] = []
    for index in session.base.document.pages.indices {
      basePages.append(try page(of: session.base, index: index))
    }
    let starts = [session.events.first?.startMilliseconds, session.recordedSaves.first?.startMilliseconds]
    first = starts.compactMap(\.self).min() ?? 0
    let start = first
    let events = session.events.map { event($0, in: session.arena) }
    return Session(
      name: "", origin: Self.origin(session.origin), times: session.times, seed: seed, policy: session.policy,
      base: .inline(document, pages: basePages, assets: baseAssets), events: events, arena: arena,
      shapes: .dropped, recordedSaves: session.recordedSaves.map { Self.save($0, since: start) },
      droppedEventCount: min(session.droppedEventCount, TraceLimits.eventCountMax))
  }

  /// A seed that tells no more than the sizes of the strokes do.
  private static func seed(of session: Session) -> UInt64 {
    var digest = Digest()
    for event in session.events {
      guard case .edit(_, .put(.stroke(let stroke), _), _) = event.action else { continue }
      let extent = coarse(StrokeExtent(session.arena.points(of: stroke)))
      digest.feed(UInt64(extent.sampleCount), UInt64(extent.width) << 32 | UInt64(extent.height))
    }
    return UInt64(digest.text.prefix(13), radix: 16) ?? 0
  }

  private static func origin(_ origin: SessionOrigin) -> SessionOrigin {
    switch origin {
    case .simulated: .simulated(workload: "")
    case .imported: .imported(format: "", file: "")
    case .recorded: .recorded(app: "")
    }
  }

  private static func save(_ save: RecordedSave, since first: UInt64) -> RecordedSave {
    var copy = save
    copy.startMilliseconds = rounded(save.startMilliseconds - min(first, save.startMilliseconds))
    copy.durationMicroseconds = min(save.durationMicroseconds, UInt64(TraceLimits.saveByteCountMax))
    copy.error = save.error.map { _ in RecordedSave.withheldError }
    return copy
  }
}

// What is left of each part.
extension ShapeDropping {
  private mutating func page(of base: Base, index: Int) throws(PageSourceError) -> Page {
    var original = Page(id: base.document.pages[index].id)
    try base.source.fill(&original, index: index)
    var page = Page(id: pageID(original.id))
    page.fill { elements, arena in
      for element in original.elements {
        elements.append(self.element(element, in: original.arena, into: &arena))
      }
    }
    return page
  }

  private mutating func event(_ event: Event, in source: borrowing InkArena) -> Event {
    let first = min(first, event.startMilliseconds)
    let start = Self.rounded(event.startMilliseconds - first)
    let end = Self.rounded(event.endMilliseconds - first)
    var lent = InkArena()
    swap(&lent, &arena)
    defer { swap(&lent, &arena) }
    return Event(
      startMilliseconds: start, durationMilliseconds: Self.duration(end - start),
      action: action(event.action, in: source, into: &lent))
  }

  private mutating func action(
    _ action: Action, in source: borrowing InkArena, into arena: inout InkArena
  ) -> Action {
    switch action {
    case .edit(let page, let edit, let cause):
      .edit(pageID(page), self.edit(edit, in: source, into: &arena), cause: cause)
    case .insertAsset(let asset, let byteCount):
      .insertAsset(assetID(asset), byteCount: Self.rounded(assetBytes: byteCount))
    case .turnTo(let page): .turnTo(pageID(page))
    case .addPage(let page, let index): .addPage(info(page), index: index)
    case .deletePage(let page): .deletePage(pageID(page))
    case .movePage(let page, let index): .movePage(pageID(page), to: index)
    case .background, .foreground, .terminateAndRelaunch, .openDocument, .closeDocument, .listLibrary,
      .export:
      action
    }
  }

  private mutating func edit(_ edit: Edit, in source: borrowing InkArena, into arena: inout InkArena) -> Edit
  {
    switch edit {
    case .put(let element, let index):
      return .put(self.element(element, in: source, into: &arena), index: index)
    case .remove(let id): return .remove(elementID(id))
    case .replace(let id, let pieces):
      let replaced = elementID(id)
      var drawn: [Stroke] = []
      for piece in pieces { drawn.append(stroke(piece, in: source, into: &arena)) }
      return .replace(replaced, pieces: drawn)
    case .move(let ids, let dx, let dy):
      return .move(
        ids.map { elementID($0) }, dx: Self.rounded(dx, to: PrivacyGrain.layout),
        dy: Self.rounded(dy, to: PrivacyGrain.layout))
    }
  }

  private mutating func element(
    _ element: Element, in source: borrowing InkArena, into arena: inout InkArena
  ) -> Element {
    switch element {
    case .stroke(let stroke): return .stroke(self.stroke(stroke, in: source, into: &arena))
    case .image(let image):
      let frame = Frame(
        x: 0, y: 0, width: Self.rounded(image.frame.width, to: PrivacyGrain.layout),
        height: Self.rounded(image.frame.height, to: PrivacyGrain.layout))
      return .image(PlacedImage(id: elementID(image.id), frame: frame, asset: assetID(image.asset)))
    }
  }

  private mutating func stroke(
    _ stroke: Stroke, in source: borrowing InkArena, into arena: inout InkArena
  ) -> Stroke {
    let id = elementID(stroke.id)
    let points = draw(Self.coarse(StrokeExtent(source.points(of: stroke))), id, &arena)
    let opaque = OpaqueFilling.fill(Int(stroke.opaque.count), of: id, seed: seed, into: &arena.opaque)
    let width = max(PrivacyGrain.lineWidth, Self.rounded(stroke.ink.width, to: PrivacyGrain.lineWidth))
    return Stroke(
      id: id, ink: Ink(tool: stroke.ink.tool, colour: Self.colour, width: width), points: points,
      opaque: opaque)
  }

  private mutating func info(_ page: PageInfo) -> PageInfo {
    PageInfo(
      id: pageID(page.id),
      canvas: Canvas(
        width: Self.rounded(page.canvas.width, to: PrivacyGrain.layout),
        height: Self.rounded(page.canvas.height, to: PrivacyGrain.layout)))
  }

  private mutating func pageID(_ id: PageID) -> PageID { PageID(rawValue: pages.number(of: id.rawValue)) }

  private mutating func assetID(_ id: AssetID) -> AssetID {
    AssetID(rawValue: assets.number(of: id.rawValue))
  }

  private mutating func elementID(_ id: ElementID) -> ElementID {
    ElementID(rawValue: elements.number(of: id.rawValue))
  }
}
