internal import InkModel

func checkNewDocument(_ bench: ContractBench) throws {
  try bench.create(pages: 3)
  for page in bench.info.pages { try bench.open(page.id) }
  try bench.close(bench.info.pages.map(\.id))
  try bench.verifyAfterOpening()
}

func checkLoading(_ bench: ContractBench) throws {
  try bench.create(pages: 2)
  for page in bench.info.pages {
    var loaded = Page(id: page.id)
    var arena = InkArena()
    for _ in 0..<40 { loaded.append(bench.edits.stroke(&arena), from: arena) }
    bench.pages[page.id] = loaded
    try bench.backend.loadPage(loaded)
  }
  try bench.backend.finishLoading()
  try bench.restart()
  try bench.verifyAfterOpening()
}

func checkEdits(_ bench: ContractBench) throws {
  try bench.create(pages: 1)
  let id = bench.info.pages[0].id
  try bench.open(id)
  for _ in 0..<30 { try bench.editAndSave([id], count: 4) }
  try bench.close([id])
  try bench.verifyAfterOpening()
}

func checkUndo(_ bench: ContractBench) throws {
  try bench.create(pages: 1)
  let id = bench.info.pages[0].id
  try bench.open(id)
  try bench.editAndSave([id], count: 3)
  var arena = InkArena()
  let before = bench.pages[id] ?? Page(id: id)
  let middle = before.elements[1]
  try bench.save([.remove(middle.id)], of: id)
  guard case .stroke(let removed) = middle else { return }
  let again = arena.adopt(removed, from: before.arena)
  try bench.save([.put(.stroke(again), index: 1)], of: id, arena: arena)
  try bench.save([.move([middle.id], dx: 7, dy: -9)], of: id)
  try bench.save([.move([middle.id], dx: -7, dy: 9)], of: id)
  // A partial erase undone: its pieces go, and the stroke comes back where it was.
  guard case .stroke(let piece) = bench.edits.stroke(&arena) else { return }
  try bench.save([.replace(middle.id, pieces: [piece])], of: id, arena: arena)
  try bench.save([.remove(piece.id), .put(.stroke(again), index: 1)], of: id, arena: arena)
  bench.expect(
    bench.pages[id]?.hasSameContent(as: before) ?? false, "the check itself does not undo what it did")
  try bench.restart()
  try bench.verifyAfterOpening()
}

func checkSeveralPages(_ bench: ContractBench) throws {
  try bench.create(pages: 4)
  let ids = bench.info.pages.map(\.id)
  for id in ids { try bench.open(id) }
  for _ in 0..<5 { try bench.editAndSave(ids, count: 2, reason: .background) }
  try bench.restart()
  try bench.verifyAfterOpening()
}

func checkPageList(_ bench: ContractBench) throws {
  try bench.create(pages: 3)
  func add(_ number: UInt64, at index: Int) throws {
    let page = PageInfo(
      id: PageID(rawValue: number), canvas: Canvas(width: 10, height: 20), createdMilliseconds: 77)
    try bench.backend.addPage(page, at: index)
    bench.info.pages.insert(page, at: index)
  }
  try add(10, at: 3)
  // Often enough at one place to use up any gap between numbers.
  for number in 0..<30 { try add(20 + UInt64(number), at: 1) }
  try add(60, at: 0)
  let id = PageID(rawValue: 25)
  try bench.open(id)
  try bench.editAndSave([id], count: 4)
  try bench.backend.closePage(id)
  for (page, index) in [(25, 0), (1, 20), (60, bench.info.pages.count - 1)] as [(UInt64, Int)] {
    guard let old = bench.info.pages.firstIndex(where: { $0.id.rawValue == page }) else { continue }
    try bench.backend.movePage(PageID(rawValue: page), to: index)
    bench.info.pages.insert(bench.info.pages.remove(at: old), at: index)
  }
  try bench.backend.deletePage(PageID(rawValue: 2))
  bench.info.pages.removeAll { $0.id.rawValue == 2 }
  try bench.restart()
  try bench.verifyAfterOpening()
  bench.expectError(
    "a deleted page must be missing", where: { if case .missing = $0 { true } else { false } }
  ) {
    () throws(StorageError) in
    var page = Page(id: PageID(rawValue: 2))
    try bench.backend.openPage(page.id, into: &page)
  }
}

