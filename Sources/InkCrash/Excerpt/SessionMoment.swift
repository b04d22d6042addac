internal import InkModel

/// The document and the app as they are between two events of a session.
struct SessionMoment {
  private(set) var pages: [PageInfo]
  /// All that have arrived, whether a page still names them or not.
  private(set) var assets: [BaseAsset]
  private(set) var isOpen = false
  private var isInBackground = false
  private var pageInView: PageID?

  /// Begins where a session does.
  init(_ base: Base) {
    pages = base.document.pages
    assets = base.assets
  }

  /// What brings a new session here, with the document on the disk.
  var opening: [Action] {
    guard isOpen else { return [] }
    return [.openDocument] + (pageInView.map { [.turnTo($0)] } ?? []) + (isInBackground ? [.background] : [])
  }

  /// What ends a session here, with the document closed.
  var closing: [Action] { (isInBackground ? [.foreground] : []) + (isOpen ? [.closeDocument] : []) }

  /// Lets an event pass, which makes sense here.
  mutating func pass(_ action: Action) {
    switch action {
    case .openDocument: isOpen = true
    case .closeDocument: (isOpen, pageInView) = (false, nil)
    case .background: isInBackground = true
    case .foreground: isInBackground = false
    case .terminateAndRelaunch: (isInBackground, pageInView) = (false, nil)
    case .turnTo(let page): pageInView = page
    case .insertAsset(let id, let byteCount): assets.append(BaseAsset(id: id, byteCount: byteCount))
    case .addPage(let page, let index): pages.insert(page, at: min(index, pages.count))
    case .deletePage(let page): pages.removeAll { $0.id == page }
    case .movePage(let page, let index):
      guard let place = pages.firstIndex(where: { $0.id == page }) else { return }
      pages.insert(pages.remove(at: place), at: min(index, pages.count))
    case .edit, .listLibrary, .export: break
    }
  }
}
