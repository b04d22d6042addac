internal import InkModel

/// The edits of trials, and what pages must be after them.
struct TrialEdits {
  private var edits: ContractEdits
  private var random: SplitMix64

  /// Ids begin at a random place, since those of the document's elements can be any.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    edits = ContractEdits(seed: random.next(), idsAfter: random.next())
  }

  /// Edits pages of an open document, saves them in one set and notes in the inventory what they are now.
  ///
  /// Returns how long the save took, with what follows it.
  @discardableResult mutating func makeAndSave(
    _ indices: [Int], _ document: inout DocumentInventory, reason: SaveReason, _ backend: any StorageBackend,
    _ reduce: (inout Page) -> Void, then: (any StorageBackend) throws(StorageError) -> Void = { _ in }
  ) throws(StorageError) -> Duration {
    var changes: [PageChange] = []
    for index in indices {
      var page = Page(id: document.info.pages[index].id)
      try backend.openPage(page.id, into: &page)
      let change = try edit(page, &document, backend)
      var kept = change.page
      reduce(&kept)
      document.pages[index] = PageInventory(kept)
      changes.append(change)
    }
    document.assets.sort { $0.id.rawValue < $1.id.rawValue }
    document.markShownAssets()
    let start = ContinuousClock.now
    try backend.save(
      ChangeSet(reason: reason, timeMilliseconds: document.modifiedMilliseconds &+ 1, pages: changes))
    try then(backend)
    return ContinuousClock.now - start
  }

  private mutating func edit(
    _ page: Page, _ document: inout DocumentInventory, _ backend: any StorageBackend
  ) throws(StorageError) -> PageChange {
    var change = PageChange(page: page, edits: [], arena: InkArena())
    for _ in 0..<Self.editsPerPage {
      let edit = edits.next(for: change.page, &change.arena)
      if case .put(.image(let image), _) = edit {
        let bytes = AssetBytes.make(image.asset, byteCount: Self.assetByteCount)
        try backend.insertAsset(image.asset, bytes: bytes.rawSpan)
        document.assets.append(AssetInventory(image.asset, bytes))
      }
      do throws(EditError) { try change.page.apply(edit, from: change.arena) } catch {
        throw .misuse(error.description)
      }
      change.edits.append(edit)
    }
    return change
  }

  /// Draws a stroke on a page and takes the one before it away, a save each time: the page keeps its size.
  mutating func redraw(
    _ id: PageID, points: Int, saves: Int, _ backend: any StorageBackend,
    afterEach: () -> Void
  ) throws(StorageError) {
    var page = Page(id: id)
    try backend.openPage(id, into: &page)
    // One stroke's samples serve all: their bytes are random enough that no codec gets rid of them.
    var arena = InkArena()
    arena.points = (0..<points).map { index in
      let bits = random.next()
      return SamplePoint(
        x: Int32(bits & 0xFFFF), y: Int32(bits >> 16 & 0xFFFF), t: UInt32(index * 4),
        pressure: UInt16(bits >> 32 & 0x3FF), radius: UInt16(bits >> 48 & 0xF))
    }
    var last: ElementID?
    for _ in 0..<saves {
      let stroke = Stroke(id: edits.newID(), ink: Ink(), points: ArenaRange(start: 0, count: points))
      var list: [Edit] = [.put(.stroke(stroke), index: page.elements.count)]
      if let last { list.append(.remove(last)) }
      last = stroke.id
      do throws(EditError) { for edit in list { try page.apply(edit, from: arena) } } catch {
        throw .misuse(error.description)
      }
      try backend.save(
        ChangeSet(
          reason: .autosave, timeMilliseconds: 0,
          pages: [PageChange(page: page, edits: list, arena: arena)]))
      afterEach()
    }
  }

  private static let editsPerPage = 6
  private static let assetByteCount = 200
}
