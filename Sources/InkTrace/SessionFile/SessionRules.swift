package import InkModel

/// What holds in every session, checked event by event.
///
/// Events come in the order of their start. Pages are turned to, edited and changed only while the document is
/// open, edits meet the page last turned to, and pages exist before they are named. An asset arrives before the
/// first image that shows it. At the end the document is closed. Whether an edit fits the elements of its page
/// is left to the replay, which has the page.
package struct SessionRules {
  private var pages: Set<PageID>
  private var pageCount: Int
  private var assets: Set<AssetID>
  private var currentPage: PageID?
  private var isDocumentOpen = false
  private var latestStart: UInt64 = 0

  /// Starts with the document as the base has it.
  package init(document: borrowing DocumentInfo, assets: borrowing [BaseAsset]) {
    pages = Set(document.pages.map(\.id))
    pageCount = document.pages.count
    self.assets = Set(assets.map(\.id))
  }

  /// What is wrong with a document and its assets, as a sentence; nil if nothing is.
  package static func fault(of document: DocumentInfo, assets: [BaseAsset]) -> String? {
    guard document.pages.count <= TraceLimits.pageCountMax, assets.count <= TraceLimits.assetCountMax else {
      return "the document has more pages or assets than a session file can list"
    }
    var ids: Set<PageID> = []
    for page in document.pages {
      guard ids.insert(page.id).inserted else { return "page \(page.id.name) stands twice in the document" }
      if let fault = fault(of: page) { return fault }
    }
    for asset in assets {
      if let fault = fault(ofAsset: asset.byteCount) { return fault }
    }
    return nil
  }

  private static func fault(of page: PageInfo) -> String? {
    page.createdMilliseconds <= TraceLimits.millisecondsMax
      ? nil : "page \(page.id.name) was made later than a session file can say"
  }

  private static func fault(ofAsset byteCount: Int) -> String? {
    (0...TraceLimits.assetByteCountMax).contains(byteCount)
      ? nil : "an asset of \(byteCount) bytes is out of bounds"
  }

  /// What is wrong with the next event, as a sentence; nil if it keeps the rules.
  package mutating func fault(of event: borrowing Event) -> String? {
    guard event.startMilliseconds >= latestStart else {
      return "the event starts at \(event.startMilliseconds) ms, before the one above it"
    }
    guard event.startMilliseconds <= TraceLimits.millisecondsMax else {
      return "the event starts later than a session file can say"
    }
    latestStart = event.startMilliseconds
    return fault(of: event.action)
  }

  /// What is missing at the end, as a sentence; nil if nothing is.
  package var faultAtEnd: String? { isDocumentOpen ? "the session ends before it closes the document" : nil }

  private mutating func fault(of action: Action) -> String? {
    switch action {
    case .edit(let page, let edit, _): return fault(of: edit, on: page)
    case .insertAsset(let asset, let byteCount):
      if let fault = Self.fault(ofAsset: byteCount) { return fault }
      assets.insert(asset)
      return nil
    case .turnTo(let page): return turn(to: page)
    case .addPage(let info, let index): return add(info, at: index)
    case .deletePage(let page):
      if let fault = faultOfKnown(page) { return fault }
      pages.remove(page)
      pageCount -= 1
      if currentPage == page { currentPage = nil }
      return nil
    case .movePage(let page, let index):
      if let fault = faultOfKnown(page) { return fault }
      return (0..<pageCount).contains(index) ? nil : "page \(page.name) can't be moved to position \(index)"
    case .openDocument:
      guard !isDocumentOpen else { return "the document is opened while it is open" }
      isDocumentOpen = true
      return nil
    case .closeDocument:
      guard isDocumentOpen else { return "the document is closed before it is opened" }
      isDocumentOpen = false
      currentPage = nil
      return nil
    case .background, .foreground, .terminateAndRelaunch, .listLibrary, .export: return nil
    }
  }

  private func fault(of edit: Edit, on page: PageID) -> String? {
    if let fault = faultOfKnown(page) { return fault }
    guard page == currentPage else {
      return "page \(page.name) is edited but was not the last page turned to"
    }
    switch edit {
    case .put(.image(let image), _) where !assets.contains(image.asset):
      return "image \(image.id.rawValue) shows asset \(image.asset.name), which has not arrived"
    case .put(_, let index) where !(0...TraceLimits.strokeCountMax).contains(index):
      return "position \(index) is out of bounds"
    default: return nil
    }
  }

  private mutating func turn(to page: PageID) -> String? {
    if let fault = faultOfKnown(page) { return fault }
    currentPage = page
    return nil
  }

  private mutating func add(_ info: PageInfo, at index: Int) -> String? {
    guard isDocumentOpen else { return "a page is added before the document is opened" }
    guard (0...pageCount).contains(index) else {
      return "page \(info.id.name) can't be added at position \(index)"
    }
    if let fault = Self.fault(of: info) { return fault }
    guard pages.insert(info.id).inserted else { return "page \(info.id.name) is already in the document" }
    pageCount += 1
    return nil
  }

  private func faultOfKnown(_ page: PageID) -> String? {
    guard isDocumentOpen else { return "page \(page.name) is named before the document is opened" }
    return pages.contains(page) ? nil : "page \(page.name) is not in the document"
  }
}
