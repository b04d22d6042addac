internal import InkModel
internal import InkReport
internal import InkStorage

/// One reading of a whole store by a judge.
struct Examination {
  var verdict = Verdict(outcome: .intact)

  /// What the pages that were found as expected give up by declaration.
  private(set) var loss = CanonicalLoss()

  /// What the judge wrote after an earlier reading; nil at the first.
  private let stroke: JudgesStroke?
  private let judge: Judge
  private let history: DocumentHistory
  private let assetByteCounts: [AssetID: Int]
  private var referencedAssets: Set<AssetID> = []
  private var intactAssets: Set<AssetID> = []
  /// Units that must be, or can't be, the version before the step in flight.
  private var olderUnits: [String] = []
  private var newerUnits: [String] = []
  private var found = Page(id: PageID(rawValue: 0))
  private var expected = Page(id: PageID(rawValue: 0))

  init(judge: Judge, after stroke: JudgesStroke? = nil) {
    self.judge = judge
    self.stroke = stroke
    history = DocumentHistory(session: judge.session, plan: judge.plan)
    assetByteCounts = history.assetByteCounts()
  }

  mutating func examine(_ document: DocumentInfo, in store: any StorageBackend) throws(ReplayError) {
    compareList(document)
    for page in document.pages where verdict.outcome.isAllowed { try compare(page.id, in: store) }
    guard verdict.outcome.isAllowed else { return }
    countOrphans(in: store)
    weighSides()
  }

  /// Compares what the library shows of the document, once it has been closed in order, with the document.
  mutating func compareShelf(_ document: DocumentInfo, in store: any StorageBackend) {
    let entries: [LibraryEntry]
    do throws(StorageError) { entries = try store.listLibrary() } catch {
      return fail(.corrupt, "the library can't be listed: \(error)")
    }
    guard let entry = entries.first(where: { $0.id == document.id }) else {
      return fail(.torn, "the library does not show document \(document.id.name)")
    }
    guard entry.title == document.title, entry.pageCount == document.pages.count else {
      return fail(
        .torn,
        "the library shows '\(entry.title)' with \(entry.pageCount) pages where '\(document.title)' has "
          + "\(document.pages.count)")
    }
  }

  private mutating func compareList(_ document: DocumentInfo) {
    let older = history.pages(by: judge.progress.acknowledgedStep)
    let newer = history.pages(by: judge.progress.begunStep)
    guard document.title == judge.session.base.document.title else {
      return fail(.torn, "the document's title is '\(document.title)'")
    }
    note("the list of pages", isOlder: document.pages == older, isNewer: document.pages == newer)
    guard document.pages != older, document.pages != newer else { return }
    let earlier = (0..<judge.progress.acknowledgedStep).contains { history.pages(by: $0) == document.pages }
    fail(
      earlier ? .lostAcknowledged : .torn,
      "the list has \(document.pages.count) pages where \(older.count) were acknowledged"
        + (earlier ? "; it is an earlier list" : ", or another order or other entries"))
  }

  private mutating func compare(_ id: PageID, in store: any StorageBackend) throws(ReplayError) {
    do throws(StorageError) {
      found.reset(id: id)
      try store.openPage(id, into: &found)
      try store.closePage(id)
    } catch {
      if error.isDiskFull { throw .judging(error) }
      return fail(.corrupt, "page \(id.name): \(error)")
    }
    if let stroke, stroke.page == id, !stroke.remove(from: &found) {
      return fail(.lostAcknowledged, "a stroke that was saved after recovery is not on page \(id.name)")
    }
    verdict.pagesCompared += 1
    verdict.elementsCompared += found.elements.count
    try compareVersions(of: id)
    compareAssets(in: store)
  }

  private mutating func compareVersions(of id: PageID) throws(ReplayError) {
    let older = history.editCount(of: id, by: judge.progress.acknowledgedStep)
    let newer = history.editCount(of: id, by: judge.progress.begunStep)
    let difference = try difference(from: older, of: id)
    let isOlder = difference == nil
    let isNewer = newer == older ? isOlder : try self.difference(from: newer, of: id) == nil
    note("page \(id.name)", isOlder: isOlder, isNewer: isNewer)
    guard let difference, !isNewer else { return }
    for version in history.versions(of: id).reversed() where version.editCount < older {
      guard try self.difference(from: version.editCount, of: id) == nil else { continue }
      return fail(
        .lostAcknowledged,
        "page \(id.name) has \(version.editCount) edits where \(older) were acknowledged")
    }
    fail(.torn, "page \(id.name) is no version that was saved: \(difference)")
  }

  private mutating func difference(from editCount: Int, of id: PageID) throws(ReplayError) -> String? {
    try history.fill(&expected, id: id, editCount: editCount)
    let whole = expected
    judge.environment.codec.makeCanonical(&expected)
    judge.backend.makeCanonical(&expected)
    let difference = found.firstDifference(from: expected)
    if difference == nil, !expected.hasSameContent(as: whole) { loss.add(whole, expected) }
    return difference
  }

  private mutating func compareAssets(in store: any StorageBackend) {
    for case .image(let image) in found.elements {
      referencedAssets.insert(image.asset)
      guard !intactAssets.contains(image.asset) else { continue }
      let bytes: [UInt8]?
      do throws(StorageError) { bytes = try store.readAsset(image.asset) } catch {
        return fail(.dangling, "asset \(image.asset.name) can't be read: \(error)")
      }
      guard let bytes else { return fail(.dangling, "asset \(image.asset.name) is missing") }
      let byteCount = assetByteCounts[image.asset] ?? 0
      guard bytes == AssetBytes.make(image.asset, byteCount: byteCount) else {
        return fail(
          .dangling, "asset \(image.asset.name) has \(bytes.count) bytes that are not its \(byteCount)")
      }
      intactAssets.insert(image.asset)
    }
  }

  private mutating func countOrphans(in store: any StorageBackend) {
    do throws(StorageError) {
      verdict.orphanAssets = try store.storedAssets().count { !referencedAssets.contains($0) }
    } catch {
      fail(.corrupt, "the assets can't be listed: \(error)")
    }
  }

  private mutating func note(_ unit: String, isOlder: Bool, isNewer: Bool) {
    if isOlder, !isNewer { olderUnits.append(unit) }
    if isNewer, !isOlder { newerUnits.append(unit) }
  }

  private mutating func weighSides() {
    if judge.backend.traits.unit == .document, let older = olderUnits.first, let newer = newerUnits.first {
      return fail(.torn, "\(newer) is of the save in flight and \(older) is not, in one unit")
    }
    if !olderUnits.isEmpty { verdict.outcome = .lostUnacknowledged }
  }

  private mutating func fail(_ outcome: Outcome, _ detail: String) {
    verdict.outcome = outcome
    verdict.detail = detail
  }
}
