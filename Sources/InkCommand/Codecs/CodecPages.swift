internal import InkModel
internal import InkReplay

/// The pages on which codecs are compared: those of a session's document as they are when it ends.
///
/// A long document is sampled: its pages are visited in an order of which every beginning is spread evenly,
/// until there are points enough.
struct CodecPages {
  private(set) var pages: [Page] = []
  private(set) var pointCount = 0
  private(set) var strokeCount = 0
  /// All pages of the document.
  let documentPageCount: Int

  /// Enough that each codec works for milliseconds; more would only take longer.
  static let pointsEnough = 1_000_000

  init(_ session: Session) throws(ReplayError) {
    let plan = ReplayPlan(session)
    let history = DocumentHistory(session: session, plan: plan)
    let infos = history.pages(by: plan.steps.count)
    documentPageCount = infos.count
    var taken: [(index: Int, page: Page)] = []
    for index in Self.spreadOrder(infos.count) {
      guard pointCount < Self.pointsEnough else { break }
      var page = Page(id: infos[index].id)
      try history.fill(&page, id: page.id, editCount: .max)
      guard !page.elements.isEmpty else { continue }
      pointCount += page.pointCount
      strokeCount += page.elements.count { if case .stroke = $0 { true } else { false } }
      taken.append((index, page))
    }
    pages = taken.sorted { $0.index < $1.index }.map(\.page)
  }

  /// The numbers below a count in the order of their bits read backwards: 0, 4, 2, 6, 1, 5, 3, 7.
  static func spreadOrder(_ count: Int) -> [Int] {
    guard count > 1 else { return Array(0..<count) }
    let bits = Int.bitWidth - (count - 1).leadingZeroBitCount
    return (0..<1 << bits).map { number in
      (0..<bits).reduce(0) { $0 << 1 | (number >> $1 & 1) }
    }.filter { $0 < count }
  }
}
