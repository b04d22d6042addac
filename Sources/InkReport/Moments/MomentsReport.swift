package import InkModel

/// What `inkbench moments` found: the content of `moments.json`, from which text and plot are made.
package struct MomentsReport: Codable, Hashable, Sendable {
  /// Names the format; a reader refuses any other text.
  package static let schemaName = "inkbench-moments/1"
  package static let jsonName = "moments.json"
  package static let markdownName = "moments.md"

  /// The JSON Schema (draft 2020-12) of the JSON form.
  package static var jsonSchema: String {
    String(decoding: PackageResources.moments_schema_json, as: UTF8.self)
  }

  /// What was done, apart from where.
  package struct Work: Codable, Hashable, Sendable {
    package var workload: String
    /// Decimal text, since readers of JSON lose bits of large numbers.
    package var seed: String
    package var pages: Int
    package var strokes: Int
    package var points: Int
    /// Samples of the page that is opened, which is the middle one by size.
    package var openedPagePoints: Int
    package var imageBytes: Int
    package var librarySizes: [Int]
    package var repetitions: Int

    package init(
      workload: String, seed: UInt64, pages: Int, strokes: Int, points: Int, openedPagePoints: Int,
      imageBytes: Int, librarySizes: [Int], repetitions: Int
    ) {
      self.workload = workload
      self.seed = "\(seed)"
      self.pages = pages
      self.strokes = strokes
      self.points = points
      self.openedPagePoints = openedPagePoints
      self.imageBytes = imageBytes
      self.librarySizes = librarySizes
      self.repetitions = repetitions
    }
  }

  /// One store with its moments, in the order in which they were measured.
  package struct Store: Codable, Hashable, Sendable {
    package var backend: String
    package var codec: String?
    package var durability: Durability
    package var level: Int?
    /// Whether the store keeps what it is given; false only for `null`.
    package var retainsContent: Bool
    package var moments: [MomentRow]

    package init(name: CaseName, level: Int?, retainsContent: Bool) {
      backend = name.backend
      codec = name.codec
      durability = name.durability
      self.level = level
      self.retainsContent = retainsContent
      moments = []
    }

    /// The backend with its codec, such as `snapshot/packed`.
    package var name: String { codec.map { "\(backend)/\($0)" } ?? backend }

    package func row(_ moment: Moment) -> MomentRow? { moments.first { $0.moment == moment } }
  }

  package var schema = schemaName
  package var toolVersion = ToolVersion.current
  /// The command line that repeats it.
  package var command: String
  /// Whether it was stopped, or is not over yet.
  package var isInterrupted = true
  package var elapsedSeconds = 0.0
  package var warnings: [String]
  package var work: Work
  package var environment: [EnvironmentFact]
  package var stores: [Store] = []

  package init(command: String, work: Work, environment: [EnvironmentFact], warnings: [String]) {
    self.command = command
    self.work = work
    self.environment = environment
    self.warnings = warnings
  }

  /// Reads a report that this program has written; nil for anything else.
  package static func read(_ path: String) -> MomentsReport? {
    guard let json = try? Platform.read(path) else { return nil }
    return try? StrictJSON.decode(from: json, schema: schemaName)
  }

  /// The report as JSON; keys are sorted and lists of numbers stand on one line.
  package func json() -> [UInt8] {
    do throws(JSONRefusal) { return joiningNumberLists(try StrictJSON.encode(self)) } catch {
      // Only a number that is not finite can fail, and no quotient is taken here.
      preconditionFailure("a report holds a number that JSON can't: \(error.reason)")
    }
  }

  /// All rows of all stores.
  package var rows: [MomentRow] { stores.flatMap(\.moments) }
}
