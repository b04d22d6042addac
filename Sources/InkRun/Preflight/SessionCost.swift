package import InkModel
package import InkReplay
internal import InkStorage

/// What a run will cost, before it begins: the bytes that a plan amounts to, without a store.
package struct SessionCost: Sendable {
  /// Samples of the base.
  package var basePoints = 0
  /// Samples of the changed pages, summed over all saves: what a store that rewrites pages writes.
  package var rewrittenPoints = 0
  /// Samples of the whole notebook, summed over all saves: what a store that rewrites all of it writes.
  package var rewrittenNotebookPoints = 0
  /// What the edits amount to, in bytes.
  package var logicalBytes: UInt64 = 0
  package var assetBytes = 0
  package var saveCount = 0
  package var strokeCount = 0
  package var pointCount = 0
  /// How much of the base and of the events a crash trial replays, from 0 to 1.
  package var excerptBaseShare = 1.0
  package var excerptEventShare = 1.0
  /// How long a replay at real pace takes.
  package var lengthMilliseconds: UInt64 = 0

  /// Walks through a session's plan in memory.
  package init(_ session: Session, plan: ReplayPlan) throws(RunError) {
    try countBase(session)
    saveCount = plan.saveCount
    lengthMilliseconds = plan.lengthMilliseconds
    let excerpt = session.crashExcerpt(eventsMax: Session.crashExcerptEventsMax)
    let pageCount = session.base.document.pages.count
    excerptBaseShare =
      pageCount == 0 ? 1 : Double(excerpt.base.document.pages.count) / Double(pageCount)
    excerptEventShare = min(1, Double(excerpt.events.count) / Double(max(session.events.count, 1)))
    var sizes: [PageID: Int] = [:]
    for (index, page) in session.base.document.pages.enumerated() { sizes[page.id] = pageSizes[index] }
    for step in plan.steps {
      switch step.action {
      case .insertAsset(_, let byteCount): assetBytes += byteCount
      case .save(_, let pages):
        for page in pages { rewrittenPoints += sizes[page] ?? 0 }
        rewrittenNotebookPoints += basePoints + (Int(logicalBytes) + assetBytes) / SamplePoint.byteCount
      case .edit(let event): count(session.events[event], &sizes)
      default: continue
      }
    }
  }

  private var pageSizes: [Int] = []

  private mutating func countBase(_ session: Session) throws(RunError) {
    var page = Page(id: PageID(rawValue: 0))
    // Pages of one base are alike: a sample of them tells the size of all.
    let count = session.base.document.pages.count
    let sampled = min(count, Self.pagesSampled)
    for index in 0..<sampled {
      do { try session.base.source.fill(&page, index: index) } catch { throw .input(error.description) }
      pageSizes.append(page.pointCount)
    }
    let mean = sampled == 0 ? 0 : pageSizes.reduce(0, +) / sampled
    pageSizes += Array(repeating: mean, count: count - sampled)
    basePoints = pageSizes.reduce(0, +)
  }

  private static let pagesSampled = 8

  private mutating func count(_ event: Event, _ sizes: inout [PageID: Int]) {
    guard case .edit(let page, let edit, let cause) = event.action else { return }
    logicalBytes += edit.logicalBytes
    sizes[page, default: 0] += Int(edit.logicalBytes) / SamplePoint.byteCount
    if case .put(.stroke(let stroke), _) = edit, cause == .write {
      strokeCount += 1
      pointCount += Int(stroke.points.count)
    }
  }
}
