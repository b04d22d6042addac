internal import InkReport
internal import InkRun
internal import InkStorage

/// Measures what was prepared and writes the report.
final class MomentsExecution {
  private let setup: MomentsSetup
  private let context: Context
  private let progress: Progress
  private let interruption: Interruption
  private let start = ContinuousClock.now

  init(_ setup: MomentsSetup, _ context: Context) {
    self.setup = setup
    self.context = context
    progress = Progress(context)
    interruption = Interruption(context, and: "writing a report of what was measured")
  }

  func run() throws(CommandFailure) -> ExitCode {
    do throws(RunError) {
      // The store first: a run that is refused must not have begun another's output.
      let directory = try StoreDirectory(setup.storeDirectory)
      defer { directory.tearDown() }
      context.standardError.write(setup.preflight)
      return try run(in: directory)
    } catch {
      progress.finish()
      throw CommandFailure(error)
    }
  }

  private func run(in directory: StoreDirectory) throws(RunError) -> ExitCode {
    let launcher = ChildLauncher(ChildCommand.self, in: context, interruption)
    let runner = MomentRunner(request: setup.request, directory: directory, launcher: launcher)
    var report = MomentsReport(
      command: setup.commandLine, work: setup.work,
      environment: Machine.facts(storeDirectory: directory.path)
        + SyncProbe.facts(in: directory.beside("sync")),
      warnings: Machine.warnings(storeDirectory: directory.path))
    try runner.run { [progress] done, count, activity in
      progress.update(fraction: Double(done) / Double(count), activity)
    } keep: { () throws(RunError) in
      report.stores = runner.stores
      try write(&report, isOver: false)
    }
    report.isInterrupted = interruption.isRequested || runner.diskFull != nil
    try write(&report, isOver: true)
    progress.finish()
    return told(report, diskFull: runner.diskFull)
  }

  private func write(_ report: inout MomentsReport, isOver: Bool) throws(RunError) {
    report.elapsedSeconds = (ContinuousClock.now - start) / .seconds(1)
    do throws(ReportError) {
      try MomentsWriter.write(report, to: setup.outputDirectory, drawing: isOver)
    } catch {
      throw .report(error)
    }
  }

  /// Says what was found, and with which code the command ends.
  private func told(_ report: MomentsReport, diskFull: String?) -> ExitCode {
    let output = context.standardOutput
    for warning in report.warnings { output.line("Warning: \(warning)\n") }
    if report.isInterrupted { output.line("Interrupted: this is what was measured before.\n") }
    output.write(MomentsText(report: report).plainAnswer)
    output.line("\nThe report is in \(setup.outputDirectory)/\(MomentsReport.markdownName)")
    if let diskFull {
      context.standardError.line(
        "\(context.environment.programName): the disk is full: \(diskFull); results so far are kept")
      return .diskFailed
    }
    let found = Set(report.rows.map(\.status))
    if found.contains(.wrongContent) { return .dataLost }
    if report.isInterrupted { return .interrupted }
    if found.contains(.failed) { return .internalError }
    return found.contains(.measured) ? .success : .notComparable
  }
}
