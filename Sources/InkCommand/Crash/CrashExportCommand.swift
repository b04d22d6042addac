internal import InkCrash
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun

/// `inkbench crash export`: a finding as a directory that needs nothing beside it.
struct CrashExportCommand: Command {
  static let name = "crash export"
  static let abstract = "Write a crash state of a report as a bundle for an app's own tests."
  static let discussion = [
    "The bundle holds the store as the crash left it, the store before, every file call with its bytes, the session, "
      + "the profile, and what each page should hold. Its README.md says how a test uses it. 'crash replay "
      + "--bundle' makes the state from it without recording anything."
  ]
  static let exitCodes: [ExitCode] = [
    .success, .notComparable, .usage, .malformedInput, .unreadableInput, .internalError, .diskFailed,
    .interrupted,
  ]
  static let examples = [
    Example("crash export 8d4f00aa12c3e57b --output Tests/Crashes/lost-save", "A state for a test.")
  ]
  static let arguments: [Argument<Self>] = [
    .operand("ID", \.id, help: "The state's id, from the report."),
    .requiredOption("--output", \.output, value: "DIR", help: "A new directory for the bundle."),
    .option(
      "--report", \.report, value: "DIR", help: "The report; the newest in Reports that has it if not given."),
    .options(
      "--profile", \.profiles, value: "FILE", help: "The file of a profile that is not built in."),
  ]

  var id = ""
  var output = ""
  var report: String?
  var profiles: [String] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let found = try FoundState(id: id, report: report, profiles: profiles, in: context)
    guard found.state.second == nil else {
      throw CommandFailure(
        .usage, "'\(id)' is what a second crash left, and a bundle holds the calls of one",
        hint: "Take the store that 'crash replay \(id) --keep DIR' leaves.")
    }
    let target = try NewDirectory(output, in: context)
    let interruption = Interruption(context, and: "leaving nothing behind")
    do throws(RunError) {
      let repeated = try found.makeAgain(in: context, interruption)
      guard !interruption.isRequested else { return .interrupted }
      guard let repeated else {
        context.standardError.line("\(context.environment.programName): \(FoundState.otherCalls)")
        return .notComparable
      }
      let bundle = try Self.bundle(found, repeated, in: context)
      try target.fill { (directory) throws(RunError) in
        do throws(BundleError) {
          try bundle.write(repeated, profile: found.profile, session: found.excerpt.session, to: directory)
        } catch {
          throw error.isDiskFull ? .diskFull(error.description) : .store(error.description)
        }
      }
      context.standardOutput.line(
        "\(bundle.name.text) under \(bundle.profile): \(bundle.outcome.rawValue); the bundle is in \(output)")
      return .success
    } catch {
      guard !interruption.isRequested else { return .interrupted }
      throw CommandFailure(error)
    }
  }

  private static func bundle(
    _ found: FoundState, _ repeated: StateRepeat, in context: Context
  ) throws(RunError) -> CrashBundle {
    let name = found.runCase.name
    let (_, codec) = try Registered.pick(
      name.backend, name.codec, from: context.registry.backends, context.registry.codecs)
    do throws(ReplayError) {
      return try CrashBundle(
        found.finding, repeated, id: found.id, state: found.state.state, of: found.runCase,
        under: found.profile,
        codec: codec, session: found.excerpt.session, command: found.command)
    } catch {
      throw .input(error.description)
    }
  }
}
