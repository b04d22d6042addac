package import InkReport
package import InkRun

/// Everything a user decided about an exploration.
package struct CrashRequest: Sendable {
  package var cases: [RunCase]
  package var excerpts: [CrashExcerpt]
  package var profiles: [CrashProfile]
  /// States that each store may generate, over all profiles.
  package var statesPerCase: Int
  /// Ends the exploration after a time; nil for a budget that is a count alone.
  package var seconds: Int?
  package var seed: UInt64
  /// Processes that check states side by side.
  package var workers: Int
  /// Lives in which something goes wrong; nil for none.
  package var faults: FaultRequest?
  /// Writes the command that leaves a state on disk, by the state's id.
  package var replayCommand: @Sendable (_ id: String) -> String

  /// The part of each store's states that is checked; nil for all.
  package var shard: Shard?
  /// Cases that an earlier run has ended, the first ones, with the times of their recoveries.
  package var keptCases: [CrashCase] = []
  package var keptRecoveries: [CrashTimes.Recovery] = []

  package init(
    cases: [RunCase], excerpts: [CrashExcerpt], profiles: [CrashProfile], statesPerCase: Int, seconds: Int?,
    seed: UInt64, workers: Int, replayCommand: @escaping @Sendable (_ id: String) -> String
  ) {
    self.cases = cases
    self.excerpts = excerpts
    self.profiles = profiles
    self.statesPerCase = statesPerCase
    self.seconds = seconds
    self.seed = seed
    self.workers = workers
    self.replayCommand = replayCommand
  }
}
