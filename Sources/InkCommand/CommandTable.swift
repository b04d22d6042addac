internal import InkModel

/// The commands of the program.
package struct CommandTable: Sendable {
  package let commands: [any Command.Type]

  package init(_ commands: [any Command.Type]) { self.commands = commands }

  /// The commands of `inkbench`, in the order in which its help lists them.
  package static let standard = CommandTable(
    [
      RunCommand.self, SimulateCommand.self, InspectCommand.self, FitCommand.self, ImportCommand.self,
      RedactCommand.self, RenderCommand.self, CompareCommand.self, MergeCommand.self, CodecsCommand.self,
      MomentsCommand.self, MigrateCommand.self,
    ] + CrashCommand.family + DeviceCommand.family + [
      DoctorCommand.self, BenchCommand.self, ListCommand.self, SchemaCommand.self, HelpCommand.self,
      ChildCommand.self, CrashChildCommand.self, FaultChildCommand.self, ShapeChildCommand.self,
      CalibrationChildCommand.self,
    ])

  /// The commands that help lists.
  package var visible: [any Command.Type] { commands.filter { !$0.isHidden } }

  /// The command that the first words name, and the words after its name.
  ///
  /// A name may be two words, as `crash replay` is; the longest name that fits is meant.
  package func find(
    _ words: [String]
  ) throws(UsageError) -> (command: any Command.Type, rest: ArraySlice<String>) {
    var best: (command: any Command.Type, length: Int)?
    for command in commands {
      let name = command.name.split(separator: " ").map(String.init)
      if words.starts(with: name), name.count > best?.length ?? 0 { best = (command, name.count) }
    }
    if let best { return (best.command, words.dropFirst(best.length)) }
    let word = words.first ?? ""
    guard !word.hasPrefix("-") else {
      throw UsageError("the command comes first, then options such as '\(word)'")
    }
    throw UsageError("unknown command '\(word)': \(suggestion(for: word, among: visible.map { $0.name }))")
  }

  /// Reads a command line and checks its names, without running it.
  ///
  /// For tests of documentation: an example that can't be understood is an error in the example.
  package func parseOnly(_ words: [String], registry: Registry) throws(UsageError) -> any Command {
    let (command, rest) = try find(words)
    let parsed = try command.parse(rest)
    try parsed.validate(against: registry)
    return parsed
  }
}
