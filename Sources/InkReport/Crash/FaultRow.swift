/// Whether a fault passes by itself.
package enum FaultSpan: String, Codable, Hashable, Sendable, CaseIterable {
  /// One call goes wrong.
  case once
  /// Every call goes wrong from one on, until the app has met it several times and it clears.
  case lasting
}

/// What a store made of one fault, at every moment at which it was tried.
package struct FaultRow: Codable, Hashable, Sendable {
  /// A life that broke the promise.
  package struct Failure: Codable, Hashable, Sendable {
    /// The fault and its number, as `--fault` takes it.
    package var moment: String
    package var outcome: Outcome
    /// What happened and what was found then.
    package var seen: String
    /// The command that lives the life again.
    package var command: String

    package init(moment: String, outcome: Outcome, seen: String, command: String) {
      self.moment = moment
      self.outcome = outcome
      self.seen = seen
      self.command = command
    }
  }

  /// The fault's name.
  package var fault: String
  package var span: FaultSpan
  /// What must hold afterwards.
  package var promise: Promise
  /// How many moments there are at which it can strike: file calls, bytes, bits, or blocks of a disk.
  package var moments: Int
  /// How many of them were tried, evenly spread, each in a life of its own.
  package var lives: Int
  /// Whether every moment was tried, and a run with the fault behind the last of them passed untouched.
  package var isExhausted = false
  /// Calls that went wrong, over all lives.
  package var faultsMet: Int
  /// Calls of the app that met a fault and threw.
  package var reported: Int
  /// Calls of the app that met a fault and returned.
  package var absorbed: Int
  /// Lives in which the store went on refusing after the fault had passed, until it was opened anew.
  package var refused: Int
  /// Only outcomes that occurred, in the order of `Outcome`.
  package var outcomes: [OutcomeCount]
  package var broken: Int
  @Nullable package var firstFailure: Failure?
  /// In which shapes lives left the store whose files are not all in order.
  package var shapes: [ShapeRow] = []
  /// Why there are no lives, or not all; nil if there are.
  @Nullable package var skipped: String?
  /// Whether that is because something failed, and not because there is no moment or no place for the fault.
  package var hasFailed = false

  package init(fault: String, span: FaultSpan, promise: Promise, moments: Int = 0, skipped: String? = nil) {
    self.fault = fault
    self.span = span
    self.promise = promise
    self.moments = moments
    lives = 0
    faultsMet = 0
    reported = 0
    absorbed = 0
    refused = 0
    outcomes = []
    broken = 0
    self.skipped = skipped
  }
}

extension FaultRow {
  /// Whether nothing is known of the fault because something failed.
  package var isUnlived: Bool { hasFailed && lives == 0 }

  /// Counts an outcome, in its place among those of the row.
  package mutating func count(_ outcome: Outcome) {
    if let index = outcomes.firstIndex(where: { $0.outcome == outcome }) {
      outcomes[index].count += 1
    } else {
      outcomes.append(OutcomeCount(outcome: outcome, count: 1))
      outcomes.sort { $0.outcome.severity < $1.outcome.severity }
    }
  }
}
