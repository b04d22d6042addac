internal import FoundationEssentials
internal import InkCrash
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkStorage

/// Carries out a prepared run and writes its report.
final class RunExecution {
  private let setup: RunSetup
  private let context: Context
  private let progress: Progress
  private let interruption = Interruption()
  private let preflight: Preflight
  private var roundStepsDone = 0

  init(setup: RunSetup, preflight: Preflight, context: Context) {
    self.setup = setup
    self.preflight = preflight
    self.context = context
    progress = Progress(context)
  }

  /// Takes the directories, says what is to come, and runs it.
  func run() throws(CommandFailure) -> ExitCode {
    do throws(RunError) {
      // The store first: a run that is refused must not have begun another's output.
      let directory = try StoreDirectory(setup.request.storeDirectory)
      defer { directory.tearDown() }
      let log = try ResultLog(directory: setup.outputDirectory)
      context.standardError.write(PreflightText.text(preflight, setup: setup))
      return try run(in: directory, log)
    } catch {
      progress.finish()
      throw CommandFailure(error)
    }
  }

  private func run(in directory: StoreDirectory, _ log: ResultLog) throws(RunError) -> ExitCode {
    let launcher = ChildLauncher(
      executable: setup.request.executable, words: setup.request.childWords, interruption: interruption)
    let syncNanoseconds = SyncProbe.medianNanoseconds(in: directory.path)
    let facts = Machine.facts(storeDirectory: directory.path, syncNanoseconds: syncNanoseconds)
    let pricing = RunPricing(setup.devices, measuringIn: directory.path)
    let roundSteps = Runner.stepCount(of: setup.request)
    let runner = Runner(
      request: setup.request, seeds: setup.sessions.map(\.seed), directory: directory, launcher: launcher,
      report: { [self] in step($0, of: roundSteps) }, keep: log.append, keepOperations: try operationsKeeper()
    )
    try runner.run()
    var records = runner.records
    var isInterrupted = runner.isInterrupted
    var diskFull = runner.diskFull
    if !isInterrupted, diskFull == nil {
      (isInterrupted, diskFull) = try crash(&records, in: directory, launcher)
    }
    progress.finish()
    var record = RunRecord(
      sessions: setup.summaries,
      options: RunOptions(
        rounds: setup.request.rounds, pace: setup.request.pace,
        crashTrialsPerCase: setup.request.crashTrialsPerCase),
      environment: facts, warnings: Machine.warnings(storeDirectory: directory.path), cases: records,
      isInterrupted: isInterrupted)
    record.modelled = pricing.modelled(
      records, sessions: setup.summaries, pace: setup.request.pace,
      scripts: RecordedScripts(of: records.map(\.name), in: setup.outputDirectory))
    return try write(record, diskFull: diskFull)
  }

  /// Writes scripts into the output; those of an earlier run of the same cases go first, and only they.
  private func operationsKeeper() throws(RunError) -> (OperationScriptFile) throws(RunError) -> Void {
    let paths = OperationScriptFile.paths(
      of: setup.request.cases.map(\.name), in: setup.outputDirectory)
    for path in paths.values { try? FileManager.default.removeItem(atPath: path) }
    return { (file) throws(RunError) in
      if let path = paths[file.name] { try file.write(to: path) }
    }
  }

  /// Shows how far the rounds are; they and the crash trials count by the time that they should take.
  private func step(_ now: RunProgress, of count: Int) {
    let done = Double(roundStepsDone) / Double(count)
    roundStepsDone += 1
    progress.update(
      fraction: done * preflight.roundSeconds / max(preflight.seconds, 1), "\(now.caseName): \(now.activity)")
  }

  /// Shows how far the crash trials are.
  private func showTrials(_ casesDone: Int, of caseCount: Int, _ share: Double, _ activity: String) {
    let done = (Double(casesDone) + share) / Double(max(caseCount, 1))
    progress.update(
      fraction: (preflight.roundSeconds + done * preflight.crashSeconds) / max(preflight.seconds, 1), activity
    )
  }

  /// Ends processes in the middle of their work; returns whether the user interrupted, and where the disk was
  /// full.
  private func crash(
    _ records: inout [CaseRecord], in directory: StoreDirectory, _ launcher: ChildLauncher
  ) throws(RunError) -> (isInterrupted: Bool, diskFull: String?) {
    guard setup.request.crashTrialsPerCase > 0 else { return (false, nil) }
    for (index, runCase) in setup.request.cases.enumerated() where runCase.backend.traits.retainsContent {
      let place = directory.copy("crash")
      defer { StoreCopy.remove(place) }
      try StoreCopy.makeDirectory(place)
      let trials = CrashTrials(
        runCase: runCase, session: setup.request.sessions[runCase.session],
        seed: setup.sessions[runCase.session].seed, place: place, launcher: launcher)
      let results = try trials.run(count: setup.request.crashTrialsPerCase) { [self] done, total in
        showTrials(
          index, of: setup.request.cases.count, Double(done) / Double(max(total, 1)),
          "\(runCase.name.text): crash trial \(done) of \(total)")
      }
      records[index].crashTrials = results.trials
      records[index].crashExcerpt = CrashTrials.excerptDescription
      records[index].failures += results.failures
      let diskFull = results.diskFull.map { "the disk is full: \(runCase.name.text): \($0)" }
      if results.isInterrupted || diskFull != nil { return (results.isInterrupted, diskFull) }
    }
    return (false, nil)
  }

  private func write(_ record: RunRecord, diskFull: String?) throws(RunError) -> ExitCode {
    let report = Report(record, command: setup.commandLine)
    do throws(ReportError) {
      try ReportWriter.write(report, to: setup.outputDirectory)
    } catch {
      throw .report(error)
    }
    for warning in report.warnings { context.standardOutput.line("Warning: \(warning)\n") }
    if report.isInterrupted {
      context.standardOutput.line("Interrupted: this is what was measured before.\n")
    }
    context.standardOutput.write(report.plainAnswer + "\n")
    context.standardOutput.line("The report is in \(setup.outputDirectory)/report.md")
    if let diskFull {
      context.standardError.line("\(context.environment.programName): \(diskFull); results so far are kept")
      return .diskFailed
    }
    if report.hasLostData { return .dataLost }
    if record.isInterrupted { return .interrupted }
    for row in report.cases where row.status == .notMeasured {
      context.standardError.line(
        "\(context.environment.programName): \(row.name.text) is not measured: \(row.reasons.first?.detail ?? "")"
      )
    }
    guard report.cases.contains(where: { $0.status != .notMeasured }) else { return .notComparable }
    return record.cases.contains { !$0.failures.isEmpty } ? .internalError : .success
  }
}
