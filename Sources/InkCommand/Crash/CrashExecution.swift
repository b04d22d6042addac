internal import InkCrash
internal import InkReport
internal import InkRun

/// Explores what was prepared and writes the report.
final class CrashExecution {
  private let setup: CrashSetup
  private let context: Context
  private let progress: Progress
  private let interruption: Interruption
  private let start = ContinuousClock.now
  /// What an earlier run of the same command has done; nil for one that begins.
  private let resumed: CrashResume?

  init(_ setup: CrashSetup, resuming resumed: CrashResume?, _ context: Context) {
    self.setup = setup
    self.resumed = resumed
    self.context = context
    progress = Progress(context)
    interruption = Interruption(context, and: "writing a report of the stores that were done")
  }

  func run() throws(CommandFailure) -> ExitCode {
    do throws(RunError) {
      // The store first: an exploration that is refused must not have begun another's output.
      let directory = try StoreDirectory(setup.storeDirectory)
      defer { directory.tearDown() }
      // A report that can't be written is told of before there is one.
      do throws(ReportError) { try CrashWriter.probe(setup.outputDirectory) } catch { throw .report(error) }
      let lock = try OutputLock(directory: setup.outputDirectory)
      defer { extendLifetime(lock) }
      context.standardError.write(setup.preflight)
      return try run(in: directory)
    } catch {
      progress.finish()
      throw CommandFailure(error)
    }
  }

  private func run(in directory: StoreDirectory) throws(RunError) -> ExitCode {
    let place = directory.copy("crash")
    try StoreCopy.makeDirectory(place)
    var report = setup.emptyReport
    var request = setup.request
    request.keptCases = resumed?.cases ?? []
    request.keptRecoveries = resumed?.times?.recoveries ?? []
    let lab = CrashLab(
      request, place: place,
      recorder: ChildLauncher(ChildCommand.self, in: context, interruption),
      checker: ChildLauncher(CrashChildCommand.self, in: context, interruption),
      faultLauncher: ChildLauncher(FaultChildCommand.self, in: context, interruption))
    var times = CrashTimes(
      workers: setup.request.workers,
      environment: Machine.facts(storeDirectory: directory.path)
        + ProfileFacts.facts(of: setup.request.profiles))
    do throws(RunError) {
      try lab.run { [progress] fraction, activity in
        progress.update(fraction: fraction, activity)
      } keep: { () throws(RunError) in
        report.cases = lab.cases
        times.recoveries = lab.recoveries
        report.isCutByTime = true
        try write(report, &times)
      }
    } catch {
      report.cases = lab.cases
      report.isCutByTime = true
      // What ended it is what the user has to hear, also where the report finds no room either.
      try? write(report, &times)
      throw error
    }
    report.cases = lab.cases
    report.isCutByTime = lab.isCutByTime
    try write(report, &times, drawing: true)
    progress.finish()
    return told(report, times)
  }

  private func write(
    _ report: CrashReport, _ times: inout CrashTimes, drawing: Bool = false
  ) throws(RunError) {
    times.elapsedSeconds =
      (resumed?.times?.elapsedSeconds ?? 0) + (ContinuousClock.now - start) / .seconds(1)
    do throws(ReportError) {
      try CrashWriter.write(
        report, times, to: setup.outputDirectory, named: setup.outputWord, drawing: drawing)
    } catch {
      throw .report(error)
    }
  }

  /// Says what was found, and with which code the command ends.
  private func told(_ report: CrashReport, _ times: CrashTimes) -> ExitCode {
    let output = context.standardOutput
    output.write(CrashText(report: report, times: times, in: setup.outputWord).plainAnswer)
    output.line("\nThe report is in \(setup.outputDirectory)/\(CrashReport.markdownName)")
    if !report.brokenCases.isEmpty { return .dataLost }
    if interruption.isRequested { return .interrupted }
    guard report.hasTested else {
      context.standardError.line(
        "\(context.environment.programName): no state was checked and no fault was met, so nothing is known")
      return .notComparable
    }
    return report.cases.contains(where: \.hasFailed) ? .notComparable : .success
  }
}
