internal import InkModel

/// A backend and, beside it, the document as it must be.
///
/// Each step is done to both; `verify` reads everything back and compares.
final class ContractBench {
  let type: any StorageBackend.Type
  let environment: StoreEnvironment
  private var running: (any StorageBackend)?
  /// The document as it must be.
  var info: DocumentInfo
  var pages: [PageID: Page] = [:]
  var edits: ContractEdits
  private(set) var violations: [String] = []
  private var timeMilliseconds: UInt64 = 0

  init(
    _ type: any StorageBackend.Type, codec: any PageCodec, durability: Durability, directory: String
  ) throws(StorageError) {
    self.type = type
    environment = StoreEnvironment(directory: directory, durability: durability, codec: codec, seed: 7)
    info = DocumentInfo(id: DocumentID(rawValue: 0xD0C), title: "Contract “1”\n\u{0}end")
    edits = ContractEdits(seed: 11)
    running = try type.init(environment)
  }

  /// The backend; there is always one but within `restart()`.
  var backend: any StorageBackend {
    guard let running else { preconditionFailure("the backend is used while none runs") }
    return running
  }

  /// Ends the backend as the end of its process would, and starts another on the same store.
  func restart() throws(StorageError) {
    running = nil
    running = try type.init(environment)
  }

  /// Ends the backend, compares everything in a new one, and opens some pages to go on with.
  func lookAgain(_ ids: [PageID]) throws(StorageError) {
    try restart()
    try verifyAfterOpening()
    for id in ids { try open(id) }
  }

  /// Notes a broken promise unless a condition holds.
  func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition { violations.append(sentence()) }
  }

  /// Notes a broken promise unless a call throws an error of the right kind.
  func expectError(
    _ sentence: String, where isRight: (StorageError) -> Bool, _ call: () throws(StorageError) -> Void
  ) {
    guard type.traits.retainsContent else { return }
    do {
      try call()
      violations.append("\(sentence), but nothing was thrown")
    } catch {
      expect(isRight(error), "\(sentence), but this was thrown: \(error)")
    }
  }

  /// Creates a document of empty pages, with ids from 1.
  func create(pages count: Int) throws(StorageError) {
    for number in 0..<count {
      let page = PageInfo(
        id: PageID(rawValue: UInt64(number) + 1), canvas: Canvas(width: 4_000 + Int32(number), height: 6_000),
        createdMilliseconds: UInt64(number) * 10)
      info.pages.append(page)
      pages[page.id] = Page(id: page.id)
    }
    try backend.createDocument(info)
    try backend.finishLoading()
  }

  /// Opens a page and compares it with what it must be.
  func open(_ id: PageID) throws(StorageError) {
    var found = Page(id: id)
    try backend.openPage(id, into: &found)
    guard type.traits.retainsContent else { return }
    compare(found, with: pages[id] ?? Page(id: id))
  }

  /// Opens a page that must be empty.
  func expectEmpty(_ id: PageID) throws(StorageError) {
    var found = Page(id: id)
    try backend.openPage(id, into: &found)
    compare(found, with: Page(id: id))
  }

  /// Notes a broken promise if a page that was read is not what was saved.
  func compare(_ found: borrowing Page, with saved: borrowing Page) {
    if let difference = found.firstDifference(from: canonical(copy saved)) {
      violations.append("page \(saved.id.rawValue) is not as it was saved: \(difference)")
    }
  }

  /// A page as the store keeps it.
  func canonical(_ page: consuming Page) -> Page {
    if type.traits.usesCodec { environment.codec.makeCanonical(&page) }
    type.makeCanonical(&page)
    return page
  }

  /// Makes some random edits of each page, saves them and does the same to the model.
  func editAndSave(_ ids: [PageID], count: Int, reason: SaveReason = .autosave) throws {
    var changes: [PageChange] = []
    for id in ids {
      var arena = InkArena()
      var page = pages[id] ?? Page(id: id)
      var list: [Edit] = []
      for _ in 0..<count {
        let edit = edits.next(for: page, &arena)
        if case .put(.image(let image), _) = edit {
          try insert(image.asset, AssetBytes.make(image.asset, byteCount: 200))
        }
        try page.apply(edit, from: arena)
        list.append(edit)
      }
      pages[id] = page
      changes.append(PageChange(page: page, edits: list, arena: arena))
    }
    try save(changes, reason: reason)
  }

  /// Saves given edits of one page and does the same to the model.
  func save(_ list: [Edit], of id: PageID, arena: InkArena = InkArena()) throws {
    var page = pages[id] ?? Page(id: id)
    for edit in list { try page.apply(edit, from: arena) }
    pages[id] = page
    try save([PageChange(page: page, edits: list, arena: arena)], reason: .autosave)
  }

  /// Saves an element that is new on a page, and does the same to the model.
  func put(_ element: Element, at index: Int, of id: PageID, _ arena: InkArena) throws {
    try save([.put(element, index: index)], of: id, arena: arena)
  }

  /// A page with some strokes more, and the edits that lead to it; nothing is saved.
  func edited(_ id: PageID, from page: Page, count: Int) -> PageChange {
    var change = PageChange(page: page, edits: [], arena: InkArena())
    extend(&change, count: count)
    return change
  }

  /// Draws some strokes more on a page that is not yet saved: at the bottom, in the middle and on top.
  func extend(_ change: inout PageChange, count: Int) {
    for number in 0..<count {
      let stroke = edits.stroke(&change.arena)
      let edit = Edit.put(stroke, index: change.page.elements.count * (number % 3) / 2)
      // An index up to the number of elements always fits.
      guard (try? change.page.apply(edit, from: change.arena)) != nil else { return }
      change.edits.append(edit)
    }
  }

  /// Saves changes of which the model knows nothing.
  func saveChanges(_ changes: [PageChange]) throws(StorageError) { try save(changes, reason: .autosave) }

  private func save(_ changes: [PageChange], reason: SaveReason) throws(StorageError) {
    timeMilliseconds += 500
    try backend.save(ChangeSet(reason: reason, timeMilliseconds: timeMilliseconds, pages: changes))
  }

  /// Keeps the bytes of an asset.
  func insert(_ id: AssetID, _ bytes: [UInt8]) throws(StorageError) {
    try backend.insertAsset(id, bytes: bytes.rawSpan)
  }

  /// Closes all given pages and the document.
  func close(_ ids: [PageID]) throws(StorageError) {
    for id in ids { try backend.closePage(id) }
    try backend.closeDocument()
  }

  /// Opens the document anew and compares its list and all its pages with what they must be.
  func verifyAfterOpening() throws(StorageError) {
    let found = try backend.openDocument(info.id)
    if type.traits.retainsContent { expect(found == info, "the document is \(found), not \(info)") }
    for page in info.pages {
      try open(page.id)
      try backend.closePage(page.id)
    }
  }
}
