public import InkModel

/// What a save has to keep, in both views.
///
/// One view is the edits since the last acknowledged save, the other the pages as they are now. A backend
/// takes the view that it needs.
public struct ChangeSet: Sendable {
  public var reason: SaveReason
  /// The time of the save, in milliseconds since the session began.
  public var timeMilliseconds: UInt64
  /// The changed pages, each open, none twice.
  public var pages: [PageChange]

  /// Makes a change set.
  public init(reason: SaveReason, timeMilliseconds: UInt64, pages: [PageChange]) {
    self.reason = reason
    self.timeMilliseconds = timeMilliseconds
    self.pages = pages
  }
}

/// The changes of one page since its last acknowledged save.
public struct PageChange: Sendable {
  /// The page as it is now; its strokes lie in its own arena.
  public var page: Page
  /// The edits, oldest first.
  public var edits: [Edit]
  /// The arena of the edits' strokes.
  public var arena: InkArena

  /// Makes the changes of one page.
  public init(page: Page, edits: [Edit], arena: InkArena) {
    self.page = page
    self.edits = edits
    self.arena = arena
  }
}
