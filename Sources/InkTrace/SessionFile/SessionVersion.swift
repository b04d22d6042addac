internal import InkModel

/// The versions of the session format.
///
/// The second came with what apps record: their own saves, and strokes whose samples were dropped. A writer
/// takes the lowest version that can hold a session, so that whatever version 1 could say stays as it was.
enum SessionVersion: Int, CaseIterable {
  case one = 1
  case two

  /// What a header's `schema` says.
  var schemaName: String { SessionFile.schemaFamily + String(rawValue) }

  /// The version of a header's `schema`; nil if this program knows none of that name.
  init?(schemaName: String) {
    guard let version = Self.allCases.first(where: { $0.schemaName == schemaName }) else { return nil }
    self = version
  }

  /// The lowest version that can hold a session.
  init(needsOf session: borrowing Session) {
    self = .one
    if session.shapes != .original { self = .two }
    if !session.recordedSaves.isEmpty { self = .two }
    if session.droppedEventCount > 0 { self = .two }
  }
}
