internal import InkReport
internal import InkRun

/// Whether an output directory holds a run, and whether it is the one that is asked for.
enum ResumeCheck {
  /// Reads what an earlier process has left of this very run; throws with exit code 3 if it was another.
  static func kept(_ setup: RunSetup, in context: Context) throws(CommandFailure) -> KeptResults {
    let kept: KeptResults
    do throws(RunError) { kept = try KeptResults(directory: setup.outputDirectory) } catch {
      throw CommandFailure(error)
    }
    let header = kept.header
    guard let difference = difference(header, setup) else { return kept }
    throw CommandFailure(
      .notComparable, "the run in '\(setup.outputDirectory)' can't be resumed: \(difference)",
      hint: "It was begun by: \(header.command)")
  }

  /// Refuses to take the place of a run that could still be resumed.
  static func refuseUnfinished(_ directory: String) throws(CommandFailure) {
    guard KeptResults.exists(in: directory) else { return }
    let path = "\(directory)/\(ResultLog.fileName)"
    guard Platform.size(ofFileAt: path) != 0 else { return }
    let kept: KeptResults
    do throws(RunError) { kept = try KeptResults(directory: directory) } catch {
      throw CommandFailure(
        .usage, "\(error.description), and was left alone", hint: "Give --output another directory.")
    }
    guard !kept.isFinished else { return }
    throw CommandFailure(
      .usage,
      "'\(directory)' holds a run that is not finished, of which \(kept.steps.count) steps are done",
      hint: "Continue it with --resume, or give --output another directory.")
  }

  /// Refuses to write something else than a run's report beside its log: resuming the run would replace it.
  static func refuseLog(_ directory: String) throws(CommandFailure) {
    guard KeptResults.exists(in: directory) else { return }
    throw CommandFailure(
      .usage,
      "'\(directory)' holds the log of a run ('\(ResultLog.fileName)'), and resuming that run would replace what is written there",
      hint: "Give --output another directory.")
  }

  /// The first thing in which a begun run is not the one asked for, as a clause.
  private static func difference(_ header: RunHeader, _ setup: RunSetup) -> String? {
    if header.toolVersion != ToolVersion.current {
      return "the versions of the tool are \(header.toolVersion) and \(ToolVersion.current)"
    }
    if let difference = header.options.difference(from: setup.options) { return difference }
    if let difference = SessionSummary.difference(header.sessions, setup.summaries) { return difference }
    let (begun, asked) = (header.shard?.text ?? "the whole run", setup.shard?.text ?? "the whole run")
    if begun != asked { return "the shards are \(begun) and \(asked)" }
    let cases = setup.request.cases.map(\.name)
    if let difference = CaseName.difference(header.cases, cases, sides: ("the log", "the command")) {
      return difference
    }
    if header.executable != ExecutableMark(setup.request.executable) {
      return "the program was built anew since, and results of two builds don't belong in one report"
    }
    return nil
  }
}
