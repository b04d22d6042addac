/// What a document says of itself, apart from its ink.
public struct DocumentInfo: Hashable, Sendable {
  public var id: DocumentID
  public var title: String
  /// The pages, in reading order.
  public var pages: [PageInfo]

  /// Makes a document's description.
  public init(id: DocumentID, title: String, pages: [PageInfo] = []) {
    self.id = id
    self.title = title
    self.pages = pages
  }
}
