internal import InkModel
package import InkReport
internal import InkStorage

/// Everything a user decided about a run.
package struct RunRequest: Sendable {
  package var sessions: [SessionReference]
  package var cases: [RunCase]
  package var rounds: Int
  package var pace: Pace
  /// The store's directory, absolute.
  package var storeDirectory: String
  /// The executable that can be started as a child, and the words that make it one.
  package var executable: String
  package var childWords: [String]
  /// How many crash trials each case gets; 0 for none.
  package var crashTrialsPerCase: Int
  /// How many states that a crash can leave are generated for each case at most; 0 for none.
  package var crashStatesPerCase: Int

  /// Crash trials run side by side, on both cores of the smallest machine the project is written for.
  package static let crashTrialsAtOnce = 2

  package init(
    sessions: [SessionReference], cases: [RunCase], rounds: Int, pace: Pace, storeDirectory: String,
    executable: String, childWords: [String], crashTrialsPerCase: Int,
    crashStatesPerCase: Int
  ) {
    self.sessions = sessions
    self.cases = cases
    self.rounds = rounds
    self.pace = pace
    self.storeDirectory = storeDirectory
    self.executable = executable
    self.childWords = childWords
    self.crashTrialsPerCase = crashTrialsPerCase
    self.crashStatesPerCase = crashStatesPerCase
  }
}
