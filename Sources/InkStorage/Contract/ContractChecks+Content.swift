internal import InkModel

func checkDrawingOrder(_ bench: ContractBench) throws {
  try bench.create(pages: 1)
  let id = bench.info.pages[0].id
  try bench.open(id)
  var arena = InkArena()
  for index in 0..<4 { try bench.put(bench.edits.stroke(&arena), at: index, of: id, arena) }
  // Often enough at one place to use up any gap between numbers, and in one save as well as in many.
  for _ in 0..<30 { try bench.put(bench.edits.stroke(&arena), at: 2, of: id, arena) }
  try bench.save((0..<30).map { _ in .put(bench.edits.stroke(&arena), index: 3) }, of: id, arena: arena)
  try bench.put(bench.edits.stroke(&arena), at: 0, of: id, arena)
  try bench.lookAgain([id])
  // What a partial erase leaves stands where the stroke stood, and new ink may come between the pieces.
  let victim = (bench.pages[id]?.elements ?? [])[30].id
  let pieces = (0..<3).compactMap { _ -> Stroke? in
    if case .stroke(let piece) = bench.edits.stroke(&arena) { piece } else { nil }
  }
  try bench.save([.replace(victim, pieces: pieces)], of: id, arena: arena)
  try bench.lookAgain([id])
  try bench.put(bench.edits.stroke(&arena), at: 31, of: id, arena)
  try bench.save([.remove(pieces[1].id), .replace(pieces[2].id, pieces: [])], of: id, arena: arena)
  try bench.lookAgain([id])
  try bench.put(bench.edits.stroke(&arena), at: 2, of: id, arena)
  try bench.close([id])
  try bench.verifyAfterOpening()
}

func checkReusedMemory(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 3)
  let ids = bench.info.pages.map(\.id)
  for id in ids { try bench.open(id) }
  try bench.editAndSave([ids[0]], count: 20)
  try bench.editAndSave([ids[1]], count: 5)
  for id in ids { try bench.backend.closePage(id) }
  // One page object for all, as an app that saves memory has it: the last one must come out empty.
  var page = Page(id: PageID(rawValue: 77))
  for id in ids {
    try bench.backend.openPage(id, into: &page)
    bench.expect(page.id == id, "a page was read under the name \(page.id.rawValue), not \(id.rawValue)")
    bench.compare(page, with: bench.pages[id] ?? Page(id: id))
    try bench.backend.closePage(id)
  }
}

func checkDocumentsApart(_ bench: ContractBench) throws {
  guard bench.type.traits.retainsContent else { return }
  try bench.create(pages: 2)
  let ids = bench.info.pages.map(\.id)
  for id in ids { try bench.open(id) }
  try bench.editAndSave(ids, count: 6)
  try bench.close(ids)
  // The names of pages, elements and assets are unique in a document, so another may have the same ones.
  let other = DocumentInfo(
    id: DocumentID(rawValue: bench.info.id.rawValue + 1), title: "Other", pages: bench.info.pages)
  try bench.backend.createDocument(other)
  for id in ids { try bench.expectEmpty(id) }
  var arena = InkArena()
  let element = (bench.pages[ids[0]]?.elements ?? [])[0].id
  guard case .stroke(var stroke) = bench.edits.stroke(&arena) else { return }
  stroke.id = element
  var page = Page(id: ids[0])
  page.append(.stroke(stroke), from: arena)
  try bench.saveChanges([PageChange(page: page, edits: [.put(.stroke(stroke), index: 0)], arena: arena)])
  try bench.backend.deletePage(ids[1])
  for id in ids { try bench.backend.closePage(id) }
  try bench.backend.closeDocument()
  try bench.verifyAfterOpening()
  try bench.backend.closeDocument()
  let found = try bench.backend.openDocument(other.id)
  bench.expect(found.pages.map(\.id) == [ids[0]], "the other document has the pages \(found.pages.map(\.id))")
  var back = Page(id: ids[0])
  try bench.backend.openPage(ids[0], into: &back)
  bench.compare(back, with: page)
}

func checkReopening(_ bench: ContractBench) throws {
  try bench.create(pages: 2)
  let ids = bench.info.pages.map(\.id)
  for id in ids { try bench.open(id) }
  for _ in 0..<4 { try bench.editAndSave(ids, count: 3) }
  // Whatever the first opening recovers must not be recovered once more, however the document was left.
  for _ in 0..<3 {
    try bench.restart()
    try bench.verifyAfterOpening()
  }
  for _ in 0..<2 {
    try bench.backend.closeDocument()
    try bench.verifyAfterOpening()
  }
  for id in ids { try bench.open(id) }
  try bench.editAndSave(ids, count: 1)
  try bench.restart()
  try bench.verifyAfterOpening()
}
