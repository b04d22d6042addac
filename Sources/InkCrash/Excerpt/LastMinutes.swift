package import InkModel
internal import InkReplay

/// The end of a recorded session: what its writer was doing when it went wrong.
///
/// Method. The last event on a page ends the stretch; it begins ten minutes before, and has so many events at
/// most. The base is the document as it stood at that moment: its list of pages, the assets that had arrived,
/// every page that the stretch touches with all earlier edits carried out, less all but its lowest elements.
/// Two or three events open the document there, at the page in view. Then the session's own events follow to
/// its end. If they are many behind the last page, it closes the document before them. Nothing else is added,
/// but for images that are shown again from before: a store may have removed an asset that no page names by
/// then, so it arrives anew.
///
/// What holds: when the stretch ends, the list of pages is that of the session's end without the pages that
/// the stretch never touches, and each page has the elements that it has at the session's end, in their order
/// and with their content, without those that were left out of the base and the pieces that an eraser made of
/// them.
package struct LastMinutes {
  /// The session of the stretch, from 0 ms on.
  package private(set) var session: Session
  /// Which of the whole session's events it has.
  package let events: Range<Int>
  /// How long they take.
  package let milliseconds: UInt64
  /// Whether ten minutes have more events than are taken.
  package let isCutByCount: Bool

  package static let millisecondsMax: UInt64 = 10 * 60_000
  /// Events behind the last page: enough for the background and the closing, not for days at the shelf.
  private static let tailMax = 20

  /// Cuts a session down to its end; nil if it never opens a page.
  ///
  /// The session makes sense, as `validate` says it; the stretch does too.
  package init?(of whole: Session, eventsMax: Int, elementsPerPage: Int) throws(PageSourceError) {
    guard let last = whole.events.lastIndex(where: \.action.isOnPage) else { return nil }
    let pageEnd = whole.events[last].endMilliseconds
    let start = pageEnd - min(Self.millisecondsMax, pageEnd)
    let inTime = whole.events.firstIndex { $0.startMilliseconds >= start } ?? last
    let end = Self.end(of: whole.events, behind: last)
    let first = min(last, max(inTime, end - eventsMax))
    var moment = SessionMoment(whole.base)
    for event in whole.events[..<first] { moment.pass(event.action) }
    var begin = first
    if !moment.isOpen {
      begin = whole.events[first...].firstIndex { $0.action == .openDocument } ?? first
    }
    let taken = whole.events[begin..<end]
    events = begin..<end
    isCutByCount = first > inTime
    let zero = taken.first?.startMilliseconds ?? 0
    let latest = taken.map(\.endMilliseconds).max() ?? zero
    milliseconds = latest - zero
    var ending = moment
    for event in whole.events[first..<end] { ending.pass(event.action) }
    let opening = moment.opening.map { Event(startMilliseconds: zero, action: $0) }
    let closing = ending.closing.map { Event(startMilliseconds: latest, action: $0) }

    session = whole
    session.recordedSaves = []
    session.droppedEventCount = 0
    session.events = (opening + taken + closing).map { event in
      var event = event
      event.startMilliseconds -= zero
      return event
    }
    session.base.assets = moment.assets
    leaveOutPages(of: moment.pages)
    session.base.source = EditedPages(whole, before: begin, pages: session.base.document.pages)
    try leaveOutElements(allBut: elementsPerPage)
  }
}

extension LastMinutes {
  /// Where a stretch ends whose last event on a page is given: with the session, or before too long a tail.
  ///
  /// Nothing may follow the closing of a document but its opening.
  private static func end(of events: [Event], behind last: Int) -> Int {
    let end = min(events.count, last + 1 + tailMax)
    let turn = events[..<end].lastIndex { [.openDocument, .closeDocument].contains($0.action) }
    guard let turn, events[turn].action == .closeDocument else { return end }
    return turn + 1
  }

