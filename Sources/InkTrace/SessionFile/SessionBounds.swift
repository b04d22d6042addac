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
    guard session.recordedSaves.count <= TraceLimits.eventCountMax else {
      return "it has more than \(TraceLimits.eventCountMax) saves; divide the session"
    }
    guard 0...Int(TraceLimits.millisecondsMax) ~= session.droppedEventCount else {
      return "it can't have dropped \(session.droppedEventCount) events"
    }
    var latest: UInt64 = 0
    for save in session.recordedSaves {
      if let fault = fault(of: save) { return fault }
      guard save.startMilliseconds >= latest else { return "a save begins before the one above it" }
      latest = save.startMilliseconds
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

  static func fault(of save: RecordedSave) -> String? {
    guard save.startMilliseconds <= SessionOrder.millisecondsMax else {
      return "the save begins more than \(SessionOrder.millisecondsMax) ms after the session did"
    }
    guard save.durationMicroseconds <= TraceLimits.millisecondsMax else {
      return "the save's duration is too large"
    }
    guard 0...TraceLimits.saveByteCountMax ~= save.byteCount else {
      return "a save of \(save.byteCount) bytes is out of bounds"
    }
    guard (save.error?.utf8.count ?? 0) <= TraceLimits.errorByteCountMax else {
      return "a save's error is longer than \(TraceLimits.errorByteCountMax) bytes"
    }
    return nil
  }

  private static func fault(of page: PageInfo) -> String? {
    page.createdMilliseconds <= TraceLimits.millisecondsMax
      ? nil : "page \(page.id.name) was made later than a session file can say"
  }

  private static func fault(ofAsset byteCount: Int) -> String? {
    0...TraceLimits.assetByteCountMax ~= byteCount ? nil : "an asset of \(byteCount) bytes is out of bounds"
  }
}
