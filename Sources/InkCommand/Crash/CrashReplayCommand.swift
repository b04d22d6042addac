internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench crash replay`: makes a state of an earlier exploration again, and leaves it on disk.
struct CrashReplayCommand: Command {
  static let name = "crash replay"
  static let abstract = "Make a crash state of a report again, judge it, and leave it on disk."
  static let discussion = [
    "The session is replayed and recorded anew, and the state is made from it: the same store gives the same state. "
      + "If the store makes other file calls by now, that is said, and the report has to be made anew."
  ]
  static let exitCodes: [ExitCode] = [
    .success, .dataLost, .notComparable, .usage, .malformedInput, .unreadableInput, .internalError,
    .diskFailed, .interrupted,
  ]
  static let examples = [
    Example("crash replay 8d4f00aa12c3e57b --keep found", "What the crash left, as a store in 'found'.")
  ]
  static let arguments: [Argument<Self>] = [
    .operand("ID", \.id, help: "The state's id, from the report."),
    .option(
      "--report", \.report, value: "DIR", help: "The report; the newest in Reports that has it if not given."),
    .option("--keep", \.keep, value: "DIR", help: "A new directory for the store as the crash left it."),
    .options(
      "--profile", \.profiles, value: "FILE", help: "The file of a profile that is not built in."),
  ]

  var id = ""
  var report: String?
  var keep: String?
  var profiles: [String] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let found = try FoundState(id: id, report: report, profiles: profiles, in: context)
    let target = try keep.map { (path) throws(CommandFailure) in try NewDirectory(path, in: context) }
    let interruption = Interruption(context, and: "leaving nothing behind")
    do throws(RunError) {
      guard let repeated = try found.makeAgain(in: context, interruption) else {
        context.standardError.line(
          "\(context.environment.programName): the store makes other file calls than when the report was made; "
            + "explore it again")
        return .notComparable
      }
      say(repeated, found, context.standardOutput)
      if let target {
        try repeated.keep(in: target.make())
        context.standardOutput.line("The store as the crash left it is in \(keep ?? "").")
      }
      return repeated.verdict.isBroken(repeated.promise) ? .dataLost : .success
    } catch {
      throw CommandFailure(error)
    }
  }

  private func say(_ repeated: StateRepeat, _ found: FoundState, _ output: Output) {
    let name = found.runCase.name
    output.line(
      "\(name.store) \(name.durability.rawValue) under \(found.profile.name): "
        + "\(repeated.verdict.outcome.rawValue), where \(repeated.promise.rawValue) is promised")
    output.line(repeated.seen)
    for culprit in repeated.culprits { output.line("  forgotten or torn: \(culprit)") }
    output.line(repeated.missingBarrier)
  }
}
