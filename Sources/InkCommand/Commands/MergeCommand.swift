internal import InkReport
internal import InkRun

/// `inkbench merge`: makes one report of the reports of shards.
struct MergeCommand: Command {
  static let name = "merge"
  static let abstract = "Make one report of the shards of a run."
  static let discussion = [
    "Each part of 'run --shard I/N' leaves a report of its own. They are of one run only if tool, options, sessions "
      + "and cases are the same; what differs is named. Shards that ran on different machines are merged with a "
      + "warning: exact metrics but those of memory don't depend on the machine, and tables of times then hold one "
      + "machine each.",
    "The shards' own directories are left as they are.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .dataLost, .notComparable, .usage, .malformedInput, .unreadableInput, .diskFailed,
  ]
  static let examples = [
    Example("merge shard-1 shard-2 shard-3 --output Reports/lecture", "All three parts of a run."),
    Example("merge shard-1 shard-3 --partial --output Reports/part", "What there is of it."),
  ]
  static let arguments: [Argument<Self>] = [
    .operands(
      "REPORT", \.reports, isRequired: true, help: "The shards' directories, or their report.json."),
    .requiredOption("--output", \.output, value: "DIR", help: "Where the report goes."),
    .flag("--partial", \.isPartial, help: "Also if shards are missing or were interrupted."),
  ]

  var reports: [String] = []
  var output = ""
  var isPartial = false

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let directory = try RunSetup.outputDirectory(output, in: context)
    var parts: [ShardMerge.Part] = []
    do throws(ReportError) {
      for word in reports {
        parts.append(ShardMerge.Part(path: word, report: try Report.read(Self.path(word, in: context))))
      }
    } catch {
      throw CommandFailure(error)
    }
    let report: Report
    do throws(MergeError) {
      report = try ShardMerge(parts, isPartial: isPartial).report
    } catch {
      throw CommandFailure(.notComparable, error.description)
    }
    try refuseOwnInput(directory, in: context)
    try OutputDirectory.check(directory)
    try ResumeCheck.refuseUnfinished(directory)
    do throws(ReportError) { try ReportWriter.write(report, to: directory) } catch {
      throw CommandFailure(error)
    }
    try copyScripts(of: parts, to: directory, as: report, in: context)
    for warning in report.warnings { context.standardOutput.line("Warning: \(warning)\n") }
    context.standardOutput.write(report.plainAnswer + "\n")
    context.standardOutput.line("The report is in \(directory)/report.md")
    return report.hasLostData ? .dataLost : .success
  }

  /// Copies the recorded file calls of the shards' cases, so that the merged run can be priced and exported.
  private func copyScripts(
    of parts: [ShardMerge.Part], to directory: String, as report: Report, in context: Context
  ) throws(CommandFailure) {
    let targets = RecordedScripts(of: report.cases.map(\.name), in: directory)
    targets.remove()
    do throws(RunError) {
      for (word, part) in zip(reports, parts) {
        let names = part.report.cases.map(\.name)
        let sources = RecordedScripts(of: names, in: Self.place(word, in: context))
        for name in names {
          if let file = try sources.file(of: name), let target = targets.path(of: name) {
            try file.write(to: target)
          }
        }
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The report of a directory, or the file itself.
  private static func path(_ word: String, in context: Context) -> String {
    let path = context.absolutePath(word)
    return Platform.kind(ofFileAt: path) == .directory ? path + "/report.json" : path
  }

  /// The directory that a report lies in, beside its scripts.
  private static func place(_ word: String, in context: Context) -> String {
    let path = path(word, in: context)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// A merged report that took the place of a shard's could not be merged again, nor scripts that are in the
  /// way be told from those of the shard.
  private func refuseOwnInput(_ directory: String, in context: Context) throws(CommandFailure) {
    for word in reports
    where Platform.isSameFile(Self.place(word, in: context), directory) {
      throw CommandFailure(
        .usage, "'\(output)' holds the report '\(word)' that is merged; give --output another directory")
    }
  }
}
