public import InkModel

/// What a library's shelf shows of a document.
public struct LibraryEntry: Hashable, Sendable {
  public var id: DocumentID
  public var title: String
  public var pageCount: Int
  public var modifiedMilliseconds: UInt64
  /// The picture of the first page, as it lies in the store; nil if there is none.
  public var cover: [UInt8]?

  /// Makes an entry.
  public init(
    id: DocumentID, title: String, pageCount: Int, modifiedMilliseconds: UInt64, cover: [UInt8]? = nil
  ) {
    self.id = id
    self.title = title
    self.pageCount = pageCount
    self.modifiedMilliseconds = modifiedMilliseconds
    self.cover = cover
  }
}
