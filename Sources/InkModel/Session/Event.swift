/// What the writer did to bring an edit about; stores never see it.
public enum EditCause: String, Hashable, Sendable, CaseIterable {
  case write, erase, partialErase = "partial-erase", lasso, insert, undo, redo
}

/// One thing that happens in a session.
public enum Action: Hashable, Sendable {
  case edit(PageID, Edit, cause: EditCause)
  /// An asset's bytes arrive; an element that shows it follows.
  case insertAsset(AssetID, byteCount: Int)
  case turnTo(PageID)
  case addPage(PageInfo, index: Int)
  case deletePage(PageID)
  case movePage(PageID, to: Int)
  case background
  case foreground
  /// The system ends the app while it is in the background, and the writer starts it again and reopens the
  /// document.
  case terminateAndRelaunch
  case openDocument
  case closeDocument
  case listLibrary
  case export
}

/// An action and its time.
public struct Event: Hashable, Sendable {
  /// When the action began, for a stroke the pen-down, in milliseconds since the session began.
  public var startMilliseconds: UInt64
  /// How long it took, for a stroke until pen-up.
  public var durationMilliseconds: UInt32
  public var action: Action

  /// Makes an event.
  public init(startMilliseconds: UInt64, durationMilliseconds: UInt32 = 0, action: Action) {
    self.startMilliseconds = startMilliseconds
    self.durationMilliseconds = durationMilliseconds
    self.action = action
  }

  /// When the action was complete: a change counts from here.
  public var endMilliseconds: UInt64 { startMilliseconds + UInt64(durationMilliseconds) }

  /// Whether the writer drew a stroke, as saves count them.
  package var isWrittenStroke: Bool {
    guard case .edit(_, .put(.stroke, _), .write) = action else { return false }
    return true
  }
}
