extension Digest {
  /// Feeds a page: its name and its elements, in order, with all their samples and opaque bytes.
  ///
  /// Equal for two pages of one name if and only if `hasSameContent(as:)` holds, but for chance.
  package mutating func feed(_ page: borrowing Page) {
    feed(page.id.rawValue, UInt64(page.elements.count))
    for element in page.elements {
      // The kind first: without it an empty stroke and an image of the same numbers would be one.
      switch element {
      case .stroke: feed(0, 50)
      case .image: feed(0, 51)
      }
      feed(element, in: page.arena)
    }
  }
}
