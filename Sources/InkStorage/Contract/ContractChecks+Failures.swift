internal import InkModel

private func isMissing(_ error: StorageError) -> Bool { if case .missing = error { true } else { false } }

/// A save of three pages, one of which the document does not have, so that no store can carry it out.
func checkFailedSave(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 2)
  let ids = bench.info.pages.map(\.id)
  for id in ids { try bench.open(id) }
  try bench.editAndSave(ids, count: 4)
  let before = bench.pages
  let stranger = PageID(rawValue: 99)
  for place in 0...2 {
    var changes = ids.map { bench.edited($0, from: bench.pages[$0] ?? Page(id: $0), count: 3) }
    changes.insert(bench.edited(stranger, from: Page(id: stranger), count: 3), at: place)
    bench.expectError("a save of a page that is not there must fail", where: { _ in true }) {
      () throws(StorageError) in
      try bench.saveChanges(changes)
    }
    try bench.restart()
    _ = try bench.backend.openDocument(bench.info.id)
    for id in ids {
      var found = Page(id: id)
      try bench.backend.openPage(id, into: &found)
      let after = changes.first { $0.page.id == id }?.page
      let versions = [before[id], bench.pages[id], after].compactMap(\.self)
      bench.expect(
        versions.contains { found.hasSameContent(as: bench.canonical($0)) },
        "page \(id.rawValue) is neither as before a save that failed nor as after it")
      // Either is allowed; what follows goes on from the one that is there.
      bench.pages[id] = versions.last { found.hasSameContent(as: bench.canonical($0)) } ?? found
    }
    bench.expectError("a page that only a failed save named must be missing", where: isMissing) {
      () throws(StorageError) in
      var page = Page(id: stranger)
      try bench.backend.openPage(stranger, into: &page)
    }
    try bench.editAndSave(ids, count: 1)
  }
  try bench.close(ids)
  try bench.verifyAfterOpening()
}

/// After a save that failed an app saves again: the edits since the last save that succeeded, and new ones.
func checkSavingAgain(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 2)
  let ids = bench.info.pages.map(\.id)
  for id in ids { try bench.open(id) }
  try bench.editAndSave(ids, count: 4)
  let stranger = PageID(rawValue: 99)
  for place in 0...2 {
    var changes = ids.map { bench.edited($0, from: bench.pages[$0] ?? Page(id: $0), count: 2) }
    let failing = bench.edited(stranger, from: Page(id: stranger), count: 1)
    changes.insert(failing, at: place)
    do throws(StorageError) { try bench.saveChanges(changes) } catch {
      changes.removeAll { $0.page.id == stranger }
      for index in changes.indices { bench.extend(&changes[index], count: 2) }
      try bench.saveChanges(changes)
    }
    for change in changes where change.page.id != stranger { bench.pages[change.page.id] = change.page }
  }
  try bench.restart()
  try bench.verifyAfterOpening()
}

func checkMisuse(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  checkNothingOpen(bench, "before a document is open")
  try bench.create(pages: 3)
  let ids = bench.info.pages.map(\.id)
  try bench.open(ids[0])
  try bench.editAndSave([ids[0]], count: 5)
  let backend = { bench.backend }
  func refused(_ what: String, _ call: () throws(StorageError) -> Void) {
    bench.expectError("\(what) must be refused", where: { _ in true }, call)
  }
  refused("a page moved behind the end") { () throws(StorageError) in try backend().movePage(ids[0], to: 3) }
  refused("a page moved before the beginning") { () throws(StorageError) in
    try backend().movePage(ids[0], to: -1)
  }
  refused("a page added behind the end") { () throws(StorageError) in
    try backend().addPage(PageInfo(id: PageID(rawValue: 50)), at: 4)
  }
  refused("a page added a second time") { () throws(StorageError) in
    try backend().addPage(bench.info.pages[0], at: 1)
  }
  bench.expectError("an unknown page can't be moved", where: isMissing) { () throws(StorageError) in
    try backend().movePage(PageID(rawValue: 99), to: 0)
  }
  refused("a document while another is open") { () throws(StorageError) in
    try backend().createDocument(DocumentInfo(id: DocumentID(rawValue: 2), title: "Second"))
  }
  try bench.close([ids[0]])
  checkNothingOpen(bench, "after the document is closed")
  refused("a document made a second time") { () throws(StorageError) in
    try backend().createDocument(bench.info)
  }
  // None of it may have left anything behind.
  try bench.verifyAfterOpening()
  try bench.restart()
  try bench.verifyAfterOpening()
}

