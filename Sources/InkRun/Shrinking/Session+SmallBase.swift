package import InkModel

extension Session {
  /// The session on pages of at most so many elements; nil if nothing is left of it then.
  ///
  /// Each page keeps its lowest elements, and edits of those that are gone go too. Images above a size are
  /// cut to it.
  package func withSmallBase(elementsPerPage: Int, assetByteCountMax: Int) -> Session? {
    guard var session = withInlineBase() else { return nil }
    session.base.source = InlinePages(session.basePages.map { $0.cut(to: elementsPerPage) })
    session.cutAssets(0..<session.assetCount { $0 > assetByteCountMax }, above: assetByteCountMax)
    return session.repaired()
  }
}

extension Page {
  fileprivate func cut(to count: Int) -> Page {
    var page = Page(id: id)
    for element in elements.prefix(count) { page.append(element, from: arena) }
    return page
  }
}
