internal import InkModel
internal import InkReport
internal import InkTrace

/// What a check of many seeds came to, as it is written.
///
/// The format is `inkbench-seeds/1`: readers refuse any other. Seeds are decimal text, since readers of JSON
/// lose bits of large numbers.
package struct SeedReport: Codable, Hashable, Sendable {
  /// The format that the program writes and reads.
  package static let schemaName = "inkbench-seeds/1"
  package static let jsonName = "seeds.json"
  package static let markdownName = "seeds.md"

  /// The JSON Schema (draft 2020-12) of the JSON form.
  package static var jsonSchema: String {
    String(decoding: PackageResources.seeds_schema_json, as: UTF8.self)
  }

  /// How many sessions of one kind failed.
  package struct Count: Codable, Hashable, Sendable {
    package var kind: Finding.Kind
    package var count: Int
  }

  /// A session that failed.
  package struct Failure: Codable, Hashable, Sendable {
    /// Nil for a session that was given as a file.
    package var seed: String?
    package var kind: Finding.Kind
    package var moment: String
    package var detail: String
    /// The short session that still fails, beside the report; nil if it was not shrunk.
    package var sessionFile: String?
    package var sessionEvents: Int?
    /// The command line that repeats the failure.
    package var command: String

    /// A failure whose session is not shrunk, or not yet.
    package init(seed: UInt64?, _ finding: Finding, command: String = "") {
      self.seed = seed.map { "\($0)" }
      kind = finding.kind
      moment = finding.moment
      detail = finding.detail
      self.command = command
    }
  }

  /// One case.
  package struct Row: Codable, Hashable, Sendable {
    package var workload: String
    package var backend: String
    package var codec: String?
    package var durability: String
    package var checkedCount: Int
    package var failedCount: Int
    package var counts: [Count]
    /// The first `failuresListedMax` of them.
    package var failures: [Failure]
    package var uncheckedCount: Int
    package var uncheckedReason: String?

    /// A case's result, with those of its failures that are listed.
    package init(_ result: SeedResult, failures: [Failure]) {
      workload = result.name.workload
      backend = result.name.backend
      codec = result.name.codec
      durability = result.name.durability.rawValue
      checkedCount = result.checkedCount
      failedCount = result.failures.count
      counts = result.counts.map { Count(kind: $0.kind, count: $0.count) }
      self.failures = failures
      uncheckedCount = result.uncheckedCount
      uncheckedReason = result.uncheckedReason
    }

    /// The case in one word.
    package var name: String {
      "\(workload) \(codec.map { "\(backend)/\($0)" } ?? backend) \(durability)"
    }
  }

  package var schema = schemaName
  package var command: String
  /// The sizes to which each workload was cut.
  package var sizes: [String]
  package var secondsPerSession: Int
  package var elapsedSeconds: Double
  package var isInterrupted: Bool
  package var cases: [Row]

  package init(
    command: String, sizes: [String], secondsPerSession: Int, elapsedSeconds: Double, isInterrupted: Bool,
    cases: [Row]
  ) {
    self.command = command
    self.sizes = sizes
    self.secondsPerSession = secondsPerSession
    self.elapsedSeconds = elapsedSeconds
    self.isInterrupted = isInterrupted
    self.cases = cases
  }

  /// All are counted; the list is for people.
  package static let failuresListedMax = 100

  package var hasFailures: Bool { cases.contains { $0.failedCount > 0 } }

  /// Reads a report that this program has written; nil for anything else.
  package static func read(_ path: String) -> SeedReport? {
    guard let json = try? Platform.readFile(path) else { return nil }
    return try? StrictJSON.decode(from: json, schema: schemaName)
  }

  /// Writes the report as JSON and Markdown into a directory that exists; each file appears whole.
  package func write(to directory: String) throws(RunError) {
    let json: [UInt8]
    do throws(JSONRefusal) { json = try StrictJSON.encode(self) } catch {
      throw .child("the report can't be written as JSON: \(error.reason)")
    }
    do throws(TraceError) {
      try WholeFile.write(markdown, to: directory + "/" + Self.markdownName)
      try WholeFile.write(json, to: directory + "/" + Self.jsonName)
    } catch {
      throw .trace(error)
    }
  }
}

extension SeedReport.Row {
  /// A case's result in one line.
  package var sentence: String {
    let unchecked =
      uncheckedCount == 0 ? "" : "; \(uncheckedCount) could not be checked: \(uncheckedReason ?? "")"
    guard checkedCount > 0 else {
      return "\(name): no session checked" + unchecked
    }
    guard failedCount > 0 else { return "\(name): \(checkedCount) sessions checked, none failed\(unchecked)" }
    let kinds = counts.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
    return "\(name): \(failedCount) of \(checkedCount) sessions failed (\(kinds))\(unchecked)"
  }
}
