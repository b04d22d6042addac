internal import InkModel
internal import InkStorage

/// `inkbench list`: names everything that options can choose from.
struct ListCommand: Command {
  static let name = "list"
  static let abstract = "List the workloads, backends, codecs and durability classes."
  static let discussion = [
    "The level of a backend is its place on the upgrade path: 0 writes a page as one file, 1 appends to a "
      + "journal, 2 keeps rows in a database. A backend without a level stands beside the path.",
    "Presets are backends with other options, such as 'snapshot-no-thumbnails'; they and the rows to compare "
      + "with are measured only when '--backend' names them.",
  ]
  static let examples = [
    Example("list", "Lists everything."), Example("list backends", "Lists the backends only."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("KIND", \.kind, help: "One of \(Kind.expectation); all of them if not given.")
  ]

  /// What can be listed.
  enum Kind: String, ArgumentWord {
    case workloads, backends, codecs, durabilities
  }

  var kind: Kind?

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let all = (kind.map { [$0] } ?? Kind.allCases).flatMap { sections($0, in: context) }
    context.standardOutput.write(
      all.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n"))
    return .success
  }

  private func sections(_ kind: Kind, in context: Context) -> [[String]] {
    switch kind {
    case .workloads: [Self.section(kind.heading, context.workloads().map { [$0.name, $0.summary] })]
    case .backends: Self.sections(of: context.registry.backends.map { $0.traits })
    case .codecs: [Self.section(kind.heading, context.registry.codecs.map { [$0.name, $0.summary] })]
    case .durabilities: [Self.section(kind.heading, Durability.allCases.map { [$0.rawValue, $0.promise] })]
    }
  }

  /// All backends in one table's columns, those that must be named apart.
  private static func sections(of all: [BackendTraits]) -> [[String]] {
    let sorted = all.filter(\.isMeasuredByDefault) + all.filter { !$0.isMeasuredByDefault }
    let lines = TextLayout.table(sorted.map(row))
    let count = all.count(where: \.isMeasuredByDefault)
    return [(Kind.backends.heading, lines.prefix(count)), (Kind.presetHeading, lines.dropFirst(count))].map {
      $1.isEmpty ? [] : [$0] + $1
    }
  }

  private static func section(_ heading: String, _ rows: [[String]]) -> [String] {
    rows.isEmpty ? [] : [heading] + TextLayout.table(rows)
  }

  private static func row(of traits: BackendTraits) -> [String] {
    let level = traits.level.map { "level \($0)" } ?? "no level"
    let codec = traits.usesCodec ? "any codec" : "own format"
    return [traits.name, level, codec, traits.summary]
  }
}

extension ListCommand.Kind {
  /// Above the backends that a run takes only by name.
  fileprivate static let presetHeading = "Presets and backends to compare with, measured when named"

  fileprivate var heading: String {
    switch self {
    case .workloads: "Workloads"
    case .backends: "Backends"
    case .codecs: "Codecs"
    case .durabilities: "Durability classes"
    }
  }
}

extension Durability {
  /// What the class promises, on one line.
  fileprivate var promise: String {
    switch self {
    case .processCrash: "Acknowledged saves survive the end of the process; nothing is synced."
    case .powerConsistent: "After a power cut each page or document is a saved version of it."
    case .powerDurable: "After a power cut nothing is older than the last acknowledged save."
    }
  }
}
