import Foundation
import InkModel
import InkStorage

/// Our app's store: a folder for each document, with one file per page, each replaced as a whole.
///
///     <document>/document.json
///     <document>/pages/<page>
///     <document>/assets/<asset>
///
/// `Data.write(options: .atomic)` leaves the old file or the new one when the app ends. It promises nothing
/// about a power cut, so neither do we.
final class OurStore: StorageBackend {
  static let traits = BackendTraits(
    name: "ours", level: 0, summary: "One file per page through Data.write(.atomic), as our app does.",
    usesCodec: true, durabilities: [.processCrash],
    fileRoles: [
      FileRolePattern(.suffix, "/document.json", .document),
      FileRolePattern(.anywhere, "/pages/", .page),
      FileRolePattern(.anywhere, "/assets/", .asset),
    ])

  private let environment: StoreEnvironment
  private let lock: Disk.Lock
  private var shelf: Shelf?
  private var damagedPages: Set<PageID> = []

  init(_ environment: StoreEnvironment) throws(StorageError) {
    self.environment = environment
    lock = try Disk.Lock(environment.directory + "/" + Self.lockName)
  }

  private static let lockName = "lock"

  func createDocument(_ document: DocumentInfo) throws(StorageError) {
    guard shelf == nil, !Disk.exists(environment.directory + "/" + document.id.name) else {
      throw .misuse("another document is open, or this one is there already")
    }
    shelf = Shelf(document)
    try Disk.makeFolder(try folder("pages"))
    try Disk.makeFolder(try folder("assets"))
    for page in document.pages { try write(Page(id: page.id)) }
    try writeShelf()
  }

  func loadPage(_ page: borrowing Page) throws(StorageError) { try write(page) }

  func finishLoading() throws(StorageError) {}

  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let folder = environment.directory + "/" + id.name
    guard Disk.exists(folder) else { throw .missing("document \(id.name)") }
    let shelf = try readShelf(folder)
    self.shelf = shelf
    damagedPages = []
    return shelf.document
  }

  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    let path = try folder("pages") + "/" + id.name
    _ = try openShelf().index(of: id)
    page.reset(id: id)
    guard Disk.exists(path) else { throw damaged(id, path, "the file is missing") }
    let data = try Disk.read(path)
    var input = PageInput(copying: data.bytes)
    do throws(CodecError) {
      try environment.codec.decode(&input, into: &page)
    } catch {
      throw damaged(id, path, error.description)
    }
  }

  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    try Disk.write(bytes.withUnsafeBytes { Data($0) }, to: try folder("assets") + "/" + id.name)
  }

  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    let path = try folder("assets") + "/" + id.name
    return Disk.exists(path) ? [UInt8](try Disk.read(path)) : nil
  }

  func storedAssets() throws(StorageError) -> [AssetID] {
    try Disk.names(in: try folder("assets")).compactMap { UInt64($0, radix: 16).map(AssetID.init) }
  }

  func save(_ changes: ChangeSet) throws(StorageError) {
    // All are asked before the first is written, so that no save is half done because of a page.
    for change in changes.pages {
      _ = try openShelf().index(of: change.page.id)
      guard !damagedPages.contains(change.page.id) else { throw .readOnlyPage(change.page.id) }
    }
    for change in changes.pages { try write(change.page) }
    shelf?.modifiedMilliseconds = changes.timeMilliseconds
  }

  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {
    let places = try openShelf().pages
    guard 0...places.count ~= index, !places.contains(where: { $0.id == page.id.rawValue }) else {
      throw .misuse("page \(page.id.name) is there already, or its place is not")
    }
    // The page's file comes first: a list never names a file that isn't there.
    try write(Page(id: page.id))
    shelf?.pages.insert(Shelf.Entry(page), at: index)
    try writeShelf()
  }

  func deletePage(_ id: PageID) throws(StorageError) {
    let index = try openShelf().index(of: id)
    shelf?.pages.remove(at: index)
    try writeShelf()
    try Disk.remove(try folder("pages") + "/" + id.name)
  }

  func movePage(_ id: PageID, to index: Int) throws(StorageError) {
    let place = try openShelf().index(of: id)
    guard try openShelf().pages.indices.contains(index) else { throw .misuse("there is no place \(index)") }
    if let entry = shelf?.pages.remove(at: place) { shelf?.pages.insert(entry, at: index) }
    try writeShelf()
  }

  func closePage(_ id: PageID) throws(StorageError) {}

  func idle(milliseconds: UInt64) throws(StorageError) {}

  func background(deadlineMilliseconds: UInt64) throws(StorageError) { try writeShelf() }

  func listLibrary() throws(StorageError) -> [LibraryEntry] {
    var entries: [LibraryEntry] = []
    for name in try Disk.names(in: environment.directory) where name != Self.lockName {
      entries.append(try readShelf(environment.directory + "/" + name).libraryEntry)
    }
    return entries
  }

  func export(to path: String) throws(StorageError) { try Disk.copy(try folder(), to: path) }

  func closeDocument() throws(StorageError) {
    try writeShelf()
    try removeOrphans()
    shelf = nil
  }
}

extension OurStore {
  private func openShelf() throws(StorageError) -> Shelf {
    guard let shelf else { throw .misuse("no document is open") }
    return shelf
  }

  /// Makes a page read-only, so that nothing is ever written over what is left of it.
  private func damaged(_ id: PageID, _ path: String, _ reason: String) -> StorageError {
    damagedPages.insert(id)
    return .damaged(path: path, reason: reason)
  }

  /// A folder of the open document.
  private func folder(_ name: String? = nil) throws(StorageError) -> String {
    let document = environment.directory + "/" + DocumentID(rawValue: try openShelf().id).name
    return name.map { document + "/" + $0 } ?? document
  }

  /// Removes the images that no page shows, now that undo can't bring one back.
  private func removeOrphans() throws(StorageError) {
    var named: Set<AssetID> = []
    var page = Page(id: PageID(rawValue: 0))
    for entry in try openShelf().pages {
      // A page that can't be read may show any of them.
      do throws(StorageError) { try openPage(PageID(rawValue: entry.id), into: &page) } catch { return }
      for case .image(let image) in page.elements { named.insert(image.asset) }
    }
    for asset in try storedAssets() where !named.contains(asset) {
      try Disk.remove(try folder("assets") + "/" + asset.name)
    }
  }

  private func write(_ page: borrowing Page) throws(StorageError) {
    var buffer = ByteBuffer()
    environment.codec.encode(page, into: &buffer)
    try Disk.write(buffer.bytes.withUnsafeBytes { Data($0) }, to: try folder("pages") + "/" + page.id.name)
  }

  private func writeShelf() throws(StorageError) {
    let path = try folder() + "/document.json"
    guard let data = try? JSONEncoder().encode(try openShelf()) else {
      throw .misuse("the list of pages can't be encoded")
    }
    try Disk.write(data, to: path)
  }

  private func readShelf(_ folder: String) throws(StorageError) -> Shelf {
    let path = folder + "/document.json"
    guard let shelf = try? JSONDecoder().decode(Shelf.self, from: try Disk.read(path)) else {
      throw .damaged(path: path, reason: "it is no list of pages")
    }
    return shelf
  }
}
