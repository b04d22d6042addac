package import InkModel

/// How a machine's work ends before its time.
package enum CrashKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// The process ends; what it had given the kernel is kept.
  case process
  /// The system ends; what had been handed to the drive is kept.
  case os
  /// The power fails, for the drive too.
  case power
}

/// What a durability class claims of a store that is opened after a crash.
package enum Promise: String, Codable, Hashable, Sendable, CaseIterable {
  /// Everything acknowledged is there.
  case durable
  /// Each consistency unit is one of its saved versions, whole; it may be an older one.
  case consistent
  /// Nothing is claimed.
  case none

  /// What a class claims under a kind of crash.
  package init(_ durability: Durability, under crash: CrashKind) {
    self =
      switch (durability, crash) {
      case (_, .process), (.powerDurable, _): .durable
      case (.powerConsistent, _): .consistent
      case (.processCrash, _): .none
      }
  }

  /// Whether a store may be found so.
  package func allows(_ outcome: Outcome) -> Bool {
    switch self {
    case .durable: outcome.isAllowed
    case .consistent: outcome.isAllowed || outcome == .lostAcknowledged
    case .none: true
    }
  }
}

extension Verdict {
  /// Whether a store found so breaks a promise.
  package func isBroken(_ promise: Promise) -> Bool { !promise.allows(outcome) }
}
