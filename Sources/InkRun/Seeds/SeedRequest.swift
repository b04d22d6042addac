package import InkReport

/// What is to be checked: every case with all its sessions.
package struct SeedRequest: Sendable {
  /// One backend, codec and durability class with the sessions of one workload or file.
  package struct Case: Sendable {
    package var name: CaseName
    package var sessions: CheckTask.Sessions

    package init(name: CaseName, sessions: CheckTask.Sessions) {
      self.name = name
      self.sessions = sessions
    }
  }

  package var cases: [Case]
  /// A session that takes longer counts as hung.
  package var secondsPerSession: Int

  /// Thousands of times what a small session takes, and little enough for a person to wait for.
  package static let secondsPerSessionStandard = 20

  package init(cases: [Case], secondsPerSession: Int) {
    self.cases = cases
    self.secondsPerSession = secondsPerSession
  }

  /// How many sessions are checked in all.
  package var sessionCount: Int { cases.reduce(0) { $0 + $1.sessions.count } }
}
