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
  /// States that the crash lab may generate for each case, over all its profiles.
  package var crashStatesPerCase: Int

  package init(rounds: Int, pace: Pace, crashTrialsPerCase: Int, crashStatesPerCase: Int) {
    self.rounds = rounds
    self.pace = pace
    self.crashTrialsPerCase = crashTrialsPerCase
    self.crashStatesPerCase = crashStatesPerCase
  }
}