func checkAssets(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 1)
  let id = bench.info.pages[0].id
  try bench.open(id)
  let image = bench.edits.image()
  guard case .image(let placed) = image else { return }
  let orphan = AssetID(rawValue: 0xFFFF_FFFF_0000_0001)
  let bytes = AssetBytes.make(placed.asset, byteCount: 150_000)
  try bench.insert(placed.asset, bytes)
  try bench.insert(orphan, [1, 2, 3])
  try bench.save([.put(image, index: 0)], of: id)
  bench.expect(try bench.backend.readAsset(placed.asset) == bytes, "an asset's bytes differ")
  bench.expect(try bench.backend.readAsset(AssetID(rawValue: 5)) == nil, "an unknown asset has bytes")
  // Saved without the image, as if the writer had deleted it, and brought back before the document closes.
  try bench.save([.remove(placed.id)], of: id)
  try bench.backend.closePage(id)
  try bench.open(id)
  bench.expect(try bench.backend.readAsset(placed.asset) == bytes, "undo could not bring an image back")
  try bench.save([.put(image, index: 0)], of: id)
  try bench.restart()
  try bench.verifyAfterOpening()
  bench.expect(try bench.backend.readAsset(placed.asset) == bytes, "an asset was lost by a restart")
  try bench.backend.closeDocument()
  _ = try bench.backend.openDocument(bench.info.id)
  let stored = try bench.backend.storedAssets()
  bench.expect(stored == [placed.asset], "after closing the store holds \(stored.map(\.name))")
  bench.expect(
    try bench.backend.readAsset(placed.asset) == bytes, "closing removed an asset that a page names")
  try bench.open(id)
  try bench.save([.remove(placed.id)], of: id)
  try bench.close([id])
  _ = try bench.backend.openDocument(bench.info.id)
  bench.expect(try bench.backend.storedAssets().isEmpty, "closing kept an asset that no page names")
}

func checkDeferredWork(_ bench: ContractBench) throws {
  try bench.create(pages: 2)
  let ids = bench.info.pages.map(\.id)
  for id in ids { try bench.open(id) }
  // Enough for a journal or a log to be worth some work.
  bench.edits.pointsMax = 1_200
  for round in 0..<4 {
    for _ in 0..<8 { try bench.editAndSave(ids, count: 4) }
    if round.isMultiple(of: 2) {
      try bench.backend.idle(milliseconds: 5_000)
    } else {
      try bench.backend.background(deadlineMilliseconds: 5_000)
    }
    // Going on with the same pages first; then the work itself must have left them as they were.
    guard round >= 2 else {
      try bench.editAndSave(ids, count: 1)
      continue
    }
    try bench.lookAgain(ids)
  }
}

func checkKill(_ bench: ContractBench) throws {
  try bench.create(pages: 1)
  let id = bench.info.pages[0].id
  for _ in 0..<8 {
    try bench.open(id)
    for _ in 0..<3 { try bench.editAndSave([id], count: 2) }
    try bench.restart()
    try bench.verifyAfterOpening()
  }
}

func checkLibrary(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 2)
  let id = bench.info.pages[0].id
  try bench.open(id)
  try bench.editAndSave([id], count: 1)
  try bench.close([id])
  try bench.backend.createDocument(DocumentInfo(id: DocumentID(rawValue: 2), title: "Second"))
  try bench.backend.closeDocument()
  // Whether there is a cover, and how it is drawn, is the store's own business.
  let entries = try bench.backend.listLibrary().sorted { $0.id.rawValue < $1.id.rawValue }.map { entry in
    var entry = entry
    entry.cover = nil
    return entry
  }
  let wanted = [
    LibraryEntry(id: DocumentID(rawValue: 2), title: "Second", pageCount: 0, modifiedMilliseconds: 0),
    LibraryEntry(id: bench.info.id, title: bench.info.title, pageCount: 2, modifiedMilliseconds: 500),
  ]
  bench.expect(entries == wanted, "the library lists \(entries), not \(wanted)")
}

func checkExport(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 1)
  let id = bench.info.pages[0].id
  try bench.open(id)
  try bench.editAndSave([id], count: 10)
  let path = bench.environment.directory + "/export"
  try bench.backend.export(to: path)
  bench.expect(SystemCalls.exists(path), "an export made nothing")
  bench.expectError("an export must not overwrite anything", where: { _ in true }) {
    () throws(StorageError) in
    try bench.backend.export(to: path)
  }
  try bench.editAndSave([id], count: 10)
  try bench.restart()
  try bench.verifyAfterOpening()
}

func checkMissing(_ bench: ContractBench) throws {
  func isMissing(_ error: StorageError) -> Bool { if case .missing = error { true } else { false } }
  bench.expectError("an unknown document must be missing", where: isMissing) { () throws(StorageError) in
    _ = try bench.backend.openDocument(DocumentID(rawValue: 99))
  }
  try bench.create(pages: 1)
  bench.expectError("an unknown page must be missing", where: isMissing) { () throws(StorageError) in
    var page = Page(id: PageID(rawValue: 99))
    try bench.backend.openPage(page.id, into: &page)
  }
  bench.expectError("an unknown page can't be deleted", where: isMissing) { () throws(StorageError) in
    try bench.backend.deletePage(PageID(rawValue: 99))
  }
}

func checkLock(_ bench: ContractBench) throws {
  bench.expectError(
    "a second owner must be kept out", where: { if case .locked = $0 { true } else { false } }
  ) { () throws(StorageError) in
    _ = try bench.type.init(bench.environment)
  }
  try bench.restart()
}
