public import InkModel

/// What a library's shelf shows of a document.
public struct LibraryEntry: Hashable, Sendable {
  public var id: DocumentID
  public var title: String
  public var pageCount: Int
  public var modifiedMilliseconds: UInt64

  /// Makes an entry.
  public init(id: DocumentID, title: String, pageCount: Int, modifiedMilliseconds: UInt64) {
    self.id = id
    self.title = title
    self.pageCount = pageCount
    self.modifiedMilliseconds = modifiedMilliseconds
  }
}
