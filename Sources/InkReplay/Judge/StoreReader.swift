internal import InkModel
internal import InkReport
internal import InkStorage

/// One reading of a whole open store: its list, every page, every asset that a page names.
///
/// Method. The list is compared with every list of the history, and each page with every saved version of it,
/// newest first. Of a large notebook that would be too much: where a progress is given, pages are compared
/// with the versions that it allows, and only if a page is none of these the store is read again and all is
/// compared with all. Nothing ends a reading but a full disk: the worst fault may be the last.
struct StoreReader {
  private(set) var reading = StoreReading()
  private(set) var loss = CanonicalLoss()
  /// Assets of the store that no page names; 0 if a page could not be asked, or none were to be counted.
  private(set) var orphanAssets = 0
  /// Which kinds of files the store could not use.
  private(set) var shape = StoreShape()

  private let history: DocumentHistory
  /// What an observer wrote itself, which is taken off the page again; nil if it wrote nothing.
  private let stroke: JudgesStroke?
  private let closesPages: Bool
  private let countsOrphans: Bool
  /// Where the store lies.
  private let directory: String
  private var referencedAssets: Set<AssetID> = []
  private var intactAssets: Set<AssetID> = []

  init(
    history: DocumentHistory, after stroke: JudgesStroke?, closesPages: Bool, countsOrphans: Bool,
    directory: String
  ) {
    self.directory = directory
    self.countsOrphans = countsOrphans
    self.history = history
    self.stroke = stroke
    self.closesPages = closesPages
  }

  /// Reads a document that has been opened; `found` is memory for its pages.
  ///
  /// False if a progress is given and a page is neither of the versions that it allows.
  mutating func read(
    _ document: DocumentInfo, in store: any StorageBackend, for progress: ReplayProgress?,
    _ content: inout SavedContent, into found: inout Page
  ) throws(ReplayError) -> Bool {
    readList(document)
    for page in document.pages where try readPage(page.id, in: store, into: &found) {
      if let progress {
        guard let compared = try compare(found, for: progress, &content) else { return false }
        reading.pages.append(compared)
      } else {
        reading.pages.append(try compareWithAll(found, &content))
      }
      readAssets(of: found, in: store, &content)
    }
    if countsOrphans, reading.faults.isEmpty { countOrphans(in: store) }
    return true
  }

  private mutating func fault(_ outcome: Outcome, _ detail: String) {
    reading.faults.append(StoreReading.Fault(outcome, detail))
  }

  private mutating func note(_ error: StorageError, of role: FileRole, in store: any StorageBackend) {
    shape.note(error, of: role, type(of: store).traits.fileRoles, in: directory)
  }

  private mutating func readList(_ document: DocumentInfo) {
    if document.title != history.session.base.document.title {
      fault(.torn, "the document's title is '\(document.title)'")
    }
    reading.listedPages = document.pages.count
    reading.lists = history.lists.indices.filter { history.lists[$0].pages == document.pages }
  }

  /// Reads a page; false if the store disowns it, which is noted.
  private mutating func readPage(
    _ id: PageID, in store: any StorageBackend, into found: inout Page
  ) throws(ReplayError) -> Bool {
    do throws(StorageError) {
      found.reset(id: id)
      try store.openPage(id, into: &found)
      if closesPages { try store.closePage(id) }
    } catch {
      if error.isDiskFull { throw .judging(error) }
      note(error, of: .page, in: store)
      fault(.corrupt, "page \(id.name): \(error)")
      return false
    }
    if let stroke, stroke.page == id, !stroke.remove(from: &found) {
      fault(.lostAcknowledged, "a stroke that was saved after recovery is not on page \(id.name)")
    }
    reading.elementsCompared += found.elements.count
    return true
  }

  // MARK: - Versions

  /// Compares a page with the versions that a progress allows; nil if it is none of them.
  private mutating func compare(
    _ found: borrowing Page, for progress: ReplayProgress, _ content: inout SavedContent
  ) throws(ReplayError) -> StoreReading.PageReading? {
    let newer = history.editCount(of: found.id, by: progress.begunStep)
    let older = history.editCount(of: found.id, by: progress.acknowledgedStep)
    var editCounts: [Int] = []
    for editCount in older == newer ? [newer] : [older, newer]
    where try difference(of: found, from: editCount, &content) == nil {
      editCounts.append(editCount)
    }
    return editCounts.isEmpty ? nil : StoreReading.PageReading(id: found.id, editCounts: editCounts)
  }

  /// Compares a page with every saved version, newest first.
  private mutating func compareWithAll(
    _ found: borrowing Page, _ content: inout SavedContent
  ) throws(ReplayError) -> StoreReading.PageReading {
    guard let versions = try content.versions(of: found.id) else {
      return try compareWithEach(found, &content)
    }
    for version in versions where found.isSame(as: version.page) {
      if let given = version.loss { loss.add(given) }
      return StoreReading.PageReading(id: found.id, editCounts: version.editCounts)
    }
    return StoreReading.PageReading(
      id: found.id, editCounts: [],
      difference: versions.first.flatMap { found.firstDifference(from: $0.page) })
  }

  /// The same for a page whose versions are too large to be kept, each of which is made again.
  private mutating func compareWithEach(
    _ found: borrowing Page, _ content: inout SavedContent
  ) throws(ReplayError) -> StoreReading.PageReading {
    var reading = StoreReading.PageReading(id: found.id, editCounts: [])
    for editCount in Set(history.versions(of: found.id).map(\.editCount)).sorted(by: >) {
      let difference = try difference(of: found, from: editCount, &content)
      if reading.difference == nil { reading.difference = difference }
      if difference == nil { reading.editCounts.insert(editCount, at: 0) }
    }
    if !reading.editCounts.isEmpty { reading.difference = nil }
    return reading
  }

  private mutating func difference(
    of found: borrowing Page, from editCount: Int, _ content: inout SavedContent
  ) throws(ReplayError) -> String? {
    let given = try content.make(id: found.id, editCount: editCount)
    let difference = found.firstDifference(from: content.made)
    if difference == nil, let given { loss.add(given) }
    return difference
  }

  // MARK: - Assets

  private mutating func readAssets(
    of found: borrowing Page, in store: any StorageBackend, _ content: inout SavedContent
  ) {
    for case .image(let image) in found.elements {
      referencedAssets.insert(image.asset)
      guard !intactAssets.contains(image.asset) else { continue }
      let bytes: [UInt8]?
      do throws(StorageError) { bytes = try store.readAsset(image.asset) } catch {
        note(error, of: .asset, in: store)
        fault(.dangling, "asset \(image.asset.name) can't be read: \(error)")
        continue
      }
      guard let bytes else {
        shape.insert(.asset, .absent)
        fault(.dangling, "asset \(image.asset.name) is missing")
        continue
      }
      let expected = content.bytes(of: image.asset)
      guard bytes == expected else {
        fault(
          .dangling,
          "asset \(image.asset.name) has \(bytes.count) bytes that are not its \(expected.count)")
        continue
      }
      intactAssets.insert(image.asset)
    }
  }

  private mutating func countOrphans(in store: any StorageBackend) {
    do throws(StorageError) {
      orphanAssets = try store.storedAssets().count { !referencedAssets.contains($0) }
    } catch {
      fault(.corrupt, "the assets can't be listed: \(error)")
    }
  }
}
