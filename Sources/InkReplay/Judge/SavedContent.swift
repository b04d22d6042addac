internal import InkModel
internal import InkReport
internal import InkStorage

/// What pages and assets must be, made from the session and kept for the next store that is read.
///
/// A lab reads thousands of stores that one session left, and they show the same few versions again and
/// again. Each version is made once, reduced once to what codec and backend keep, and versions of equal
/// content are kept as one. What would take more than `rememberedBytesMax` is made anew each time.
struct SavedContent {
  /// A page as a store must give it back, and all saves that left it so.
  struct Version {
    /// In how many edits the versions differ that have this content, ascending.
    var editCounts: [Int]
    var page: Page
    var loss: CanonicalLoss?
  }

  /// Enough for all versions of a crash excerpt; a notebook of years is read page by page.
  private static let rememberedBytesMax = 64 << 20

  private let history: DocumentHistory
  private let codec: any PageCodec
  private let backend: any StorageBackend.Type
  private let assetByteCounts: [AssetID: Int]
  private var versions: [PageID: [Version]?] = [:]
  private var assets: [AssetID: [UInt8]] = [:]
  private var rememberedBytes = 0
  private var whole = Page(id: PageID(rawValue: 0))
  private(set) var made = Page(id: PageID(rawValue: 0))

  init(history: DocumentHistory, codec: any PageCodec, backend: any StorageBackend.Type) {
    self.history = history
    self.codec = codec
    self.backend = backend
    assetByteCounts = history.assetByteCounts()
  }

  /// Puts one version of a page, reduced to what a store keeps, into `made`, and says what that gives up.
  mutating func make(id: PageID, editCount: Int) throws(ReplayError) -> CanonicalLoss? {
    // Lets go of the memory that it shares with the last one, which can then be filled again.
    made = Page(id: id)
    try history.fill(&whole, id: id, editCount: editCount)
    made = whole
    return reduce(&made)
  }

  /// All versions of a page with different content, newest first; nil if they are too large to be kept.
  mutating func versions(of id: PageID) throws(ReplayError) -> [Version]? {
    if let known = versions[id] { return known }
    let made = try makeVersions(of: id)
    versions[id] = .some(made)
    return made
  }

  private mutating func makeVersions(of id: PageID) throws(ReplayError) -> [Version]? {
    var made: [Version] = []
    var editCount = 0
    try history.fill(&whole, id: id, editCount: 0)
    for saved in history.versions(of: id) where made.isEmpty || saved.editCount > editCount {
      try history.apply(editsOf: id, editCount..<saved.editCount, to: &whole)
      editCount = saved.editCount
      var page = whole
      let loss = reduce(&page)
      if let same = made.firstIndex(where: { $0.page.isSame(as: page) }) {
        // The newer of two equal versions is as new as the content can be.
        var version = made.remove(at: same)
        version.editCounts.append(editCount)
        made.append(version)
        continue
      }
      rememberedBytes +=
        page.arena.points.count * SamplePoint.byteCount + page.elements.count * MemoryLayout<Element>.stride
      guard rememberedBytes <= Self.rememberedBytesMax else { return nil }
      made.append(Version(editCounts: [editCount], page: page, loss: loss))
    }
    return made.reversed()
  }

  private func reduce(_ page: inout Page) -> CanonicalLoss? {
    codec.makeCanonical(&page)
    backend.makeCanonical(&page)
    guard !page.hasSameContent(as: whole) else { return nil }
    var loss = CanonicalLoss()
    loss.add(whole, page)
    return loss
  }

  /// The bytes that an asset must have.
  mutating func bytes(of asset: AssetID) -> [UInt8] {
    if let known = assets[asset] { return known }
    let bytes = AssetBytes.make(asset, byteCount: assetByteCounts[asset] ?? 0)
    if rememberedBytes + bytes.count <= Self.rememberedBytesMax {
      rememberedBytes += bytes.count
      assets[asset] = bytes
    }
    return bytes
  }
}

extension Page {
  /// Whether two pages have the same content; their sizes are compared first, which mostly decides it.
  func isSame(as other: borrowing Page) -> Bool {
    elements.count == other.elements.count && pointCount == other.pointCount && hasSameContent(as: other)
  }
}

extension CanonicalLoss {
  /// Adds what another page gives up.
  mutating func add(_ other: CanonicalLoss) {
    pointsChanged += other.pointsChanged
    coordinateMax = max(coordinateMax, other.coordinateMax)
    pressureMax = max(pressureMax, other.pressureMax)
    pagesReduced += other.pagesReduced
  }
}
