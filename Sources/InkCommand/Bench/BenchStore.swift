internal import InkModel
internal import InkRun
internal import InkStorage
internal import InkTap

/// A store made for a figure, with a document open and its first page too.
struct BenchStore {
  let backend: any StorageBackend
  let firstPage: Page

  /// Makes a store that holds the given pages in one document, and opens the first.
  init(
    _ type: any StorageBackend.Type, codec: any PageCodec, durability: Durability, pages: [Page],
    in directory: String
  ) throws(CommandFailure) {
    do { try StoreCopy.makeDirectory(directory) } catch { throw CommandFailure(error) }
    let document = DocumentInfo(
      id: DocumentID(rawValue: 1), title: "Benchmark", pages: pages.map { PageInfo(id: $0.id) })
    let environment = StoreEnvironment(
      directory: directory, durability: durability, codec: codec, seed: 1)
    firstPage = pages[0]
    do throws(StorageError) {
      backend = try type.init(environment)
      try backend.createDocument(document)
      for page in pages { try backend.loadPage(page) }
      try backend.finishLoading()
      try backend.closeDocument()
      _ = try backend.openDocument(document.id)
      var opened = Page(id: firstPage.id)
      try backend.openPage(firstPage.id, into: &opened)
    } catch {
      throw CommandFailure(.diskFailed, "a store for the benchmark can't be made: \(error)")
    }
  }

  /// One stroke put at the end of the first page since its last save.
  var changes: ChangeSet {
    var edits: [Edit] = []
    if let last = firstPage.elements.last { edits = [.put(last, index: firstPage.elements.count - 1)] }
    return ChangeSet(
      reason: .autosave, timeMilliseconds: 1_000,
      pages: [PageChange(page: firstPage, edits: edits, arena: firstPage.arena)])
  }

  /// Saves, and says how long it took and what it wrote.
  func save(_ changes: ChangeSet) throws(CommandFailure) -> UInt64 {
    do throws(StorageError) {
      let start = Clock.nanoseconds()
      try backend.save(changes)
      return Clock.nanoseconds() - start
    } catch {
      throw CommandFailure(.diskFailed, "a benchmark's save failed: \(error)")
    }
  }
}
