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
  /// The disk and the processor beside the rounds.
  package var machine: MachineRecord
  /// Nil for a whole run.
  package var shard: ReportShard?
  package var resumptions: [Resumption] = []
  /// What the file calls would cost on devices.
  package var modelled = Modelled.none

  package init(
    sessions: [SessionSummary], options: RunOptions, environment: [EnvironmentFact], warnings: [String],
    cases: [CaseRecord], isInterrupted: Bool, machine: MachineRecord = MachineRecord()
  ) {
    self.sessions = sessions
    self.options = options
    self.environment = environment
    self.warnings = warnings
    self.cases = cases
    self.isInterrupted = isInterrupted
    self.machine = machine
  }
}
