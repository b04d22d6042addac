internal import InkModel

/// What `inkbench crash calibrate` found: the content of `calibration.json`.
///
/// File systems write at moments of their own choosing, so that counts differ a little from run to run; what
/// has to be the same is that nothing is outside.
package struct CalibrationReport: Codable, Hashable, Sendable {
  /// Names the format; a reader refuses any other text.
  package static let schemaName = "inkbench-calibration/1"
  package static let jsonName = "calibration.json"
  package static let markdownName = "calibration.md"

  /// The JSON Schema (draft 2020-12) of the JSON form.
  package static var jsonSchema: String {
    String(decoding: PackageResources.calibration_schema_json, as: UTF8.self)
  }

  /// One sequence of calls on one file system.
  package struct Row: Codable, Hashable, Sendable {
    package var fileSystem: String
    package var profile: String
    package var sequence: String
    /// The calls in their order, in words.
    package var calls: [String]
    /// How often the sequence was gone through, each time written back in another way.
    package var passes = 0
    /// Requests to the device, over all passes.
    package var logEntries = 0
    /// Disks that were made and mounted.
    package var crashes = 0
    /// Distinct stores that were found on them.
    package var realStates = 0
    /// Distinct stores that the profile allows at any moment.
    package var predictedStates = 0
    /// Whether those are all that it allows.
    package var isPredictionComplete = true
    /// Of those predicted, how many were found.
    package var seenPredicted = 0
    /// Crashes that left what the profile does not allow at that moment, and how many stores those were.
    package var crashesOutside = 0
    package var statesOutside = 0
    package var findings: [Finding] = []

    package init(fileSystem: String, profile: String, sequence: String, calls: [String]) {
      self.fileSystem = fileSystem
      self.profile = profile
      self.sequence = sequence
      self.calls = calls
    }
  }

  /// A store that was found and is not predicted.
  package struct Finding: Codable, Hashable, Sendable {
    /// How the sequence was gone through.
    package var pass: String
    /// How many entries of the block log were done.
    package var firstLogEntry: Int
    package var lastLogEntry: Int
    /// How many calls had returned, and the last of them.
    package var returnedCalls: Int
    package var lastCall: String
    package var found: String
    /// From the nearest that is predicted.
    package var difference: String
    /// The file of the disk, if it was kept.
    @Nullable package var keptImage: String?

    package init(
      pass: String, firstLogEntry: Int, lastLogEntry: Int, returnedCalls: Int, lastCall: String,
      found: String, difference: String
    ) {
      self.pass = pass
      self.firstLogEntry = firstLogEntry
      self.lastLogEntry = lastLogEntry
      self.returnedCalls = returnedCalls
      self.lastCall = lastCall
      self.found = found
      self.difference = difference
    }
  }

  /// A file system that was not tried to its end.
  package struct Failure: Codable, Hashable, Sendable {
    package var fileSystem: String
    package var reason: String

    package init(fileSystem: String, reason: String) {
      self.fileSystem = fileSystem
      self.reason = reason
    }
  }

  package var schema = schemaName
  package var toolVersion = ToolVersion.current
  /// The command line that repeats it.
  package var command: String
  /// Decimal text, since readers of JSON lose bits of large numbers.
  package var seed: String
  package var elapsedSeconds = 0.0
  package var isInterrupted = false
  package var environment: [EnvironmentFact]
  package var rows: [Row] = []
  package var failures: [Failure] = []

  package init(command: String, seed: UInt64, environment: [EnvironmentFact]) {
    self.command = command
    self.seed = "\(seed)"
    self.environment = environment
  }

  /// Sequences on file systems that left what their profile does not allow.
  package var rowsOutside: [Row] { rows.filter { $0.crashesOutside > 0 } }

  /// Reads a report; `path` names it in errors.
  package static func read(_ path: String) throws(ReportError) -> CalibrationReport {
    try StrictJSON.read(
      path, schema: schemaName, advice: "use the inkbench that wrote it, or calibrate again")
  }

  /// The report as JSON with sorted keys.
  package func json() -> [UInt8] { crashJSON(self) }

  /// Writes the report into a directory; each file appears whole.
  package func write(to directory: String) throws(ReportError) {
    try Platform.makeDirectories(directory)
    let text = CalibrationText(report: self).text
    try ReplacedFile.write(Array(text.utf8), to: directory + "/" + Self.markdownName)
    try ReplacedFile.write(json(), to: directory + "/" + Self.jsonName)
    Platform.syncDirectory(directory)
  }
}
