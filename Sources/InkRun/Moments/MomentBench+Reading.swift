internal import InkModel
internal import InkReport
internal import InkStorage

extension MomentBench {
  /// A store that has just been started opens the document.
  func openDocument(isCold: Bool) throws(MomentFailure) -> MomentSample {
    try start()
    if isCold { try PageCache.drop(below: environment.directory) }
    var found: DocumentInfo?
    let sample = try measure("opening the document", isCold: isCold) { store throws(StorageError) in
      found = try store.openDocument(base.document.id)
    }
    try check(found == base.document, "the document that was opened is not the one that was built")
    try ask("closing the document") { store throws(StorageError) in try store.closeDocument() }
    return sample
  }

  /// The middle page by size is read, all of it.
  func openPage(isCold: Bool) throws(MomentFailure) -> MomentSample {
    try start()
    try open()
    let id = base.document.pages[task.document.openedPage].id
    var page = Page(id: id)
    if isCold { try PageCache.drop(below: environment.directory) }
    let sample = try measure("opening a page", isCold: isCold) { store throws(StorageError) in
      try store.openPage(id, into: &page)
    }
    try compare(page, with: try modelPage(task.document.openedPage))
    try ask("closing the document") { store throws(StorageError) in
      try store.closePage(id)
      try store.closeDocument()
    }
    return sample
  }

  /// Opens the document, unmeasured.
  func open() throws(MomentFailure) {
    _ = try ask("opening the document") { store throws(StorageError) in
      try store.openDocument(base.document.id)
    }
  }

  /// A page of the base as it was given to the store.
  func modelPage(_ index: Int) throws(MomentFailure) -> Page {
    var page = Page(id: base.document.pages[index].id)
    do { try base.source.fill(&page, index: index) } catch { throw .run(.input(error.description)) }
    return page
  }

  /// Fails if a page that was read is not what was kept.
  func compare(_ found: borrowing Page, with given: borrowing Page) throws(MomentFailure) {
    var wanted = copy given
    if type.traits.usesCodec { environment.codec.makeCanonical(&wanted) }
    type.makeCanonical(&wanted)
    let difference = found.firstDifference(from: wanted)
    try check(difference == nil, "page \(wanted.id.name) is not as it was kept: \(difference ?? "")")
  }
}
