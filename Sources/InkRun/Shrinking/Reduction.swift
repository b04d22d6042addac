internal import InkModel

/// A kind of part that a session can do with fewer of.
enum Reduction: CaseIterable {
  case events
  /// Elements that a move takes along, pieces that a partial erase leaves.
  case editParts
  case basePages
  case baseElements
  case baseAssets
  /// Strokes with more samples than it takes to see that they are there.
  case longStrokes
  case opaqueStrokes
  case largeAssets

  /// How many such parts a session has.
  func count(in session: Session) -> Int {
    switch self {
    case .events: session.events.count
    case .editParts: session.events.reduce(0) { $0 + $1.partCount }
    case .basePages: session.base.document.pages.count
    case .baseElements: session.basePages.reduce(0) { $0 + $1.elements.count }
    case .baseAssets: session.base.assets.count
    case .longStrokes: session.strokeCount { $0.points.count > Self.pointsKept }
    case .opaqueStrokes: session.strokeCount { $0.opaque.count > 0 }
    case .largeAssets: session.assetCount { $0 > Self.assetBytesKept }
    }
  }

  /// The session without a run of them, and without what no longer fits; nil if nothing sensible is left.
  func leaveOut(_ run: Range<Int>, of session: Session) -> Session? {
    var session = session
    switch self {
    case .events: session.events.removeSubrange(run)
    case .editParts: session.removeParts(run)
    case .basePages: session.removeBasePages(run)
    case .baseElements: session.removeBaseElements(run)
    case .baseAssets: session.base.assets.removeSubrange(run)
    case .longStrokes:
      session.changeStrokes(run, where: { $0.points.count > Self.pointsKept }) {
        $0.points.count = UInt32(Self.pointsKept)
      }
    case .opaqueStrokes:
      session.changeStrokes(run, where: { $0.opaque.count > 0 }) { $0.opaque = .empty }
    case .largeAssets: session.cutAssets(run, above: Self.assetBytesKept)
    }
    return session.repaired()
  }

  /// A stroke that goes somewhere.
  private static let pointsKept = 2
  /// The marks at both ends of an image file, and something between.
  private static let assetBytesKept = 16
}

extension Session {
  /// How much there is to leave out.
  var shrinkableCount: Int { Reduction.allCases.reduce(0) { $0 + $1.count(in: self) } }

  /// The pages of a base that is held in memory.
  var basePages: [Page] { (base.source as? InlinePages)?.pages ?? [] }

  /// The session with the pages of its base in memory; nil if one of them can't be made.
  func withInlineBase() -> Session? {
    var pages: [Page] = []
    for (index, info) in base.document.pages.enumerated() {
      var page = Page(id: info.id)
      guard (try? base.source.fill(&page, index: index)) != nil else { return nil }
      pages.append(page)
    }
    var session = self
    session.base = .inline(base.document, pages: pages, assets: base.assets)
    return session
  }
}
