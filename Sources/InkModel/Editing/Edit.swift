/// One change of a page, resolved: it says what becomes of which element, not what the writer meant.
///
/// Undo and redo arrive as these four as well. Strokes in an edit lie in the arena of whoever gives the edit.
public enum Edit: Hashable, Sendable {
  /// An element appears at a place in the drawing order.
  case put(Element, index: Int)
  /// An element disappears.
  case remove(ElementID)
  /// Strokes take the place of one, as a partial erase leaves them; no pieces are allowed.
  case replace(ElementID, pieces: [Stroke])
  /// Elements are shifted by a distance, in tenths of a point.
  case move([ElementID], dx: Int32, dy: Int32)
}

/// Why an edit does not fit the page it was meant for.
public enum EditError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownElement(ElementID)
  case indexOutOfRange(ElementID, Int)

  public var description: String {
    switch self {
    case .unknownElement(let id): "no element \(id.rawValue) is on the page"
    case .indexOutOfRange(let id, let index):
      "element \(id.rawValue) can't be put at position \(index) of the page"
    }
  }
}
