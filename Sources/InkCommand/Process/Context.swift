/// Everything a command works with, passed in rather than reached for.
package struct Context {
  package var registry: Registry
  package var commands: CommandTable
  /// The workloads that a name can mean here, found when asked for.
  package var workloads: () -> [NamedSummary]
  /// The published schemas of the formats.
  package var schemas: [PublishedSchema]
  package var standardOutput: Output
  package var standardError: Output
  package var environment: ProcessEnvironment

  package init(
    registry: Registry, commands: CommandTable = .standard,
    workloads: @escaping () -> [NamedSummary] = { [] }, schemas: [PublishedSchema] = [],
    standardOutput: Output, standardError: Output, environment: ProcessEnvironment
  ) {
    self.registry = registry
    self.commands = commands
    self.workloads = workloads
    self.schemas = schemas
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.environment = environment
  }
}
