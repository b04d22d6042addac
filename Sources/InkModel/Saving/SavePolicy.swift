/// When an app saves on its own; it also always saves on background, page close and document close.
public struct SavePolicy: Hashable, Sendable {
  /// What starts an automatic save.
  public enum Trigger: String, Hashable, Sendable, CaseIterable {
    /// A timer restarted by each change; it may fire while the next stroke is being drawn.
    case debounce
    /// A timer restarted by each change, which pen-down cancels.
    case idle
    /// A timer that fires at a fixed interval while there are changes.
    case periodic
    /// Each stroke end saves at once.
    case perStroke = "per-stroke"
  }

  public var trigger: Trigger
  /// The timer's length; unused by `perStroke`.
  public var delayMilliseconds: UInt32
  /// The longest a change may wait for its save, whatever the timer does; nil for no limit.
  ///
  /// Used by `debounce` and `idle` only.
  public var maxWaitMilliseconds: UInt32?

  /// Makes a policy from its trigger, timer and optional longest wait.
  public init(trigger: Trigger, delayMilliseconds: UInt32, maxWaitMilliseconds: UInt32? = nil) {
    self.trigger = trigger
    self.delayMilliseconds = delayMilliseconds
    self.maxWaitMilliseconds = maxWaitMilliseconds
  }

  /// The reference article's policy: half a second after the last change.
  public static let standard = SavePolicy(trigger: .debounce, delayMilliseconds: 500)

  /// The policy in words, as reports print it.
  public var summary: String {
    switch trigger {
    case .perStroke: "per stroke"
    case .periodic: "periodic \(delayMilliseconds) ms"
    case .debounce, .idle:
      "\(trigger.rawValue) \(delayMilliseconds) ms"
        + (maxWaitMilliseconds.map { ", at most \($0) ms" } ?? "")
    }
  }
}

/// What made an app save.
public enum SaveReason: String, Hashable, Sendable, CaseIterable, Codable {
  /// The save policy's own timer.
  case autosave
  /// The page was left.
  case pageClose = "page-close"
  /// The app went to the background.
  case background
  /// The document was closed.
  case documentClose = "document-close"
}
