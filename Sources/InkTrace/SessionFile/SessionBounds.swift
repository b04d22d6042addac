internal import InkModel

/// What a session may hold and a session file still can't say, each as a sentence; nil if nothing is in the
/// way.
///
/// A reader meets these bounds number by number; a writer has to ask before it writes.
enum SessionBounds {
  static func fault(of session: borrowing Session) -> String? {
    guard session.events.count <= TraceLimits.eventCountMax else {
      return "it has more than \(TraceLimits.eventCountMax) events; divide the session"
    }
    let base = session.base
    guard base.document.pages.count <= TraceLimits.pageCountMax,
      base.assets.count <= TraceLimits.assetCountMax
    else { return "the document has more pages or assets than a session file can list" }
    for page in base.document.pages {
      if let fault = fault(of: page) { return fault }
    }
    for asset in base.assets {
      if let fault = fault(ofAsset: asset.byteCount) { return fault }
    }
    return nil
  }

  static func fault(of event: borrowing Event) -> String? {
    switch event.action {
    case .insertAsset(_, let byteCount): return fault(ofAsset: byteCount)
    case .addPage(let page, _): return fault(of: page)
    case .edit(_, .put(_, let index), _):
      return 0...TraceLimits.strokeCountMax ~= index ? nil : "position \(index) is out of bounds"
    default: return nil
    }
  }

  private static func fault(of page: PageInfo) -> String? {
    page.createdMilliseconds <= TraceLimits.millisecondsMax
      ? nil : "page \(page.id.name) was made later than a session file can say"
  }

  private static func fault(ofAsset byteCount: Int) -> String? {
    0...TraceLimits.assetByteCountMax ~= byteCount ? nil : "an asset of \(byteCount) bytes is out of bounds"
  }
}
