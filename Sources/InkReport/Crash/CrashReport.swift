internal import InkModel

/// What `inkbench crash` found: the content of `verdicts.json`.
///
/// Everything in it follows from the sessions, the stores, the profiles, the budget and the seed, so that the
/// same command gives the same bytes. What a clock says stands in `CrashTimes`.
package struct CrashReport: Codable, Hashable, Sendable {
  /// Names the format; a reader refuses any other text.
  package static let schemaName = "inkbench-crash/2"
  package static let jsonName = "verdicts.json"
  package static let markdownName = "crash.md"
  package static let junitName = "crash.xml"

  /// The JSON Schema (draft 2020-12) of the JSON form.
  package static var jsonSchema: String {
    String(decoding: PackageResources.crash_schema_json, as: UTF8.self)
  }

  /// A session as it was explored.
  package struct ExploredSession: Codable, Hashable, Sendable {
    package var name: String
    /// The workload or file, as the command line named it.
    package var operand: String
    /// The simulator's seed in decimal; nil for a session file.
    @Nullable package var seed: String?
    /// Of the excerpt.
    package var digest: String
    /// Which events were replayed, in words.
    package var excerpt: String
    package var events: Int
    package var pages: Int
    package var strokes: Int

    package init(
      name: String, operand: String, seed: UInt64?, digest: String, excerpt: String, events: Int, pages: Int,
      strokes: Int
    ) {
      self.name = name
      self.operand = operand
      self.seed = seed.map { "\($0)" }
      self.digest = digest
      self.excerpt = excerpt
      self.events = events
      self.pages = pages
      self.strokes = strokes
    }
  }

  package var schema = schemaName
  package var toolVersion = ToolVersion.current
  /// The command line that repeats it.
  package var command: String
  /// Decimal text, since readers of JSON lose bits of large numbers.
  package var seed: String
  /// States that each case may generate, over all profiles.
  package var budget: Int
  /// Whether it was stopped before its end, or a budget of time was spent: the verdicts are then not the same
  /// each time.
  package var isCutByTime = false
  /// Which part of each case's states was checked, such as `2/3`; nil for all of them.
  @Nullable package var shard: String?
  package var sessions: [ExploredSession] = []
  package var cases: [CrashCase] = []

  package init(command: String, seed: UInt64, budget: Int) {
    self.command = command
    self.seed = "\(seed)"
    self.budget = budget
  }

  /// Distinct contents over all cases.
  package var checkedStates: Int { cases.reduce(0) { $0 + $1.checkedStates } }

  /// What tables and pictures call a case: its store, and its session where there are several.
  func title(of row: CrashCase) -> String {
    sessions.count > 1 ? "\(row.session) \(row.name.store)" : row.name.store
  }

  /// Whether anything was put to the test: a state was checked, or a fault was met.
  package var hasTested: Bool {
    cases.contains { $0.checkedStates > 0 || $0.faults.contains { $0.faultsMet > 0 } }
  }

  /// Cases that broke a promise.
  package var brokenCases: [CrashCase] { cases.filter { $0.brokenCount > 0 } }

  /// Reads a report; `path` names it in errors.
  package static func read(_ path: String) throws(ReportError) -> CrashReport {
    try StrictJSON.read(
      path, schema: schemaName, advice: "use the inkbench that wrote it, or explore again"
    ) { (report: CrashReport) throws(JSONRefusal) in try report.checkNumbers() }.withoutPlaces()
  }

  /// The report as JSON with sorted keys.
  package func json() -> [UInt8] { crashJSON(self) }
}

/// JSON with sorted keys; the values hold no numbers that JSON can't.
func crashJSON(_ value: some Encodable) -> [UInt8] {
  do throws(JSONRefusal) { return try StrictJSON.encode(value) } catch {
    preconditionFailure("a report holds a number that JSON can't: \(error.reason)")
  }
}
