/// What `inkbench run` found: the content of `report.json`, from which text and plots are made.
///
/// The JSON is a stable format: `jsonSchema` describes it, units are in names, lists are arrays of named
/// rows, a number that can't be given is `null`.
package struct Report: Codable, Hashable, Sendable {
  /// Names the format; a reader refuses any other text.
  package static let schemaName = "inkbench-report/\(schemaVersion)"

  /// 4 since cases have crash states.
  static let schemaVersion = 4

  package var schema: String
  package var toolVersion: String
  /// The command line that repeats the run.
  package var command: String
  /// Whether the run was stopped before its end.
  package var isInterrupted: Bool
  /// Which part of a run this is; left out of a whole run's report.
  package var shard: ReportShard?
  /// The times that the run was taken up again; left out of an uninterrupted run's report.
  package var resumptions: [Resumption]?
  package var warnings: [String]
  package var options: RunOptions
  package var sessions: [SessionSummary]
  package var environment: [EnvironmentFact]
  /// The disk and the processor beside the rounds.
  package var machine: MachineRow
  /// How the numbers are defined.
  package var formulas: [Formula]
  package var cases: [CaseRow]
  /// What the file calls would cost on devices; empty if nothing was priced.
  package var modelled: Modelled

  /// Whether its cases were not all measured on one machine: merged from several, or taken up again on
  /// another.
  var isOfSeveralMachines: Bool {
    cases.contains { $0.machine != nil } || (resumptions ?? []).contains { !$0.differences.isEmpty }
  }
}

/// How one number, or one kind of number, is defined.
package struct Formula: Codable, Hashable, Sendable {
  package var name: String
  package var text: String
}

/// The version of this package, as reports name it.
package enum ToolVersion {
  package static let current = "0.1.0"
}
