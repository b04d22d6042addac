internal import InkModel
internal import InkReport
internal import InkStorage

extension MomentBench {
  /// An image's bytes are kept, and the page that shows it is saved.
  func insertImage(_ isRehearsal: Bool) throws(MomentFailure) -> MomentSample {
    var pages = try openForWriting(1)
    let changes = try edit(&pages, reason: .autosave) { page in
      ([.put(.image(image), index: page.elements.count)], InkArena())
    }
    let bytes = imageBytes
    let sample = try measure("inserting an image") { store throws(StorageError) in
      // Unsafe to the compiler only: the bytes of integers have no padding.
      try unsafe store.insertAsset(image.asset, bytes: bytes.span.bytes)
      try store.save(changes)
    }
    if isRehearsal {
      try restart(pages)
      let found = try ask("reading an asset") { store throws(StorageError) in
        try store.readAsset(image.asset)
      }
      try check(found == bytes, "an image came back with other bytes")
    }
    try undo(&pages) { [Self.strokeID(1, on: $0), image.id] }
    return sample
  }

  /// So many dirty pages are saved, and the app goes to the background.
  func flush(_ count: Int, _ isRehearsal: Bool) throws(MomentFailure) -> MomentSample {
    var pages = try openForWriting(count)
    let changes = try edit(&pages, reason: .background) { Self.stroke(2, for: $0) }
    let sample = try measure("going to the background") { store throws(StorageError) in
      try store.save(changes)
      try store.background(deadlineMilliseconds: Self.deadlineMilliseconds)
    }
    if isRehearsal { try restart(pages) }
    try undo(&pages) { [Self.strokeID(1, on: $0), Self.strokeID(2, on: $0)] }
    return sample
  }

  /// The last page becomes the first.
  func movePage(_ isRehearsal: Bool) throws(MomentFailure) -> MomentSample {
    try start()
    try open()
    let last = base.document.pages.count - 1
    let id = base.document.pages[last].id
    let sample = try measure("moving a page") { store throws(StorageError) in
      try store.movePage(id, to: 0)
    }
    if isRehearsal {
      try start()
      let found = try ask("opening the document") { store throws(StorageError) in
        try store.openDocument(base.document.id)
      }
      try check(found.pages.first?.id == id, "a page that was moved is not in its new place")
    }
    try ask("closing the document") { store throws(StorageError) in
      try store.movePage(id, to: last)
      try store.closeDocument()
    }
    return sample
  }

  /// The document is copied while a page is open and has just been saved.
  func export() throws(MomentFailure) -> MomentSample {
    var pages = try openForWriting(1)
    let path = task.place + "/export"
    StoreCopy.remove(path)
    let sample = try measure("exporting") { store throws(StorageError) in try store.export(to: path) }
    let size = Platform.regularFileSize(path) ?? StoreSize.measure(path).bytes
    try check(size > 0, "the export returned and left nothing")
    StoreCopy.remove(path)
    try undo(&pages) { [Self.strokeID(1, on: $0)] }
    return sample
  }
}

// MARK: - Pages that are written on

extension MomentBench {
  /// What iOS gives an app that goes to the background.
  private static var deadlineMilliseconds: UInt64 { 5_000 }

  /// The name of a page's first or second new stroke, which no other page has.
  private static func strokeID(_ number: UInt64, on page: borrowing Page) -> ElementID {
    ElementID(rawValue: Ids.firstNew + page.id.rawValue * 4 + number)
  }

  /// Opens so many pages and saves a stroke more on each, as after some writing.
  private func openForWriting(_ count: Int) throws(MomentFailure) -> [Page] {
    try start()
    try open()
    let opened = task.document.openedPage
    let others = base.document.pages.indices.filter { $0 != opened }
    var pages: [Page] = []
    for index in ([opened] + others).prefix(count) {
      var page = Page(id: base.document.pages[index].id)
      try ask("opening a page") { store throws(StorageError) in try store.openPage(page.id, into: &page) }
      if !type.traits.retainsContent { page = try modelPage(index) }
      pages.append(page)
    }
    let changes = try edit(&pages, reason: .autosave) { Self.stroke(1, for: $0) }
    try ask("saving") { store throws(StorageError) in try store.save(changes) }
    return pages
  }

  /// Edits every page, and returns what a save is given.
  private func edit(
    _ pages: inout [Page], reason: SaveReason, _ make: (borrowing Page) -> ([Edit], InkArena)
  ) throws(MomentFailure) -> ChangeSet {
    var changes: [PageChange] = []
    for index in pages.indices {
      let (edits, arena) = make(pages[index])
      for edit in edits {
        do { try pages[index].apply(edit, from: arena) } catch { throw .run(.child("\(error)")) }
      }
      changes.append(PageChange(page: pages[index], edits: edits, arena: arena))
    }
    return ChangeSet(reason: reason, timeMilliseconds: nextTime(), pages: changes)
  }

  /// A stroke like the page's first one, under another name, on top of everything.
  private static func stroke(_ number: UInt64, for page: borrowing Page) -> ([Edit], InkArena) {
    let id = strokeID(number, on: page)
    var arena = InkArena()
    var new = Stroke(id: id, ink: Ink(), points: .empty)
    for case .stroke(let first) in page.elements {
      new = arena.adopt(first, from: page.arena)
      new.id = id
      break
    }
    return ([.put(.stroke(new), index: page.elements.count)], arena)
  }

  /// Ends the store as the end of its process would, and fails if what was saved is not there.
  private func restart(_ pages: [Page]) throws(MomentFailure) {
    guard type.traits.retainsContent else { return }
    try start()
    try open()
    for page in pages {
      var found = Page(id: page.id)
      try ask("opening a page") { store throws(StorageError) in try store.openPage(page.id, into: &found) }
      try compare(found, with: page)
    }
  }

  /// Takes back what was put on the pages, saves that, and closes everything.
  private func undo(
    _ pages: inout [Page], _ ids: (borrowing Page) -> [ElementID]
  ) throws(MomentFailure) {
    let changes = try edit(&pages, reason: .pageClose) { (ids($0).map { .remove($0) }, InkArena()) }
    let opened = pages.map(\.id)
    try ask("closing the document") { store throws(StorageError) in
      try store.save(changes)
      for id in opened { try store.closePage(id) }
      try store.closeDocument()
    }
  }
}