  /// Keeps the pages that events touch, or one if they touch none of the base, and fits places in the list.
  private mutating func leaveOutPages(of pages: [PageInfo]) {
    let touched = session.touchedPages
    var kept = pages.filter { touched.contains($0.id) }
    if kept.isEmpty { kept = Array(pages.prefix(1)) }
    var list = ThinnedList(pages.map(\.id), keeping: Set(kept.map(\.id)))
    session.base.document.pages = kept
    for index in session.events.indices {
      switch session.events[index].action {
      case .addPage(let page, let place):
        session.events[index].action = .addPage(page, index: list.insert(page.id, at: place))
      case .movePage(let page, let place):
        list.remove(page)
        session.events[index].action = .movePage(page, to: list.insert(page, at: place))
      case .deletePage(let page): list.remove(page)
      default: continue
      }
    }
  }

  /// Cuts the pages of the base to their lowest elements, and fits the events to what is left of them.
  private mutating func leaveOutElements(allBut elementsPerPage: Int) throws(PageSourceError) {
    var pages: [Page] = []
    var elements: [PageID: ThinnedList<ElementID>] = [:]
    var named: Set<AssetID> = []
    for (index, info) in session.base.document.pages.enumerated() {
      var whole = Page(id: info.id)
      try session.base.source.fill(&whole, index: index)
      let ids = whole.elements.map(\.id)
      elements[info.id] = ThinnedList(ids, keeping: Set(ids.prefix(elementsPerPage)))
      var page = Page(id: info.id)
      for element in whole.elements.prefix(elementsPerPage) {
        page.append(element, from: whole.arena)
        if case .image(let image) = element { named.insert(image.asset) }
      }
      pages.append(page)
    }
    let earlier = Dictionary(
      session.base.assets.map { ($0.id, $0.byteCount) }, uniquingKeysWith: { first, _ in first })
    session.base.assets.removeAll { !named.contains($0.id) }
    session.base = .inline(session.base.document, pages: pages, assets: session.base.assets)
    session.events = session.events.flatMap { event -> [Event] in
      guard case .edit(let page, let edit, let cause) = event.action else { return [event] }
      guard let edit = elements[page, default: ThinnedList([])].fit(edit) else { return [] }
      var fitted = event
      fitted.action = .edit(page, edit, cause: cause)
      guard case .put(.image(let image), _) = edit, let bytes = earlier[image.asset],
        named.insert(image.asset).inserted
      else { return [fitted] }
      let arrival = Event(
        startMilliseconds: event.startMilliseconds, action: .insertAsset(image.asset, byteCount: bytes))
      return [arrival, fitted]
    }
  }
}

extension Action {
  /// Whether a page is looked at or changed.
  fileprivate var isOnPage: Bool {
    switch self {
    case .edit, .turnTo, .insertAsset, .addPage, .deletePage, .movePage: true
    default: false
    }
  }
}

/// Pages of a session as they were before one of its events.
private struct EditedPages: PageSource {
  private let base: Base
  private let arena: InkArena
  /// The pages at that moment, and where each lies in the base, if it does.
  private let pages: [(id: PageID, baseIndex: Int?)]
  private var edits: [PageID: [Edit]] = [:]

  init(_ session: Session, before end: Int, pages: [PageInfo]) {
    base = session.base
    arena = session.arena
    let places = Dictionary(
      session.base.document.pages.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.pages = pages.map { ($0.id, places[$0.id]) }
    for case .edit(let page, let edit, _) in session.events[..<end].lazy.map(\.action) {
      edits[page, default: []].append(edit)
    }
  }

  func fill(_ page: inout Page, index: Int) throws(PageSourceError) {
    guard pages.indices.contains(index) else { throw PageSourceError("the base has no page \(index)") }
    let (id, baseIndex) = pages[index]
    if let baseIndex {
      try base.source.fill(&page, index: baseIndex)
    } else {
      page.reset(id: id)
    }
    for edit in edits[id] ?? [] {
      do throws(EditError) { try page.apply(edit, from: arena) } catch {
        throw PageSourceError(error.description)
      }
    }
  }
}
