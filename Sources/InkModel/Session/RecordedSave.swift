/// One save that the app made on its own device while a session was recorded.
///
/// It is what happened there, beside what a replay measures here. Replay and digest ignore it: which saves a
/// replay makes follows from the session's save policy alone.
public struct RecordedSave: Hashable, Sendable {
  /// What made the app save.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case autosave
    case pageClose = "page-close"
    case background
    case documentClose = "document-close"
    case other
  }

  /// When the save began, in milliseconds since the session began.
  public var startMilliseconds: UInt64
  /// From the call to its acknowledgement.
  public var durationMicroseconds: UInt64
  /// What the app wrote, as it counts.
  public var byteCount: Int
  public var reason: Reason
  /// Why the save failed, in the app's words; nil if it did not.
  public var error: String?

  /// Makes a save from what the app knows of it.
  public init(
    startMilliseconds: UInt64, durationMicroseconds: UInt64, byteCount: Int, reason: Reason,
    error: String? = nil
  ) {
    self.startMilliseconds = startMilliseconds
    self.durationMicroseconds = durationMicroseconds
    self.byteCount = byteCount
    self.reason = reason
    self.error = error
  }

  /// Stands in place of an error's text that was dropped for privacy.
  package static let withheldError = "withheld"
}
