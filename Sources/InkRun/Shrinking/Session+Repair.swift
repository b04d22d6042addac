internal import InkModel

extension Session {
  /// The session without the events that no longer fit, and closed at its end; nil if it is no session then.
  ///
  /// Where something was left out, what depended on it goes too: an edit of an element that was never drawn,
  /// or of a page that is not in view, a return from a background that was never entered. Places in the
  /// drawing order and in the list of pages are fitted to what is there. `validate` has the last word.
  func repaired() -> Session? {
    var session = self
    var state = RepairState(base: base.document, pages: basePages, assets: base.assets)
    session.events = events.compactMap { event in
      guard let action = state.fit(event.action) else { return nil }
      var event = event
      event.action = action
      return event
    }
    session.events += state.ending(after: session.events.last?.startMilliseconds ?? 0)
    guard (try? session.validate()) != nil else { return nil }
    return session
  }
}

extension Session {
  /// The number, from 1, of the first event that shows an image whose asset may be gone.
  ///
  /// Nobody can undo across the closing of a document, so stores may then remove assets that no page names
  /// any more. A session that shows one again asks for what no store promises, although `validate` passes.
  func firstForgottenAsset() -> Int? {
    guard let session = withInlineBase() else { return nil }
    var state = RepairState(base: base.document, pages: session.basePages, assets: base.assets)
    return events.firstIndex { event in
      guard state.fit(event.action) == nil else { return false }
      if case .edit(_, .put(.image, _), _) = event.action { return true }
      return false
    }.map { $0 + 1 }
  }
}

/// What the document and the app are like as events go by, as far as it decides which may come next.
private struct RepairState {
  private var pages: [PageID]
  private var elements: [PageID: [ElementID]]
  private var assets: Set<AssetID>
  /// The asset of every image that there ever was.
  private var imageAssets: [ElementID: AssetID] = [:]
  private var pageInView: PageID?
  private var isOpen = false
  private var isInBackground = false

  init(base: DocumentInfo, pages contents: [Page], assets: [BaseAsset]) {
    pages = base.pages.map(\.id)
    self.assets = Set(assets.map(\.id))
    elements = Dictionary(
      contents.map { ($0.id, $0.elements.map(\.id)) }, uniquingKeysWith: { first, _ in first })
    for case .image(let image) in contents.flatMap(\.elements) { imageAssets[image.id] = image.asset }
  }

  /// The action as it fits now; nil if it does not.
  mutating func fit(_ action: Action) -> Action? {
    switch action {
    case .foreground, .terminateAndRelaunch:
      guard isInBackground else { return nil }
      isInBackground = false
      if action == .terminateAndRelaunch { pageInView = nil }
      return action
    case .openDocument:
      guard !isOpen, !isInBackground else { return nil }
      isOpen = true
      return action
    // The shelf can be looked at with the document closed.
    case .listLibrary: return isInBackground ? nil : action
    default:
      guard isOpen, !isInBackground else { return nil }
      return fitInDocument(action)
    }
  }

  /// What is missing for a session to end.
  func ending(after time: UInt64) -> [Event] {
    guard isOpen else { return [] }
    let actions: [Action] = isInBackground ? [.foreground, .closeDocument] : [.closeDocument]
    return actions.map { Event(startMilliseconds: time, action: $0) }
  }

  private mutating func fitInDocument(_ action: Action) -> Action? {
    switch action {
    case .background: isInBackground = true
    case .closeDocument:
      (isOpen, pageInView) = (false, nil)
      let named = pages.flatMap { elements[$0] ?? [] }.compactMap { imageAssets[$0] }
      assets.formIntersection(named)
    case .turnTo(let page):
      guard pages.contains(page) else { return nil }
      pageInView = page
    case .addPage(let page, let index):
      let place = min(index, pages.count)
      pages.insert(page.id, at: place)
      return .addPage(page, index: place)
    case .deletePage(let page):
      guard page != pageInView, let place = pages.firstIndex(of: page) else { return nil }
      pages.remove(at: place)
    case .movePage(let page, let index):
      guard let place = pages.firstIndex(of: page) else { return nil }
      pages.remove(at: place)
      let target = min(index, pages.count)
      pages.insert(page, at: target)
      return .movePage(page, to: target)
    case .insertAsset(let asset, _): assets.insert(asset)
    case .edit(let page, let edit, let cause):
      guard page == pageInView, let edit = fit(edit, on: page) else { return nil }
      return .edit(page, edit, cause: cause)
    default: break
    }
    return action
  }

  private mutating func fit(_ edit: Edit, on page: PageID) -> Edit? {
    var ids = elements[page] ?? []
    defer { elements[page] = ids }
    switch edit {
    case .put(let element, let index):
      if case .image(let image) = element {
        guard assets.contains(image.asset) else { return nil }
        imageAssets[image.id] = image.asset
      }
      let place = min(index, ids.count)
      ids.insert(element.id, at: place)
      return .put(element, index: place)
    case .remove(let id):
      guard let place = ids.lastIndex(of: id) else { return nil }
      ids.remove(at: place)
      return edit
    case .replace(let id, let pieces):
      guard let place = ids.lastIndex(of: id) else { return nil }
      ids.replaceSubrange(place...place, with: pieces.map(\.id))
      return edit
    case .move(let moved, let dx, let dy):
      let kept = moved.filter(ids.contains)
      return kept.isEmpty ? nil : .move(kept, dx: dx, dy: dy)
    }
  }
}
