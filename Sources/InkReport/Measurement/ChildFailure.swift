/// How a child process ended, when it did not end well.
package struct ChildFailure: Codable, Hashable, Sendable {
  /// What the child was to do.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case base, timed, verify, floor
    /// A round of its own, so that timed rounds are not affected by its end.
    case allocations
    /// A round of its own that records file calls.
    case recorded
    case crashBase = "crash-base"
    case crashSurvey = "crash-survey"
    case crashTrial = "crash-trial"

    /// Whether the child had a round of its own, so that the case is measured without it.
    package var isApart: Bool { self == .allocations || self == .recorded }
  }

  /// Which round, or which crash trial, from 0.
  package var round: Int
  package var kind: Kind
  /// One sentence.
  package var reason: String
  package var exitCode: Int32?
  package var signal: Int32?

  package init(round: Int, kind: Kind, reason: String, exitCode: Int32? = nil, signal: Int32? = nil) {
    self.round = round
    self.kind = kind
    self.reason = reason
    self.exitCode = exitCode
    self.signal = signal
  }
}
