package import InkModel

/// Every version of a document that a plan saves, page by page.
///
/// Steps are numbered from 1; "by step n" means once step n has returned, and 0 is the base.
package struct DocumentHistory {
  /// A saved version of a page: which step saved it, and how many of the page's edits it has.
  package struct Version: Hashable, Sendable {
    package var step: Int
    package var editCount: Int
  }

  private let session: Session
  private let plan: ReplayPlan
  private var edits: [PageID: [Int]] = [:]
  private var saves: [PageID: [Version]] = [:]
  private var baseIndex: [PageID: Int] = [:]

  /// Follows a plan and notes what each save keeps.
  package init(session: Session, plan: ReplayPlan) {
    self.session = session
    self.plan = plan
    for (index, page) in session.base.document.pages.enumerated() { baseIndex[page.id] = index }
    for (index, step) in plan.steps.enumerated() {
      switch step.action {
      case .edit(let event):
        guard case .edit(let page, _, _) = session.events[event].action else { continue }
        edits[page, default: []].append(event)
      case .save(_, let pages):
        for page in pages {
          saves[page, default: []].append(Version(step: index + 1, editCount: edits[page]?.count ?? 0))
        }
      default: continue
      }
    }
  }

  /// The saved versions of a page, oldest first; the first one is the base.
  package func versions(of id: PageID) -> [Version] {
    [Version(step: 0, editCount: 0)] + (saves[id] ?? [])
  }

  /// How many edits of a page are saved by a step.
  package func editCount(of id: PageID, by step: Int) -> Int {
    saves[id]?.last { $0.step <= step }?.editCount ?? 0
  }

  /// Makes the version of a page that has the first so many of its edits.
  package func fill(_ page: inout Page, id: PageID, editCount: Int) throws(ReplayError) {
    if let index = baseIndex[id] {
      do { try session.base.source.fill(&page, index: index) } catch { throw .base(error) }
    } else {
      page.reset(id: id)
    }
    for event in (edits[id] ?? []).prefix(editCount) {
      guard case .edit(_, let edit, _) = session.events[event].action else { continue }
      do { try page.apply(edit, from: session.arena) } catch { throw .session(error.description) }
    }
  }

  /// The list of pages by a step.
  package func pages(by step: Int) -> [PageInfo] {
    var pages = session.base.document.pages
    for step in plan.steps.prefix(step) {
      switch step.action {
      case .addPage(let page, let index): pages.insert(page, at: min(index, pages.count))
      case .deletePage(let id): pages.removeAll { $0.id == id }
      case .movePage(let id, let index):
        guard let from = pages.firstIndex(where: { $0.id == id }) else { continue }
        let page = pages.remove(at: from)
        pages.insert(page, at: min(index, pages.count))
      default: continue
      }
    }
    return pages
  }

  /// The sizes of all assets that the base or any step brings.
  package func assetByteCounts() -> [AssetID: Int] {
    var sizes: [AssetID: Int] = [:]
    for asset in session.base.assets { sizes[asset.id] = asset.byteCount }
    for case .insertAsset(let id, let byteCount) in plan.steps.lazy.map(\.action) { sizes[id] = byteCount }
    return sizes
  }
}
