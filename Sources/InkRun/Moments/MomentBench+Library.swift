internal import InkModel
internal import InkReport
internal import InkStorage

extension MomentBench {
  /// A library of closed notebooks is listed, by a store that has just been started.
  func listLibrary(of count: Int, isCold: Bool) throws(MomentFailure) -> MomentSample {
    try growLibrary(to: count)
    try start(in: libraryDirectory)
    if isCold { try PageCache.drop(below: libraryDirectory) }
    var entries: [LibraryEntry] = []
    let sample = try measure("listing the library", isCold: isCold) { store throws(StorageError) in
      entries = try store.listLibrary()
    }
    try check(
      entries.count == count, "a library of \(count) notebooks was listed with \(entries.count)")
    let titles = Set(entries.map(\.title))
    try check(
      (0..<count).allSatisfy { titles.contains(Self.title($0)) }, "the library's list lacks a title")
    return sample
  }

  private var libraryDirectory: String { task.place + "/library" }

  private static func title(_ number: Int) -> String { "Notebook \(number + 1)" }

  /// Makes notebooks until there are as many as asked for, and sends them to the disk together.
  ///
  /// Built at the weakest class that the store claims: it syncs nothing, and how a notebook was built does
  /// not show in how it is listed.
  private func growLibrary(to count: Int) throws(MomentFailure) {
    guard notebookCount < count else { return }
    do throws(RunError) { try StoreCopy.makeDirectory(libraryDirectory) } catch { throw .run(error) }
    try start(in: libraryDirectory, durability: type.traits.durabilities.min() ?? task.durability)
    var page = Page(id: PageID(rawValue: 0))
    for number in notebookCount..<count {
      try fill(&page, for: number)
      let notebook = DocumentInfo(
        id: DocumentID(rawValue: Ids.firstNew + UInt64(number)), title: Self.title(number),
        pages: [PageInfo(id: page.id), PageInfo(id: PageID(rawValue: page.id.rawValue + Ids.firstNew))])
      try ask("making a notebook") { store throws(StorageError) in
        try store.createDocument(notebook)
        try store.loadPage(page)
        try store.finishLoading()
        try store.closeDocument()
      }
    }
    notebookCount = count
    Platform.syncEverything()
  }

  /// The first strokes of one of the document's pages: a cover with ink on it, and little to keep.
  private func fill(_ page: inout Page, for number: Int) throws(MomentFailure) {
    page = try modelPage(number % base.document.pages.count)
    let kept = page.elements.filter { if case .stroke = $0 { true } else { false } }
      .prefix(Self.strokesPerNotebook)
    var short = Page(id: page.id)
    for element in kept { short.append(element, from: page.arena) }
    page = short
  }

  private static var strokesPerNotebook: Int { 20 }
}
