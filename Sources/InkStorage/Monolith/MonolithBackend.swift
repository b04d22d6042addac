internal import InkModel

/// A row to compare with: the whole notebook in one deflated file, as Xournal++ and Rnote keep it.
///
/// The notebook lies in memory, pages and images encoded. Every change writes all of it to a temporary file,
/// which is renamed over the old one. So nothing can be half there, and everything is rewritten for one
/// stroke. Images wait in memory until the save that names them; those that nothing names go when the
/// document closes.
final class MonolithBackend: StorageBackend {
  static let traits = BackendTraits(
    name: "monolith", level: 0, summary: "the whole notebook in one deflated file, replaced at each save",
    usesCodec: true, unit: .document,
    fileRoles: [
      FileRolePattern(.suffix, Files.temporarySuffix, .temporary),
      FileRolePattern(.suffix, suffix, .document), StoreLock.fileRole,
    ], isStandard: false)

  static let suffix = ".notebook"

  let environment: StoreEnvironment
  private let lock: StoreLock
  /// The open document; nil between documents.
  private var notebook: NotebookFile?
  /// The file that was opened or last written; another one in its place is not written over.
  private var place = SystemCalls.Place.nothing
  private var writer: NotebookWriter

  init(_ environment: StoreEnvironment) throws(StorageError) {
    self.environment = environment
    lock = try StoreLock.take(environment)
    writer = NotebookWriter(environment)
  }

  func createDocument(_ document: DocumentInfo) throws(StorageError) {
    guard notebook == nil else { throw .misuse("another document is open") }
    guard !SystemCalls.exists(path(document.id)) else {
      throw .misuse("document \(document.id.name) exists already")
    }
    var new = NotebookFile(info: document, modifiedMilliseconds: 0)
    for page in document.pages { new.pages[page.id] = writer.encode(Page(id: page.id)) }
    place = .nothing
    do {
      try keep(new)
    } catch {
      // Nobody was told that it exists, and it may not outlive a power cut: it must not be taken for made.
      if place != .nothing { try? SystemCalls.remove(path(document.id)) }
      throw error
    }
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) {
    try check(page.id)
    notebook?.pages[page.id] = writer.encode(page)
  }

  func finishLoading() throws(StorageError) { try keep(try open()) }

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    guard notebook == nil else { throw .misuse("another document is open") }
    place = SystemCalls.place(path(id))
    guard let file = try Files.read(path(id)) else { throw .missing("document \(id.name)") }
    let opened = try NotebookFile.decode(file, path: path(id))
    guard opened.info.id == id else {
      throw .damaged(path: path(id), reason: "it holds document \(opened.info.id.name)")
    }
    notebook = opened
    return opened.info
  }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    page.reset(id: id)
    let path = path(try open().info.id)
    guard let stored = notebook?.pages[id] else { throw .missing("page \(id.name)") }
    guard
      let codec = stored.codec == environment.codec.name
        ? environment.codec : BuiltInCodecs.named(stored.codec)
    else { throw .damaged(path: path, reason: "it was written with the unknown codec '\(stored.codec)'") }
    var input = PageInput(copying: stored.content.rawSpan)
    do throws(CodecError) {
      try codec.decode(&input, into: &page)
      guard input.remaining == 0 else { throw CodecError("\(input.remaining) bytes follow the page's end") }
    } catch {
      page.reset(id: id)
      throw .damaged(path: path, reason: "page \(id.name): \(error)")
    }
  }

  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    var next = try open()
    let image = [UInt8](copying: bytes)
    let old = next.assets.updateValue(image, forKey: id)
    // A page may show it already, and no save would write what has taken its place.
    guard old == nil || old == image else { return try keep(next) }
    notebook = next
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { try open().assets[id] }

  func storedAssets() throws(StorageError) -> [AssetID] {
    try open().assets.keys.sorted { $0.rawValue < $1.rawValue }
  }

  func save(_ changes: ChangeSet) throws(StorageError) {
    for change in changes.pages { try check(change.page.id) }
    var next = try open()
    for change in changes.pages { next.pages[change.page.id] = writer.encode(change.page) }
    next.modifiedMilliseconds = max(next.modifiedMilliseconds, changes.timeMilliseconds)
    try keep(next)
  }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    var next = try open()
    try next.info.add(page, at: index)
    next.pages[page.id] = writer.encode(Page(id: page.id))
    try keep(next)
  }

  func deletePage(_ id: PageID) throws(StorageError) {
    var next = try open()
    try next.info.delete(id)
    next.pages[id] = nil
    try keep(next)
  }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    var next = try open()
    try next.info.move(id, to: index)
    try keep(next)
  }

  func closePage(_ id: PageID) throws(StorageError) {}
  func idle(milliseconds: UInt64) throws(StorageError) {}
  func background(deadlineMilliseconds: UInt64) throws(StorageError) {}

  func export(to target: String) throws(StorageError) {
    let source = path(try open().info.id)
    guard !SystemCalls.exists(target) else {
      throw .misuse("'\(target)' exists already and is not overwritten by an export")
    }
    do {
      try Files.copy(source, to: target, syncing: environment.durability >= .powerConsistent)
    } catch {
      try? SystemCalls.remove(target)
      throw error
    }
  }

  func closeDocument() throws(StorageError) {
    var last = try open()
    let named = Set(last.pages.values.flatMap(\.references))
    if last.assets.keys.contains(where: { !named.contains($0) }) {
      last.assets = last.assets.filter { named.contains($0.key) }
      try keep(last)
    }
    // A crash while it was written leaves the file that was not yet what it would be.
    try? SystemCalls.remove(path(last.info.id) + Files.temporarySuffix)
    notebook = nil
  }
}

// MARK: - The file

extension MonolithBackend {
  func path(_ id: DocumentID) -> String { environment.directory + "/" + id.name + Self.suffix }

  private func open() throws(StorageError) -> NotebookFile {
    guard let notebook else { throw .misuse("no document is open") }
    return notebook
  }

  private func check(_ id: PageID) throws(StorageError) {
    guard try open().pages[id] != nil else { throw .missing("page \(id.name)") }
  }

  /// Puts a notebook on disk and, when that has succeeded, in memory.
  private func keep(_ next: NotebookFile) throws(StorageError) {
    let path = path(next.info.id)
    guard SystemCalls.place(path) == place else { throw PackagePlace.replaced(path) }
    try writer.write(next, to: path)
    place = SystemCalls.place(path)
    // If this fails the file is the new one and the memory the old one: the change can be asked for again,
    // and whatever is kept next takes the file's place.
    if environment.durability == .powerDurable { try Files.syncDirectory(environment.directory) }
    notebook = next
  }
}
