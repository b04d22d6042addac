internal import InkModel
internal import InkStorage

/// `inkbench list`: names everything that options can choose from.
struct ListCommand: Command {
  static let name = "list"
  static let abstract = "List the workloads, backends, codecs and durability classes."
  static let discussion = [
    "The level of a backend is its place on the upgrade path: 0 writes a page as one file, 1 appends to a "
      + "journal, 2 keeps rows in a database. A backend without a level stands beside the path.",
    "'run' takes the standard backends and codecs unless it is given others, by name or as 'all'. The others "
      + "are presets, which are backends with other options, and stores and codecs to compare with.",
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
    let sections = (kind.map { [$0] } ?? Kind.allCases).map { section($0, in: context) }
    context.standardOutput.write(
      sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n"))
    return .success
  }

  private func section(_ kind: Kind, in context: Context) -> [String] {
    let rows: [[String]] =
      switch kind {
      case .workloads: context.workloads().map { [$0.name, $0.summary] }
      case .backends: context.registry.backends.map { Self.row(of: $0.traits) }
      case .codecs: Self.codecRows(of: context.registry)
      case .durabilities: Durability.allCases.map { [$0.rawValue, $0.promise] }
      }
    return rows.isEmpty ? [] : [kind.heading] + TextLayout.table(rows)
  }

  private static func codecRows(of registry: Registry) -> [[String]] {
    let standard = Set(registry.standardCodecs.map(\.name))
    return registry.codecs.map { codec in
      [codec.name, standard.contains(codec.name) ? "standard" : "by name", codec.summary]
    }
  }

  private static func row(of traits: BackendTraits) -> [String] {
    let level = traits.level.map { "level \($0)" } ?? "no level"
    let codec = traits.usesCodec ? "any codec" : "own format"
    return [traits.name, traits.isStandard ? "standard" : "by name", level, codec, traits.summary]
  }
}

extension ListCommand.Kind {
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
