internal import InkModel
internal import InkReplay
internal import InkReport

/// A document as it is when its session ends: pages added, moved and deleted, all edits carried out.
struct SessionEnd {
  private let session: Session
  private let history: DocumentHistory
  /// The pages in reading order.
  let pages: [PageInfo]

  init(_ session: Session) {
    let plan = ReplayPlan(session)
    self.session = session
    history = DocumentHistory(session: session, plan: plan)
    pages = history.pages(by: plan.steps.count)
  }

  /// The picture of a page, counted from 1.
  func picture(ofPage number: Int) throws(ReplayError) -> [UInt8] {
    let info = pages[number - 1]
    var page = Page(id: info.id)
    try history.fill(&page, id: info.id, editCount: .max)
    let drawing = PageDrawing(
      title: "\(session.name), page \(number) of \(pages.count)",
      origin:
        "Session \(session.name), \(session.originInWords), as page \(info.id.name) is when the session ends",
      canvas: info.canvas, assetByteCounts: history.assetByteCounts())
    return drawing.svg(of: page)
  }
}
