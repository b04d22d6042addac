/// `inkbench help`: explains the program or one of its commands.
struct HelpCommand: Command {
  static let name = "help"
  static let abstract = "Explain the program or one of its commands."
  static let arguments: [Argument<Self>] = [
    .operands(
      "COMMAND", \.words,
      help: "The command to explain, 'workload' or 'privacy'; the program itself if not given.")
  ]
  static let examples = [
    Example("help list", "Explains 'list'; 'list --help' does the same."),
    Example("help privacy", "What may be passed on of recorded sessions, field by field."),
    Example("help workload", "Every parameter of a workload file, with unit, range and default."),
  ]

  var words: [String] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let program = context.environment.programName
    guard !words.isEmpty else {
      context.standardOutput.write(OverviewHelp.text(of: context.commands, program: program))
      return .success
    }
    guard words != [WorkloadHelp.topic] else {
      context.standardOutput.write(WorkloadHelp.text(program: program))
      return .success
    }
    guard words != [PrivacyHelp.topic] else {
      context.standardOutput.write(PrivacyHelp.text(program: program))
      return .success
    }
    do throws(UsageError) {
      let (command, rest) = try context.commands.find(words)
      guard rest.isEmpty else {
        throw UsageError("unexpected operand '\(rest.joined(separator: " "))': 'help' takes one command")
      }
      context.standardOutput.write(CommandHelp.text(of: command, program: program))
      return .success
    } catch {
      throw CommandFailure(.usage, error.sentence, hint: "See '\(program) help'.")
    }
  }
}
