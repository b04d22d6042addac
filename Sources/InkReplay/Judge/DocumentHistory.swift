package import InkModel

/// Every version of a document that a plan saves, page by page.
///
/// Steps are numbered from 1; "by step n" means once step n has returned, and 0 is the base.
package struct DocumentHistory: Sendable {
  /// A saved version of a page: which step saved it, and how many of the page's edits it has.
  package struct Version: Hashable, Sendable {
    package var step: Int
    package var editCount: Int
  }

  /// The list of pages as a step left it.
  package struct ListVersion: Hashable, Sendable {
    package var step: Int
    package var pages: [PageInfo]
  }

  package let session: Session
  /// All lists of pages, oldest first; the first one is the base's.
  package let lists: [ListVersion]
  /// The steps that changed what is saved, oldest first, beginning with 0.
  package let changeSteps: [Int]
  private let plan: ReplayPlan
  /// The events that edit a page, in order.
  private var edits: [PageID: [Int]] = [:]
  private var saves: [PageID: [Version]] = [:]
  private var baseIndex: [PageID: Int] = [:]

  /// Follows a plan and notes what each save keeps.
  package init(session: Session, plan: ReplayPlan) {
    self.session = session
    self.plan = plan
    for (index, page) in session.base.document.pages.enumerated() { baseIndex[page.id] = index }
    var lists = [ListVersion(step: 0, pages: session.base.document.pages)]
    var changeSteps = [0]
    for (index, step) in plan.steps.enumerated() {
      switch step.action {
      case .edit(let event):
        guard case .edit(let page, _, _) = session.events[event].action else { continue }
        edits[page, default: []].append(event)
      case .save(_, let pages):
        for page in pages {
          saves[page, default: []].append(Version(step: index + 1, editCount: edits[page]?.count ?? 0))
        }
        changeSteps.append(index + 1)
      default:
        guard let pages = lists.last?.pages.changed(by: step.action) else { continue }
        lists.append(ListVersion(step: index + 1, pages: pages))
        changeSteps.append(index + 1)
      }
    }
    self.lists = lists
    self.changeSteps = changeSteps
  }

  /// The saved versions of a page, oldest first; the first one is the base.
  package func versions(of id: PageID) -> [Version] {
    [Version(step: 0, editCount: 0)] + (saves[id] ?? [])
  }

  /// How many edits of a page are saved by a step.
  package func editCount(of id: PageID, by step: Int) -> Int {
    guard let saves = saves[id] else { return 0 }
    return Self.last(in: saves, by: step, \.step)?.editCount ?? 0
  }

  /// Makes the version of a page that has the first so many of its edits.
  package func fill(_ page: inout Page, id: PageID, editCount: Int) throws(ReplayError) {
    if let index = baseIndex[id] {
      do { try session.base.source.fill(&page, index: index) } catch { throw .base(error) }
    } else {
      page.reset(id: id)
    }
    try apply(editsOf: id, 0..<min(editCount, edits[id]?.count ?? 0), to: &page)
  }

  /// Carries out some of a page's edits, by their place among all of them.
  func apply(editsOf id: PageID, _ range: Range<Int>, to page: inout Page) throws(ReplayError) {
    guard let events = edits[id] else { return }
    for event in events[range] {
      guard case .edit(_, let edit, _) = session.events[event].action else { continue }
      do { try page.apply(edit, from: session.arena) } catch { throw .session(error.description) }
    }
  }

  /// The list of pages by a step.
  package func pages(by step: Int) -> [PageInfo] { lists[list(by: step)].pages }

  /// Which of `lists` is the one by a step.
  package func list(by step: Int) -> Int { Self.lastIndex(in: lists, by: step, \.step) ?? 0 }

  /// The last step up to a given one that changed what is saved; 0 if none did.
  package func changeStep(by step: Int) -> Int { Self.last(in: changeSteps, by: step, \.self) ?? 0 }

  /// The sizes of all assets that the base or any step brings.
  package func assetByteCounts() -> [AssetID: Int] {
    var sizes: [AssetID: Int] = [:]
    for asset in session.base.assets { sizes[asset.id] = asset.byteCount }
    for case .insertAsset(let id, let byteCount) in plan.steps.lazy.map(\.action) { sizes[id] = byteCount }
    return sizes
  }

  private static func last<Item>(in items: [Item], by step: Int, _ key: (Item) -> Int) -> Item? {
    lastIndex(in: items, by: step, key).map { items[$0] }
  }

  /// The last of some items, ordered by step, that is not after a step.
  private static func lastIndex<Item>(in items: [Item], by step: Int, _ key: (Item) -> Int) -> Int? {
    var range = items.startIndex..<items.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = key(items[middle]) <= step ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound > items.startIndex ? range.lowerBound - 1 : nil
  }
}

// MARK: - What is lost with a version

extension DocumentHistory {
  /// How many strokes the writer drew between two versions of a page.
  package func strokeCount(of id: PageID, _ range: Range<Int>) -> Int {
    guard let events = edits[id] else { return 0 }
    return events[range.clamped(to: events.indices)].count { session.events[$0].isWrittenStroke }
  }

  /// The time from the last edit of one version of a page to the last edit of another.
  ///
  /// A page without any edit has no last one; its time begins with its first edit.
  package func milliseconds(of id: PageID, _ range: Range<Int>) -> UInt64 {
    guard let events = edits[id], !range.isEmpty, range.upperBound <= events.count else { return 0 }
    let end = session.events[events[range.upperBound - 1]].endMilliseconds
    let start =
      range.lowerBound > 0
      ? session.events[events[range.lowerBound - 1]].endMilliseconds
      : session.events[events[0]].startMilliseconds
    return end - min(start, end)
  }

  /// The time from one list of pages to another.
  package func milliseconds(ofLists range: Range<Int>) -> UInt64 {
    // The base's list is as old as the first change that is lost with it.
    let start = time(ofList: max(range.lowerBound, 1))
    return time(ofList: range.upperBound) - min(start, time(ofList: range.upperBound))
  }

  private func time(ofList list: Int) -> UInt64 {
    guard lists.indices.contains(list), lists[list].step > 0 else { return 0 }
    return plan.steps[lists[list].step - 1].startMilliseconds
  }
}

extension [PageInfo] {
  /// The list after an action; nil if the action does not change lists.
  fileprivate func changed(by action: Step.Action) -> [PageInfo]? {
    var pages = self
    switch action {
    case .addPage(let page, let index): pages.insert(page, at: Swift.min(index, count))
    case .deletePage(let id): pages.removeAll { $0.id == id }
    case .movePage(let id, let index):
      guard let from = firstIndex(where: { $0.id == id }) else { return nil }
      let page = pages.remove(at: from)
      pages.insert(page, at: Swift.min(index, pages.count))
    default: return nil
    }
    return pages
  }
}
