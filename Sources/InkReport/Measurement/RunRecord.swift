/// What a report says of one workload or session.
package struct SessionSummary: Codable, Hashable, Sendable {
  package var name: String
  package var digest: String
  /// Where it came from, in words.
  package var origin: String
  package var times: String
  package var seed: UInt64
  package var policy: String
  package var eventCount: Int
  package var strokeCount: Int
  package var pointCount: Int
  package var basePageCount: Int
  package var sessionMilliseconds: UInt64

  package init(
    name: String, digest: String, origin: String, times: String, seed: UInt64, policy: String,
    eventCount: Int, strokeCount: Int, pointCount: Int, basePageCount: Int, sessionMilliseconds: UInt64
  ) {
    self.name = name
    self.digest = digest
    self.origin = origin
    self.times = times
    self.seed = seed
    self.policy = policy
    self.eventCount = eventCount
    self.strokeCount = strokeCount
    self.pointCount = pointCount
    self.basePageCount = basePageCount
    self.sessionMilliseconds = sessionMilliseconds
  }
}

/// Whether the pauses of a session pass.
package enum Pace: String, Codable, Hashable, Sendable, CaseIterable {
  /// Pauses take no time, so bytes, calls and syncs do not depend on it.
  case virtual
  case real
}

/// The options of a run that decide whether two reports can be compared.
package struct RunOptions: Codable, Hashable, Sendable {
  package var rounds: Int
  package var pace: Pace
  package var crashTrialsPerCase: Int

  package init(rounds: Int, pace: Pace, crashTrialsPerCase: Int) {
    self.rounds = rounds
    self.pace = pace
    self.crashTrialsPerCase = crashTrialsPerCase
  }
}

/// One fact about the machine, by name.
package struct EnvironmentFact: Codable, Hashable, Sendable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A finished or interrupted run: everything a report is made from.
package struct RunRecord: Sendable {
  package var sessions: [SessionSummary]
  package var options: RunOptions
  package var environment: [EnvironmentFact]
  /// Sentences that belong on top, such as a store on tmpfs.
  package var warnings: [String]
  package var cases: [CaseRecord]
  /// Whether the run was stopped before its end.
  package var isInterrupted: Bool

  package init(
    sessions: [SessionSummary], options: RunOptions, environment: [EnvironmentFact], warnings: [String],
    cases: [CaseRecord], isInterrupted: Bool
  ) {
    self.sessions = sessions
    self.options = options
    self.environment = environment
    self.warnings = warnings
    self.cases = cases
    self.isInterrupted = isInterrupted
  }
}
