/// Follows the events of a session one by one and knows which may come next.
///
/// It has every rule that needs no page's content, so that a session can be checked while it is read. Events
/// are sorted by their start, within a lifetime. The first opens the document and the last closes it. In the
/// background nothing happens but a return or the end of the app, which opens the document again. After
/// opening or a relaunch a page must be turned to before anything is edited, and only that page is edited and
/// never deleted. A page's id is never given to another page, and a page's place lies within the list. An
/// asset arrives once, before its images.
package struct SessionOrder {
  /// The latest start of an event: 139 years, which a replay can still count in nanoseconds of 64 bits.
  package static let millisecondsMax: UInt64 = 1 << 42

  /// Events that were accepted.
  package private(set) var eventCount = 0
  private var pages: Set<PageID>
  private var pagesEver: Set<PageID>
  private var assets: Set<AssetID>
  private var pageInView: PageID?
  private var isOpen = false
  private var isInBackground = false
  private var hasJustClosed = false
  private var latestStart: UInt64 = 0

  /// Starts with the document and the assets as the base has them.
  package init(document: borrowing DocumentInfo, assets baseAssets: [BaseAsset]) throws(SessionFault) {
    pages = []
    assets = []
    for page in document.pages where !pages.insert(page.id).inserted {
      throw SessionFault(event: nil, reason: "page \(page.id.name) stands twice in the document")
    }
    for asset in baseAssets {
      guard asset.byteCount >= 0 else {
        throw SessionFault(event: nil, reason: "asset \(asset.id.name) has a negative size")
      }
      guard assets.insert(asset.id).inserted else {
        throw SessionFault(event: nil, reason: "asset \(asset.id.name) stands twice in the base")
      }
    }
    pagesEver = pages
  }

  /// Takes the next event, if it may come now.
  package mutating func accept(_ event: borrowing Event) throws(SessionFault) {
    guard event.startMilliseconds >= latestStart else { throw fault("it begins before the event above it") }
    guard event.startMilliseconds <= Self.millisecondsMax else {
      throw fault("it begins more than \(Self.millisecondsMax) ms after the session did")
    }
    if eventCount == 0 {
      guard case .openDocument = event.action else { throw fault(Self.beginning) }
    }
    try accept(event.action)
    latestStart = event.startMilliseconds
    hasJustClosed = if case .closeDocument = event.action { true } else { false }
    eventCount += 1
  }

  /// Checks that the session may end here.
  package func finish() throws(SessionFault) {
    guard eventCount > 0 else { throw SessionFault(event: nil, reason: Self.beginning) }
    guard hasJustClosed else {
      throw SessionFault(event: eventCount, reason: "a session ends by closing its document")
    }
  }

  private static let beginning = "a session begins by opening its document"

  private func fault(_ reason: String) -> SessionFault { SessionFault(event: eventCount + 1, reason: reason) }

  private mutating func accept(_ action: Action) throws(SessionFault) {
    switch action {
    case .foreground, .terminateAndRelaunch:
      guard isInBackground else { throw fault("the app is not in the background") }
    default:
      guard !isInBackground else { throw fault("the app is in the background") }
    }
    switch action {
    case .background: isInBackground = true
    case .foreground: isInBackground = false
    case .listLibrary: break
    case .openDocument:
      guard !isOpen else { throw fault("the document is open already") }
      isOpen = true
    default:
      guard isOpen else { throw fault("the document is not open") }
      try acceptInDocument(action)
    }
  }

  private mutating func acceptInDocument(_ action: Action) throws(SessionFault) {
    switch action {
    case .closeDocument: (isOpen, pageInView) = (false, nil)
    case .terminateAndRelaunch: (isInBackground, pageInView) = (false, nil)
    case .insertAsset(let asset, let byteCount):
      guard byteCount >= 0 else { throw fault("asset \(asset.name) has a negative size") }
      guard assets.insert(asset).inserted else { throw fault("asset \(asset.name) is there already") }
    case .edit(let page, let edit, _):
      guard page == pageInView else { throw fault("page \(page.name) is not the one in view") }
      try accept(edit)
    case .turnTo(let page):
      try checkPresence(of: page)
      pageInView = page
    case .addPage(let page, let index):
      guard pagesEver.insert(page.id).inserted else { throw fault("page \(page.id.name) was there before") }
      pages.insert(page.id)
      try check(place: index)
    case .movePage(let page, let index):
      try checkPresence(of: page)
      try check(place: index)
    case .deletePage(let page):
      guard page != pageInView else { throw fault("page \(page.name) is in view and can't be deleted") }
      try checkPresence(of: page)
      pages.remove(page)
    default: break
    }
  }

  private func accept(_ edit: Edit) throws(SessionFault) {
    switch edit {
    case .put(.image(let image), _):
      guard assets.contains(image.asset) else {
        throw fault("image \(image.id.rawValue) shows asset \(image.asset.name), which is not there yet")
      }
    case .move(let ids, _, _):
      var moved: Set<ElementID> = []
      for id in ids where !moved.insert(id).inserted {
        throw fault("element \(id.rawValue) is moved twice at once")
      }
    case .put, .remove, .replace: break
    }
  }

  private func checkPresence(of page: PageID) throws(SessionFault) {
    guard pages.contains(page) else { throw fault("the document has no page \(page.name)") }
  }

  /// Checks a page's place in the list, which has the page already.
  private func check(place: Int) throws(SessionFault) {
    guard 0..<pages.count ~= place else { throw fault("the document has no place \(place) for a page") }
  }
}
