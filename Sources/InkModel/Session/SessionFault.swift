/// Why a session can't be replayed, and at which event.
public struct SessionFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The event's number, from 1; nil if the session as a whole is at fault.
  public var event: Int?
  /// One sentence without its end, such as `the document is not open`.
  public var reason: String

  /// Makes a fault.
  public init(event: Int?, reason: String) {
    self.event = event
    self.reason = reason
  }

  public var description: String { event.map { "event \($0): \(reason)" } ?? reason }
}
