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
      + "If the store makes other file calls by now, that is said, and the report has to be made anew. A bundle of "
      + "'crash export' holds its own recording, and gives the same state whatever the store does by now."
  ]
  static let exitCodes: [ExitCode] = [
    .success, .dataLost, .notComparable, .usage, .malformedInput, .unreadableInput, .internalError,
    .diskFailed, .interrupted,
  ]
  static let examples = [
    Example("crash replay 8d4f00aa12c3e57b --keep found", "What the crash left, as a store in 'found'."),
    Example("crash replay --bundle Tests/Crashes/lost-save", "Judges the state of a bundle."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("ID", \.id, help: "The state's id, from the report."),
    .option("--bundle", \.bundle, value: "DIR", help: "A bundle of 'crash export', in place of an id."),
    .option(
      "--report", \.report, value: "DIR", help: "The report; the newest in Reports that has it if not given."),
    .option("--keep", \.keep, value: "DIR", help: "A new directory for the store as the crash left it."),
    .options(
      "--profile", \.profiles, value: "FILE", help: "The file of a profile that is not built in."),
  ]

  var id: String?
  var bundle: String?
  var report: String?
  var keep: String?
  var profiles: [String] = []

  func validate(against registry: Registry) throws(UsageError) {
    guard (id == nil) != (bundle == nil) else {
      throw UsageError("name a state by its id, or a bundle by '--bundle'")
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let target = try keep.map { (path) throws(CommandFailure) in try NewDirectory(path, in: context) }
    let make: (Interruption) throws(RunError) -> StateRepeat?
    let (name, profile, otherwise): (CaseName, String, String)
    if let bundle {
      let bundled = try BundledState(bundle, in: context)
      (name, profile) = (bundled.bundle.name, bundled.bundle.profile)
      otherwise = "the log of '\(bundle)' gives another state than the bundle says; export it again"
      make = { (interruption) throws(RunError) in try bundled.makeAgain(in: context, interruption) }
    } else {
      let found = try FoundState(id: id ?? "", report: report, profiles: profiles, in: context)
      (name, profile, otherwise) = (found.runCase.name, found.profile.name, FoundState.otherCalls)
      make = { (interruption) throws(RunError) in try found.makeAgain(in: context, interruption) }
    }
    let interruption = Interruption(context, and: "leaving nothing behind")
    do throws(RunError) {
      let repeated = try make(interruption)
      guard !interruption.isRequested else { return .interrupted }
      guard let repeated else {
        context.standardError.line("\(context.environment.programName): \(otherwise)")
        return .notComparable
      }
      say(repeated, "\(name.store) \(name.durability.rawValue) under \(profile)", context.standardOutput)
      if let target {
        try target.fill { (directory) throws(RunError) in try repeated.keep(in: directory) }
        context.standardOutput.line("The store as the crash left it is in \(keep ?? "").")
      }
      return repeated.verdict.isBroken(repeated.promise) ? .dataLost : .success
    } catch {
      guard !interruption.isRequested else { return .interrupted }
      throw CommandFailure(error)
    }
  }

  private func say(_ repeated: StateRepeat, _ what: String, _ output: Output) {
    output.line(
      "\(what): \(repeated.verdict.outcome.rawValue), where \(repeated.promise.rawValue) is promised")
    if !repeated.seen.isEmpty { output.line(repeated.seen) }
    for culprit in repeated.culprits { output.line("  forgotten or torn: \(culprit)") }
    output.line(
      repeated.missingBarrier.isEmpty ? "The state by itself breaks no promise." : repeated.missingBarrier)
  }
}
