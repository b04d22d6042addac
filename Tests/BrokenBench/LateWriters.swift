internal import InkModel
internal import InkStorage
internal import InkStoreFixtures

/// Acknowledges saves that it keeps in memory until the document closes.
final class EagerStore: ForwardingStore {
  override class var name: String { "eager" }

  private var pending: [PageID: PageChange] = [:]

  override func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {
    try super.openPage(id, into: &page)
    if let newer = pending[id] { page = newer.page }
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    for change in changes.pages { pending[change.page.id] = change }
  }

  override func deletePage(_ id: PageID) throws(StorageError) {
    pending[id] = nil
    try super.deletePage(id)
  }

  override func closeDocument() throws(StorageError) {
    let pages = pending.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    try base.save(ChangeSet(reason: .documentClose, timeMilliseconds: 0, pages: pages))
    pending = [:]
    try super.closeDocument()
  }
}

/// Writes the bytes of images when the document closes, after the pages that show them.
final class DanglingStore: ForwardingStore {
  override class var name: String { "dangling" }

  private var pending: [AssetID: [UInt8]] = [:]

  override func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {
    // Unsafe to the compiler only: the bytes are copied within the call.
    pending[id] = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }

  override func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? {
    if let bytes = pending[id] { return bytes }
    return try super.readAsset(id)
  }

  override func closeDocument() throws(StorageError) {
    for (id, bytes) in pending.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try unsafe base.insertAsset(id, bytes: bytes.span.bytes)
    }
    pending = [:]
    try super.closeDocument()
  }
}

/// Writes pages over themselves, without a temporary file.
final class InPlaceStore: ForwardingStore {
  override class var name: String { "in-place" }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    try super.save(changes)
    for change in changes.pages {
      let path = path(of: change.page.id)
      Calls.replace(path, with: Calls.read(path))
    }
  }
}

/// Writes the list of pages anew in its place when it is opened after a crash between save and close.
final class HastyStore: ForwardingStore {
  override class var name: String { "hasty" }

  private var marker: String { environment.directory + "/in-use" }

  override func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo {
    let document = try super.openDocument(id)
    if Calls.exists(marker) {
      let list = "\(environment.directory)/\(id.name).lnote/document.json"
      Calls.replace(list, with: Calls.read(list))
    }
    return document
  }

  override func save(_ changes: ChangeSet) throws(StorageError) {
    if !Calls.exists(marker) { Calls.replace(marker, with: [1]) }
    try super.save(changes)
  }

  override func closeDocument() throws(StorageError) {
    try super.closeDocument()
    Calls.remove(marker)
  }
}
