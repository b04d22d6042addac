internal import InkCrash
internal import InkReport
internal import InkRun

/// Calibrates what was chosen and writes the report.
final class CalibrationExecution {
  private let fileSystems: [CalibratedFileSystem]
  private let sequences: [CalibrationSequence]
  private let crashesMax: Int
  private let seed: UInt64
  private let store: String
  private let output: String
  private let commandLine: String
  private let isolator: String
  private let context: Context
  private let progress: Progress
  private let interruption: Interruption
  private let start = ContinuousClock.now

  init(
    fileSystems: [CalibratedFileSystem], sequences: [CalibrationSequence], crashesMax: Int, seed: UInt64,
    store: String, output: String, commandLine: String, isolator: String, _ context: Context
  ) {
    self.fileSystems = fileSystems
    self.sequences = sequences
    self.crashesMax = crashesMax
    self.seed = seed
    self.store = store
    self.output = output
    self.commandLine = commandLine
    self.isolator = isolator
    self.context = context
    progress = Progress(context)
    interruption = Interruption(context, and: "writing a report of the sequences that were done")
  }

  func run(keeping kept: NewDirectory?) throws(CommandFailure) -> ExitCode {
    do throws(RunError) {
      let directory = try StoreDirectory(store)
      defer { directory.tearDown() }
      return try run(in: directory, keeping: kept?.make())
    } catch {
      progress.finish()
      throw CommandFailure(error)
    }
  }

  private func run(in directory: StoreDirectory, keeping kept: String?) throws(RunError) -> ExitCode {
    var report = CalibrationReport(
      command: commandLine, seed: seed, environment: Machine.facts(storeDirectory: directory.path))
    let run = CalibrationRun(
      fileSystems, sequences, in: directory, launcher: launcher, crashesMax: crashesMax, seed: seed,
      keep: kept)
    try run.run { [progress] fraction, activity in
      progress.update(fraction: fraction, activity)
    } keepRows: { () throws(RunError) in
      report.isInterrupted = true
      try write(&report, run)
    }
    report.isInterrupted = interruption.isRequested
    try write(&report, run)
    progress.finish()
    return told(report)
  }

  /// Starts this program in mounts and process numbers of its own, whose end ends all that it began.
  private var launcher: ChildLauncher {
    ChildLauncher(
      executable: isolator,
      words: [
        "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--",
        context.environment.executablePath, CalibrationChildCommand.name,
      ], interruption: interruption)
  }

  private func write(_ report: inout CalibrationReport, _ run: CalibrationRun) throws(RunError) {
    report.rows = run.rows
    report.failures = run.failures
    report.elapsedSeconds = (ContinuousClock.now - start) / .seconds(1)
    do throws(ReportError) { try report.write(to: output) } catch { throw .report(error) }
  }

  /// Says what was found, and with which code the command ends.
  private func told(_ report: CalibrationReport) -> ExitCode {
    context.standardOutput.write(CalibrationText(report: report).plainAnswer)
    context.standardOutput.line("\nThe report is in \(output)/\(CalibrationReport.markdownName)")
    if !report.rowsOutside.isEmpty { return .regression }
    if report.isInterrupted { return .interrupted }
    return report.failures.isEmpty ? .success : .unavailable
  }
}
