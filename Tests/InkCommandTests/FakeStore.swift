import InkModel
import InkStorage

/// A backend that has a name and nothing else.
class FakeStore: StorageBackend {
  class var traits: BackendTraits {
    BackendTraits(name: "fake", level: 1, summary: "A name and nothing else.")
  }
  required init(_ environment: StoreEnvironment) throws(StorageError) {
    throw .misuse("a fake opens nothing")
  }
  func createDocument(_ document: DocumentInfo) throws(StorageError) {}
  func loadPage(_ page: borrowing Page) throws(StorageError) {}
  func finishLoading() throws(StorageError) {}
  func openDocument(_ id: DocumentID) throws(StorageError) -> DocumentInfo { throw .missing("document") }
  func openPage(_ id: PageID, into page: inout Page) throws(StorageError) {}
  func insertAsset(_ id: AssetID, bytes: RawSpan) throws(StorageError) {}
  func readAsset(_ id: AssetID) throws(StorageError) -> [UInt8]? { nil }
  func storedAssets() throws(StorageError) -> [AssetID] { [] }
  func save(_ changes: ChangeSet) throws(StorageError) {}
  func addPage(_ page: PageInfo, at index: Int) throws(StorageError) {}
  func deletePage(_ id: PageID) throws(StorageError) {}
  func movePage(_ id: PageID, to index: Int) throws(StorageError) {}
  func closePage(_ id: PageID) throws(StorageError) {}
  func idle(milliseconds: UInt64) throws(StorageError) {}
  func background(deadlineMilliseconds: UInt64) throws(StorageError) {}
  func listLibrary() throws(StorageError) -> [LibraryEntry] { [] }
  func export(to path: String) throws(StorageError) {}
  func closeDocument() throws(StorageError) {}
}

/// Another backend.
final class OtherStore: FakeStore {
  override class var traits: BackendTraits {
    BackendTraits(name: "other", summary: "Another one.", usesCodec: true)
  }
}

/// A backend whose name can't stand in a list.
final class CommaStore: FakeStore {
  override class var traits: BackendTraits { BackendTraits(name: "a,b", summary: "") }
}

/// A codec that has a name and nothing else.
struct FakeCodec: PageCodec {
  var name = "terse"
  let summary = "Keeps nothing."
  func encode(_ page: borrowing Page, into buffer: inout ByteBuffer) {}
  func decode(_ input: inout PageInput, into page: inout Page) throws(CodecError) {}
}
