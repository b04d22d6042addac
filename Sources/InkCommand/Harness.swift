internal import InkModel
internal import InkReport
public import InkStorage

/// The way in for every executable, ours and an app team's own.
///
/// An executable that measures a store of yours beside the built-in ones is three lines:
///
/// ```swift
/// import InkCommand
///
/// @main enum OurBench { static func main() { Harness.main(backends: [OurStore.self], codecs: [OurCodec()]) }
/// }
/// ```
public enum Harness {
  /// Runs the command line of this process and exits with its code.
  ///
  /// The backends and codecs given join the built-in ones under every command. Their names must be new, in
  /// lower-case letters, digits, `.` and `-`.
  public static func main(backends: [any StorageBackend.Type] = [], codecs: [any PageCodec] = []) -> Never {
    Platform.ignoreSignalsOfFailedWrites()
    Platform.holdStandardDescriptors()
    let standardError = Output.descriptor(2)
    let environment = ProcessEnvironment.current()
    do throws(CommandFailure) {
      let context = Context(
        registry: try Registry.standard(backends: backends, codecs: codecs),
        workloads: WorkloadSummaries.all, schemas: PublishedSchema.all, standardOutput: .descriptor(1),
        standardError: standardError, environment: environment)
      Platform.leave(with: exitCode(for: Array(CommandLine.arguments.dropFirst()), context: context))
    } catch {
      report(error, to: standardError, program: environment.programName)
      Platform.leave(with: error.exitCode)
    }
  }

  /// Runs one command line and says how it went.
  ///
  /// Nothing below this point exits the process.
  package static func exitCode(for words: [String], context: Context) -> ExitCode {
    do throws(CommandFailure) {
      let code = try run(words, context: context)
      if let reason = context.standardOutput.failureSentence {
        throw CommandFailure(.diskFailed, "standard output can't be written: \(reason)")
      }
      return code
    } catch {
      report(error, to: context.standardError, program: context.environment.programName)
      return error.exitCode
    }
  }

  private static func run(_ words: [String], context: Context) throws(CommandFailure) -> ExitCode {
    let program = context.environment.programName
    guard !words.isEmpty, words != ["--help"] else { return try HelpCommand().run(in: context) }
    guard words != ["--version"] else {
      context.standardOutput.line("\(program), InkBench \(ToolVersion.current)")
      return .success
    }
    guard !context.environment.currentDirectory.isEmpty else {
      throw CommandFailure(
        .unreadableInput, "the current directory is not there any more", hint: "Change to one that is.")
    }
    var helpPlace = "\(program) help"
    let parsed: any Command
    do throws(UsageError) {
      let (command, rest) = try context.commands.find(words)
      helpPlace = "\(program) \(command.name) --help"
      // Wherever it stands: whoever asks for help may not know yet what else to write.
      if rest.prefix(while: { $0 != "--" }).contains("--help") {
        context.standardOutput.write(CommandHelp.text(of: command, program: program))
        return .success
      }
      parsed = try command.parse(rest)
      try parsed.validate(against: context.registry)
    } catch {
      throw CommandFailure(.usage, error.sentence, hint: "See '\(helpPlace)'.")
    }
    return try parsed.run(in: context)
  }

  /// Prints a failure as one sentence, with a hint on a line of its own.
  private static func report(_ failure: CommandFailure, to output: Output, program: String) {
    // It may quote a path or a file, and neither gets to steer a terminal.
    output.line("\(program): \(failure.sentence.printable)")
    if let hint = failure.hint { output.line(hint) }
  }
}
