internal import InkModel
internal import InkReport
internal import InkRun
internal import InkTrace

/// Carries out a prepared check and writes its report.
final class CheckExecution {
  private let setup: CheckSetup
  private let context: Context
  private let progress: Progress
  private let interruption: Interruption
  private let start = ContinuousClock.now

  init(_ setup: CheckSetup, _ context: Context) {
    self.setup = setup
    self.context = context
    progress = Progress(context)
    interruption = Interruption(context, and: "writing a report of what was checked")
  }

  func run(isDry: Bool) throws(CommandFailure) -> ExitCode {
    for omission in setup.omissions {
      context.standardError.line("\(context.environment.programName): \(omission)")
    }
    guard !isDry else {
      context.standardOutput.write(preflight)
      return .success
    }
    try OutputDirectory.checkForSeeds(setup.outputDirectory)
    do throws(RunError) {
      let directory = try StoreDirectory(setup.storeDirectory)
      defer { directory.tearDown() }
      try StoreCopy.makeDirectory(setup.outputDirectory)
      context.standardError.write(preflight)
      return try run(in: directory)
    } catch {
      progress.finish()
      throw CommandFailure(error)
    }
  }

  private var preflight: String {
    """
    Checks   \(setup.request.sessionCount) sessions in \(setup.request.cases.count) cases; nothing is timed
    Sessions \(setup.sizes.joined(separator: "\n         "))
    Store    \(setup.storeDirectory)
    Report   \(setup.outputDirectory)

    """
  }

  private func run(in directory: StoreDirectory) throws(RunError) -> ExitCode {
    let launcher = ChildLauncher(ChildCommand.self, in: context, interruption)
    let runner = SeedRunner(request: setup.request, directory: directory, launcher: launcher)
    var diskFull: RunError?
    do throws(RunError) {
      try runner.check(progress: showChecked)
      try runner.shrink { [self] done, count in
        progress.update(fraction: Double(done) / Double(count), "shrinking session \(done + 1) of \(count)")
      }
    } catch {
      // What was found before is kept.
      guard error.isDiskFull else { throw error }
      diskFull = error
    }
    progress.finish()
    let report = try write(runner.results)
    say(report)
    if let diskFull {
      context.standardError.line(
        "\(context.environment.programName): the disk is full: \(diskFull); results so far are kept")
      return .diskFailed
    }
    if report.hasFailures { return .dataLost }
    if report.isInterrupted { return .interrupted }
    return report.cases.contains { $0.uncheckedCount > 0 } ? .internalError : .success
  }

  private func showChecked(_ done: Int) {
    let seconds = max((ContinuousClock.now - start) / .seconds(1), 0.001)
    let total = setup.request.sessionCount
    progress.update(
      fraction: Double(done) / Double(total),
      "\(done) of \(total) sessions, \(Int(Double(done) / seconds)) a second")
  }

  private func write(_ results: [SeedResult]) throws(RunError) -> SeedReport {
    var rows: [SeedReport.Row] = []
    for (result, checked) in zip(results, setup.request.cases) { rows.append(try row(result, checked)) }
    let report = SeedReport(
      command: setup.commandLine, sizes: setup.sizes, secondsPerSession: setup.request.secondsPerSession,
      elapsedSeconds: (ContinuousClock.now - start) / .seconds(1), isInterrupted: interruption.isRequested,
      cases: rows)
    try report.write(to: setup.outputDirectory)
    return report
  }

  private func row(_ result: SeedResult, _ checked: SeedRequest.Case) throws(RunError) -> SeedReport.Row {
    var failures: [SeedReport.Failure] = []
    for failure in result.failures.prefix(SeedReport.failuresListedMax) {
      failures.append(try listed(failure, checked))
    }
    return SeedReport.Row(result, failures: failures)
  }

  /// Writes the short session of a failure, and says all there is to say of it.
  private func listed(
    _ failure: SeedResult.Failure, _ checked: SeedRequest.Case
  ) throws(RunError) -> SeedReport.Failure {
    let seed = checked.sessions.seed(failure.index)
    var listed = SeedReport.Failure(seed: seed, failure.shrunk?.finding ?? failure.finding)
    var path: String?
    if let shrunk = failure.shrunk {
      let name = "\(fileStem(checked, seed)).inksession"
      let file = setup.outputDirectory + "/" + name
      do throws(TraceError) { try SessionFile.write(shrunk.session, to: file) } catch { throw .trace(error) }
      listed.sessionFile = name
      listed.sessionEvents = shrunk.session.events.count
      path = file
    }
    listed.command = setup.repeating.command(checked, file: path, seed: seed)
    return listed
  }

  /// Backend and seed, and whatever else it takes to tell the cases of this check apart.
  private func fileStem(_ checked: SeedRequest.Case, _ seed: UInt64?) -> String {
    let name = checked.name
    let alike = setup.request.cases.map(\.name).filter { $0.backend == name.backend }
    var parts = [name.backend]
    if Set(alike.map(\.workload)).count > 1 { parts.append(name.workload.plainFileName) }
    if Set(alike.map(\.codec)).count > 1, let codec = name.codec { parts.append(codec) }
    if Set(alike.map(\.durability)).count > 1 { parts.append(name.durability.rawValue) }
    parts.append(seed.map { "\($0)" } ?? name.workload.plainFileName)
    return parts.joined(separator: "-")
  }

  private func say(_ report: SeedReport) {
    let output = context.standardOutput
    if report.isInterrupted { output.line("Interrupted: this is what was checked before.\n") }
    for row in report.cases {
      output.line(row.sentence)
      for failure in row.failures.prefix(SeedRunner.shrunkPerCaseMax) {
        let name = failure.seed.map { "seed \($0)" } ?? "the session"
        output.line("  \(name): \(failure.kind.rawValue), \(failure.moment): \(failure.detail)")
        output.line("  repeat it: \(failure.command)")
      }
    }
    output.line("The report is in \(setup.outputDirectory)/\(SeedReport.markdownName)")
  }
}
