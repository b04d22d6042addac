/// Why a session can't be replayed, and at which event.
public struct SessionFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The event's number, from 1; nil if the session as a whole is at fault.
  public var event: Int?
  /// One sentence without its end, such as `the page is not open`.
  public var reason: String

  /// Makes a fault.
  public init(event: Int?, reason: String) {
    self.event = event
    self.reason = reason
  }

  public var description: String { event.map { "event \($0): \(reason)" } ?? reason }
}

extension Session {
  /// Checks that the events make sense in their order, as an app could have produced them.
  ///
  /// Events are sorted by their start. The first opens the document and the last closes it. In the background
  /// nothing happens but a return or the end of the app. After opening or a relaunch a page must be turned to
  /// before anything is edited, and only that page is edited. Edits fit the page as it then is, name samples
  /// that exist and don't use an id twice; an image's asset is there before the image. A page in view is never
  /// deleted. Pages of the base are made only if an event edits them.
  public func validate() throws(SessionFault) {
    guard case .openDocument? = events.first?.action else {
      throw SessionFault(event: events.isEmpty ? nil : 1, reason: "a session begins by opening its document")
    }
    guard case .closeDocument? = events.last?.action else {
      throw SessionFault(event: events.count, reason: "a session ends by closing its document")
    }
    var validator = SessionValidator(self)
    for index in events.indices {
      do throws(SessionValidator.Reason) {
        if index > 0, events[index].startMilliseconds < events[index - 1].startMilliseconds {
          throw SessionValidator.Reason("it begins before the event above it")
        }
        try validator.accept(events[index].action, arena: arena)
      } catch {
        throw SessionFault(event: index + 1, reason: error.text)
      }
    }
  }
}

/// Follows a session event by event and knows what may come next.
private struct SessionValidator {
  struct Reason: Error {
    var text: String
    init(_ text: String) { self.text = text }
  }

  private let base: Base
  private let baseIndices: [PageID: Int]
  private var isOpen = false
  private var isInBackground = false
  private var pageInView: PageID?
  private var pages: [PageID]
  private var pagesEver: Set<PageID>
  private var contents: [PageID: Page] = [:]
  private var liveElements: Set<ElementID> = []
  private var assets: Set<AssetID>

  init(_ session: Session) {
    base = session.base
    pages = base.document.pages.map(\.id)
    pagesEver = Set(pages)
    baseIndices = Dictionary(pages.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    assets = Set(base.assets.map(\.id))
  }

  mutating func accept(_ action: Action, arena: borrowing InkArena) throws(Reason) {
    switch action {
    case .foreground, .terminateAndRelaunch:
      guard isInBackground else { throw Reason("the app is not in the background") }
      isInBackground = false
      if case .terminateAndRelaunch = action { pageInView = nil }
      return
    default:
      guard !isInBackground else { throw Reason("the app is in the background") }
    }
    switch action {
    case .openDocument:
      guard !isOpen else { throw Reason("the document is open already") }
      isOpen = true
    case .listLibrary: break
    case .background: isInBackground = true
    default:
      guard isOpen else { throw Reason("the document is not open") }
      try acceptInDocument(action, arena: arena)
    }
  }

  private mutating func acceptInDocument(_ action: Action, arena: borrowing InkArena) throws(Reason) {
    switch action {
    case .closeDocument: (isOpen, pageInView) = (false, nil)
    case .turnTo(let page):
      guard pages.contains(page) else { throw Reason("the document has no page \(page.name)") }
      pageInView = page
    case .insertAsset(let asset, _):
      guard assets.insert(asset).inserted else { throw Reason("asset \(asset.name) is there already") }
    case .edit(let page, let edit, _):
      guard page == pageInView else { throw Reason("page \(page.name) is not the one in view") }
      try accept(edit, on: page, arena: arena)
    default: try acceptInList(action)
    }
  }

  /// Checks what changes the list of pages.
  private mutating func acceptInList(_ action: Action) throws(Reason) {
    switch action {
    case .addPage(let page, let index):
      guard pagesEver.insert(page.id).inserted else { throw Reason("page \(page.id.name) was there before") }
      guard 0...pages.count ~= index else { throw Reason("the document has no place \(index) for a page") }
      pages.insert(page.id, at: index)
    case .deletePage(let page):
      guard page != pageInView else { throw Reason("page \(page.name) is in view and can't be deleted") }
      guard let index = pages.firstIndex(of: page) else {
        throw Reason("the document has no page \(page.name)")
      }
      pages.remove(at: index)
      for element in contents.removeValue(forKey: page)?.elements ?? [] { liveElements.remove(element.id) }
    case .movePage(let page, let index):
      guard let old = pages.firstIndex(of: page) else {
        throw Reason("the document has no page \(page.name)")
      }
      guard pages.indices.contains(index) else {
        throw Reason("the document has no place \(index) for a page")
      }
      pages.insert(pages.remove(at: old), at: index)
    default: break
    }
  }

  private mutating func accept(_ edit: Edit, on page: PageID, arena: borrowing InkArena) throws(Reason) {
    try materialise(page)
    switch edit {
    case .put(let element, _):
      if case .image(let image) = element, !assets.contains(image.asset) {
        throw Reason("image \(image.id.rawValue) shows asset \(image.asset.name), which is not there yet")
      }
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

  /// Makes the content of a page when an event first edits it.
  private mutating func materialise(_ id: PageID) throws(Reason) {
    guard contents[id] == nil else { return }
    var page = Page(id: id)
    if let index = baseIndices[id] {
      do throws(PageSourceError) {
        try base.source.fill(&page, index: index)
      } catch {
        throw Reason(error.description)
      }
    }
    for element in page.elements { try appear(element.id) }
    contents[id] = page
  }
}
