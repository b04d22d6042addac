extension Session {
  /// Checks that a replay can carry out every event, as an app could have produced it.
  ///
  /// To the rules of `SessionOrder` come those that need the pages: edits fit the page as it then is, name
  /// samples that the session has and don't use an id twice, and images of the base show assets of the base.
  /// Pages that are made on demand are made only if an event edits them; those held in memory are all
  /// checked.
  public func validate() throws(SessionFault) {
    var order = try SessionOrder(document: base.document, assets: base.assets)
    var contents = SessionContents(base)
    do throws(SessionContents.Reason) {
      try contents.checkPagesInMemory()
    } catch {
      throw SessionFault(event: nil, reason: error.text)
    }
    for event in events {
      try order.accept(event)
      do throws(SessionContents.Reason) {
        try contents.accept(event.action, arena: arena)
      } catch {
        throw SessionFault(event: order.eventCount, reason: error.text)
      }
    }
    try order.finish()
  }
}

/// The content of pages as the events change it.
private struct SessionContents {
  struct Reason: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  private let base: Base
  private let baseIndices: [PageID: Int]
  private let baseAssets: Set<AssetID>
  private var contents: [PageID: Page] = [:]
  private var liveElements: Set<ElementID> = []

  init(_ base: Base) {
    self.base = base
    let pages = base.document.pages.enumerated().map { ($1.id, $0) }
    baseIndices = Dictionary(pages, uniquingKeysWith: { first, _ in first })
    baseAssets = Set(base.assets.map(\.id))
  }

  /// Checks pages that cost nothing to check, whether they are edited or not.
  mutating func checkPagesInMemory() throws(Reason) {
    guard base.source is InlinePages else { return }
    for page in base.document.pages { try materialise(page.id) }
  }

  mutating func accept(_ action: Action, arena: borrowing InkArena) throws(Reason) {
    switch action {
    case .edit(let page, let edit, _): try accept(edit, on: page, arena: arena)
    case .deletePage(let page):
      for element in contents.removeValue(forKey: page)?.elements ?? [] { liveElements.remove(element.id) }
    default: break
    }
  }

  private mutating func accept(_ edit: Edit, on page: PageID, arena: borrowing InkArena) throws(Reason) {
    try materialise(page)
    switch edit {
    case .put(let element, _):
      if case .stroke(let stroke) = element { try check(stroke, in: arena) }
      try appear(element.id)
    case .remove(let id): liveElements.remove(id)
    case .replace(let id, let pieces):
      liveElements.remove(id)
      for piece in pieces {
        try check(piece, in: arena)
        try appear(piece.id)
      }
    case .move: break
    }
    do throws(EditError) {
      try contents[page]?.apply(edit, from: arena)
    } catch {
      throw Reason(error.description)
    }
  }

  private mutating func appear(_ id: ElementID) throws(Reason) {
    guard liveElements.insert(id).inserted else { throw Reason("element \(id.rawValue) is there already") }
  }

  private func check(_ stroke: Stroke, in arena: borrowing InkArena) throws(Reason) {
    guard stroke.points.indices.upperBound <= arena.points.count else {
      throw Reason("stroke \(stroke.id.rawValue) names samples that the session does not have")
    }
    guard stroke.opaque.indices.upperBound <= arena.opaque.count else {
      throw Reason("stroke \(stroke.id.rawValue) names opaque bytes that the session does not have")
    }
  }

  /// Makes the content of a page when it is first needed.
  private mutating func materialise(_ id: PageID) throws(Reason) {
    guard contents[id] == nil else { return }
    var page = Page(id: id)
    if let index = baseIndices[id] {
      do throws(PageSourceError) {
        try base.source.fill(&page, index: index)
      } catch {
        throw Reason(error.description)
      }
      guard page.id == id else {
        throw Reason("the base gives page \(page.id.name) where page \(id.name) was expected")
      }
    }
    for element in page.elements {
      try appear(element.id)
      guard case .image(let image) = element, !baseAssets.contains(image.asset) else { continue }
      throw Reason("image \(image.id.rawValue) shows asset \(image.asset.name), which the base does not have")
    }
    contents[id] = page
  }
}
