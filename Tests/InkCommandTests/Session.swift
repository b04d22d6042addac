@testable import InkCommand

/// What one command line did.
struct Session {
  let code: ExitCode
  let output: String
  let errors: String

  /// Runs a command line in this process, on the fakes and the probes.
  init(
    _ line: String, schemas: [PublishedSchema] = [], workloads: [NamedSummary] = [], registry: Registry? = nil
  ) throws {
    try self.init(
      words: line.split(separator: " ").map(String.init), schemas: schemas, workloads: workloads,
      registry: registry)
  }

  init(
    words: [String], schemas: [PublishedSchema] = [], workloads: [NamedSummary] = [], directory: String = "/",
    registry: Registry? = nil
  ) throws {
    let context = Context(
      registry: try registry ?? Self.registry(), commands: Self.commands, workloads: { workloads },
      schemas: schemas,
      standardOutput: .memory(), standardError: .memory(),
      environment: ProcessEnvironment(currentDirectory: directory))
    code = Harness.exitCode(for: words, context: context)
    output = context.standardOutput.text
    errors = context.standardError.text
  }

  /// The program's own commands and the probes.
  static let commands = CommandTable(
    CommandTable.standard.commands.filter { $0.name != SchemaCommand.name }
      + [SchemaCommand.self, ProbeCommand.self, ProbeDeepCommand.self])

  static let visibleNames = commands.visible.map { $0.name }.joined(separator: ", ")

  static func registry() throws -> Registry {
    try Registry(backends: [FakeStore.self, OtherStore.self], codecs: [FakeCodec()])
  }
}
