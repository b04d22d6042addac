package import InkReport

/// A line of the log of a run, as JSON.
///
/// The first line says what the run is, and each further one is whole in itself, so that a log that was cut
/// off anywhere says what was done.
package enum ResultLine: Codable, Sendable {
  case run(header: RunHeader)
  case step(ended: EndedStep)
  /// The disk and the processor by themselves, between the rounds.
  case machine(reading: MachineReading)
  /// The run was taken up again here, by another process.
  case resumed(how: Resumption)
  /// Nothing is left to do.
  case finished
}

/// What a run is: the first line of its log.
package struct RunHeader: Codable, Sendable {
  /// Names the format; a reader refuses any other text.
  package static let schemaName = "inkbench-results/2"

  package var schema = Self.schemaName
  package var toolVersion: String
  /// Tells builds of one version apart.
  package var executable: ExecutableMark
  /// The command line that repeats the run.
  package var command: String
  package var sessions: [SessionSummary]
  package var options: RunOptions
  /// The cases, in the order by which steps number them.
  package var cases: [CaseName]
  /// Which part of a larger run this is; nil for a whole one.
  package var shard: ReportShard?
  package var environment: [EnvironmentFact]
  package var warnings: [String]

  package init(
    toolVersion: String = ToolVersion.current, executable: ExecutableMark, command: String,
    sessions: [SessionSummary], options: RunOptions, cases: [CaseName], shard: ReportShard?,
    environment: [EnvironmentFact], warnings: [String]
  ) {
    self.toolVersion = toolVersion
    self.executable = executable
    self.command = command
    self.sessions = sessions
    self.options = options
    self.cases = cases
    self.shard = shard
    self.environment = environment
    self.warnings = warnings
  }
}

/// The length and age of a program's file: a new build has others, so its results are not taken for the old
/// one's.
package struct ExecutableMark: Codable, Hashable, Sendable {
  package var bytes: UInt64
  package var modifiedNanoseconds: UInt64

  /// Looks at a program; zeros for one that is not there.
  package init(_ path: String) {
    (bytes, modifiedNanoseconds) = Platform.sizeAndAge(path) ?? (0, 0)
  }
}