/// All calls that need an open document, without one.
private func checkNothingOpen(_ bench: ContractBench, _ moment: String) {
  let backend = bench.backend
  let id = PageID(rawValue: 1)
  func refused(_ what: String, _ call: () throws(StorageError) -> Void) {
    bench.expectError("\(what) \(moment) must be refused", where: { _ in true }, call)
  }
  refused("opening a page") { () throws(StorageError) in
    var page = Page(id: id)
    try backend.openPage(id, into: &page)
  }
  refused("loading a page") { () throws(StorageError) in try backend.loadPage(Page(id: id)) }
  refused("saving") { () throws(StorageError) in
    try bench.saveChanges([bench.edited(id, from: Page(id: id), count: 1)])
  }
  refused("adding a page") { () throws(StorageError) in
    try backend.addPage(PageInfo(id: PageID(rawValue: 7)), at: 0)
  }
  refused("deleting a page") { () throws(StorageError) in try backend.deletePage(id) }
  refused("moving a page") { () throws(StorageError) in try backend.movePage(id, to: 0) }
  refused("keeping an image") { () throws(StorageError) in
    try bench.insert(AssetID(rawValue: 1), [1, 2, 3])
  }
  refused("exporting") { () throws(StorageError) in
    try backend.export(to: bench.environment.directory + "/nothing-open")
  }
  refused("closing the document") { () throws(StorageError) in try backend.closeDocument() }
}

func checkAssetTwice(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 1)
  let id = bench.info.pages[0].id
  try bench.open(id)
  let image = bench.edits.image()
  guard case .image(let placed) = image else { return }
  var bytes = AssetBytes.make(placed.asset, byteCount: 900)
  for _ in 0..<2 { try bench.insert(placed.asset, bytes) }
  try bench.save([.put(image, index: 0)], of: id)
  // An image that is brought anew may be refused. If it is taken, it is the one that counts from here on.
  let others = AssetBytes.make(AssetID(rawValue: 3), byteCount: 500)
  do throws(StorageError) {
    try bench.insert(placed.asset, others)
    bytes = others
  } catch {}
  bench.expect(
    try bench.backend.readAsset(placed.asset) == bytes, "an asset that was kept twice has other bytes")
  try bench.close([id])
  _ = try bench.backend.openDocument(bench.info.id)
  bench.expect(
    try bench.backend.readAsset(placed.asset) == bytes, "an asset that was kept twice changed by closing")
  let stored = try bench.backend.storedAssets()
  bench.expect(stored == [placed.asset], "an asset that was kept twice is listed as \(stored.map(\.name))")
}

func checkImpossibleExport(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 1)
  let id = bench.info.pages[0].id
  try bench.open(id)
  try bench.editAndSave([id], count: 10)
  // No store can make a directory below a file.
  let file = bench.environment.directory + "-file"
  try Files.replace(file, with: [1].rawSpan, syncing: false)
  bench.expectError("an export to a place that can't be must fail", where: { _ in true }) {
    () throws(StorageError) in
    try bench.backend.export(to: file + "/export")
  }
  // A directory that is missing may be made; an export that says nothing must be there.
  let path = bench.environment.directory + "-missing/export"
  do throws(StorageError) {
    try bench.backend.export(to: path)
    bench.expect(SystemCalls.exists(path), "an export into a missing directory said nothing and made nothing")
  } catch {
    bench.expect(!SystemCalls.exists(path), "an export that failed left something behind")
  }
  try bench.editAndSave([id], count: 3)
  try bench.restart()
  try bench.verifyAfterOpening()
}
