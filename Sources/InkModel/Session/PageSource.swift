/// Where the pages of a session's base come from, one at a time.
///
/// A base is never held whole: 2,000 pages cost no more memory than 20.
public protocol PageSource: Sendable {
  /// Fills a page, which keeps its memory between calls, with the page at an index of the base.
  func fill(_ page: inout Page, index: Int) throws(PageSourceError)
}

/// Why a page of a base could not be made.
public struct PageSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}

/// Pages held in memory, for small bases that came with a session.
public struct InlinePages: PageSource {
  public var pages: [Page]
  public init(_ pages: [Page]) { self.pages = pages }

  public func fill(_ page: inout Page, index: Int) throws(PageSourceError) {
    guard pages.indices.contains(index) else { throw PageSourceError("the base has no page \(index)") }
    page = pages[index]
  }
}
