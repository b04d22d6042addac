internal import InkReport
internal import InkRun

/// `inkbench crash merge`: makes one report of the reports of shards.
struct CrashMergeCommand: Command {
  static let name = "crash merge"
  static let abstract = "Make one crash report of the shards of an exploration."
  static let discussion = [
    "Each part of 'crash --shard I/N' leaves a report of its own. They are of one exploration only if tool, command, "
      + "seed, budget, sessions and stores are the same. Counts of states add up; of findings of one kind the one "
      + "with the fewest culprits stays. Times of recovery stay apart, a line for each shard.",
    "The shards' own directories are left as they are.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .dataLost, .notComparable, .usage, .malformedInput, .unreadableInput, .diskFailed,
  ]
  static let examples = [
    Example("crash merge shard-1 shard-2 shard-3 --output Reports/crash", "All three parts.")
  ]
  static let arguments: [Argument<Self>] = [
    .operands("SHARD", \.reports, isRequired: true, help: "The shards' directories."),
    .requiredOption("--output", \.output, value: "DIR", help: "Where the report goes."),
  ]

  var reports: [String] = []
  var output = ""

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let directory = try RunSetup.outputDirectory(output, in: context)
    var parts: [CrashMerge.Part] = []
    for word in reports {
      let path = context.absolutePath(word)
      guard !Platform.isSameFile(path, directory) else {
        throw CommandFailure(
          .usage, "'\(output)' holds the report '\(word)' that is merged; give --output another directory")
      }
      do throws(ReportError) {
        parts.append(
          CrashMerge.Part(path: word, report: try CrashReport.read(path + "/" + CrashReport.jsonName)))
      } catch {
        throw CommandFailure(error)
      }
    }
    let report: CrashReport
    do throws(MergeError) { report = try CrashMerge(parts).report } catch {
      throw CommandFailure(.notComparable, error.description)
    }
    try OutputDirectory.checkForCrashes(directory)
    try CrashResume.refuseUnfinished(directory)
    let times = self.times(of: parts, in: context)
    let place = RunCommand.quoted(output)
    let lock = try Self.lock(directory)
    defer { extendLifetime(lock) }
    do throws(ReportError) {
      try CrashWriter.write(report, times, to: directory, named: place, drawing: true)
    } catch {
      throw CommandFailure(error)
    }
    context.standardOutput.write(CrashText(report: report, times: times, in: place).plainAnswer)
    context.standardOutput.line("\nThe report is in \(directory)/\(CrashReport.markdownName)")
    if !report.brokenCases.isEmpty { return .dataLost }
    return report.hasTested && !report.cases.contains(where: \.hasFailed) ? .success : .notComparable
  }

  /// Keeps explorations out of a directory, which is made if need be.
  private static func lock(_ directory: String) throws(CommandFailure) -> OutputLock {
    do throws(ReportError) { try CrashWriter.probe(directory) } catch { throw CommandFailure(error) }
    do throws(RunError) { return try OutputLock(directory: directory) } catch { throw CommandFailure(error) }
  }

  /// The times of all shards, each with its number; a shard without times is left out.
  private func times(of parts: [CrashMerge.Part], in context: Context) -> CrashTimes {
    var times = CrashTimes(workers: 0, environment: [])
    for part in parts {
      guard let own = CrashTimes.read(context.absolutePath(part.path) + "/" + CrashTimes.jsonName) else {
        continue
      }
      let shard = "shard \(part.report.shard ?? "")"
      times.workers += own.workers
      times.elapsedSeconds += own.elapsedSeconds
      times.environment += own.environment.map {
        EnvironmentFact(name: "\($0.name), \(shard)", value: $0.value)
      }
      for var recovery in own.recoveries {
        recovery.store += ", \(shard)"
        times.recoveries.append(recovery)
      }
    }
    return times
  }
}
