import Glibc
import InkModel
import InkStorage

/// A small store that is right: a file for the list, one for each page and image, each replaced as a whole.
///
/// Subclasses do one thing wrong. Every file ends with a checksum of what stands before it.
class ToyStore: StorageBackend {
  class var traits: BackendTraits {
    BackendTraits(
      name: "toy", summary: "A toy.", usesCodec: true, durabilities: [.powerDurable],
      fileRoles: [
        FileRolePattern(.suffix, ".new", .temporary), FileRolePattern(.suffix, "/document", .document),
        FileRolePattern(.suffix, ".page", .page), FileRolePattern(.suffix, ".asset", .asset),
      ])
  }

  let environment: StoreEnvironment
  private var document: DocumentInfo?

  required init(_ environment: StoreEnvironment) throws(StorageError) { self.environment = environment }

  // MARK: - What toys get wrong

  /// Gives a file other bytes, durably and as a whole.
  func replace(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    let temporary = name + ".new"
    try write(temporary, bytes)
    try rename(temporary, name)
    try syncNames()
  }

  /// Forces the names of all files to the disk.
  func syncNames() throws(StorageError) { try sync(".") }

  /// Writes a file and syncs it.
  func write(_ name: String, _ bytes: [UInt8]) throws(StorageError) {
    let descriptor = try check(
      unsafe open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644), "make", name)
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, name)
    try sync(descriptor, name)
  }

  func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ name: String) throws(StorageError) {
    var done = 0
    while done < bytes.count {
      done += try check(
        unsafe bytes[done...].withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) },
        "write", name)
    }
  }

  func sync(_ descriptor: Int32, _ name: String) throws(StorageError) {
    try check(fsync(descriptor), "sync", name)
  }

  func rename(_ from: String, _ to: String) throws(StorageError) {
    try check(unsafe Glibc.rename(path(from), path(to)), "rename", to)
  }

  /// The bytes of a page's file; nil if there is none.
  func readPage(_ name: String) throws(StorageError) -> [UInt8]? { try read(name) }

  /// What stands before a checksum that fits.
  func unsealed(_ bytes: [UInt8], _ name: String) throws(StorageError) -> [UInt8] {
    guard bytes.count >= 4, Self.seal(Array(bytes.dropLast(4))) == bytes else {
      throw .damaged(path: path(name), reason: "its checksum does not fit")
    }
    return Array(bytes.dropLast(4))
  }

  // MARK: - Files

  final func path(_ name: String) -> String { environment.directory + "/" + name }

  @discardableResult
  final func check<Result: SignedInteger>(
    _ result: Result, _ operation: String, _ name: String
  ) throws(StorageError) -> Result {
    guard result >= 0 else { throw .system(operation: operation, path: path(name), code: errno) }
    return result
  }

  private func sync(_ name: String) throws(StorageError) {
    let descriptor = try check(unsafe open(path(name), O_RDONLY | O_CLOEXEC), "open", name)
    defer { close(descriptor) }
    try check(fsync(descriptor), "sync", name)
  }

  private func read(_ name: String) throws(StorageError) -> [UInt8]? {
    let descriptor = unsafe open(path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 || errno != ENOENT else { return nil }
    try check(descriptor, "open", name)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try check(
        unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) },
        "read", name)
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
  }

  static func seal(_ bytes: [UInt8]) -> [UInt8] {
    let sum = unsafe checksum(bytes.span.bytes)
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
  }

  // MARK: - Calls

  func createDocument(_ document: DocumentInfo) throws(StorageError) { try keep(document) }

  func loadPage(_ page: borrowing Page) throws(StorageError) { try keep(page) }
  func finishLoading() throws(StorageError) {}

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    guard let bytes = try read("document") else { throw .missing("document") }
    let words = String(decoding: try unsealed(bytes, "document"), as: UTF8.self).split(separator: "\n")
    var document = DocumentInfo(id: id, title: String(words.first ?? ""), pages: [])
    for word in words.dropFirst() {
      let numbers = word.split(separator: " ").compactMap { UInt64($0) }
      guard numbers.count == 4 else { throw .damaged(path: path("document"), reason: "a line of it") }
      var page = PageInfo(id: PageID(rawValue: numbers[0]))
      page.createdMilliseconds = numbers[1]
      page.canvas.width = Int32(truncatingIfNeeded: numbers[2])
      page.canvas.height = Int32(truncatingIfNeeded: numbers[3])
      document.pages.append(page)
    }
    self.document = document
    return document
  }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    page.reset(id: id)
    guard let bytes = try readPage(name(id)), !bytes.isEmpty else { return }
    let content = try unsealed(bytes, name(id))
    var input = PageInput(copying: unsafe content.span.bytes)
    do throws(CodecError) { try environment.codec.decode(&input, into: &page) } catch {
      throw .damaged(path: path(name(id)), reason: error.description)
    }
  }

  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    let copied = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    try replace("\(id.name).asset", Self.seal(copied))
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    guard let bytes = try read("\(id.name).asset") else { return nil }
    return try unsealed(bytes, "\(id.name).asset")
  }

  func storedAssets() throws(StorageError) -> [AssetID] { [] }

  func save(_ changes: ChangeSet) throws(StorageError) {
    for change in changes.pages { try keep(change.page) }
  }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    try changeList { $0.insert(page, at: min(index, $0.count)) }
  }

  func deletePage(_ id: PageID) throws(StorageError) { try changeList { $0.removeAll { $0.id == id } } }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    try changeList { pages in
      guard let from = pages.firstIndex(where: { $0.id == id }) else { return }
      let page = pages.remove(at: from)
      pages.insert(page, at: min(index, pages.count))
    }
  }

  func closePage(_ id: PageID) throws(StorageError) {}
  func idle(milliseconds: UInt64) throws(StorageError) {}
  func background(deadlineMilliseconds: UInt64) throws(StorageError) {}

  func listLibrary() throws(StorageError) -> [LibraryEntry] {
    guard let document else { return [] }
    return [
      LibraryEntry(
        id: document.id, title: document.title, pageCount: document.pages.count, modifiedMilliseconds: 0)
    ]
  }

  func export(to path: String) throws(StorageError) {}
  func closeDocument() throws(StorageError) {}

  final func name(_ id: PageID) -> String { "\(id.name).page" }

  final func keep(_ page: borrowing Page) throws(StorageError) {
    var buffer = ByteBuffer()
    environment.codec.encode(page, into: &buffer)
    try replace(name(page.id), Self.seal(unsafe buffer.bytes.withUnsafeBytes { unsafe Array($0) }))
  }

  private func changeList(_ change: (inout [PageInfo]) -> Void) throws(StorageError) {
    guard var document else { throw .misuse("no document is open") }
    change(&document.pages)
    try keep(document)
  }

  private func keep(_ document: DocumentInfo) throws(StorageError) {
    let lines = document.pages.map { page in
      "\(page.id.rawValue) \(page.createdMilliseconds) \(page.canvas.width) \(page.canvas.height)"
    }
    try replace("document", Self.seal(Array(([document.title] + lines).joined(separator: "\n").utf8)))
    self.document = document
  }
}
