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
  private var childrenDone = 0
  private var childrenExpected = 1

  init(setup: RunSetup, context: Context) {
    self.setup = setup
    self.context = context
    progress = Progress(context)
  }

  /// Takes the directories, says what is to come, and runs it.
  func run(announcing preflight: String) throws(CommandFailure) -> ExitCode {
    do throws(RunError) {
      // The store first: a run that is refused must not have begun another's output.
      let directory = try StoreDirectory(setup.request.storeDirectory)
      defer { directory.tearDown() }
      let log = try ResultLog(directory: setup.outputDirectory)
      context.standardError.write(preflight)
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
    let runner = Runner(
      request: setup.request, seeds: setup.sessions.map(\.seed), directory: directory, launcher: launcher,
      report: { [self] in step("\($0.caseName): \($0.activity)") }, keep: log.append)
    childrenExpected = runner.childCount + setup.request.cases.count * 2 * setup.request.crashTrialsPerCase
    try runner.run()
    var records = runner.records
    var isInterrupted = runner.isInterrupted
    var diskFull = runner.diskFull
    if !isInterrupted, diskFull == nil {
      (isInterrupted, diskFull) = try crash(&records, in: directory, launcher)
    }
    progress.finish()
    let record = RunRecord(
      sessions: setup.summaries,
      options: RunOptions(
        rounds: setup.request.rounds, pace: setup.request.pace,
        crashTrialsPerCase: setup.request.crashTrialsPerCase),
      environment: facts, warnings: Machine.warnings(storeDirectory: directory.path), cases: records,
      isInterrupted: isInterrupted)
    return try write(record, diskFull: diskFull)
  }

  private func step(_ activity: String) {
    childrenDone += 1
    progress.update(fraction: Double(childrenDone) / Double(childrenExpected), activity)
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
      let before = childrenDone
      let results = try trials.run(count: setup.request.crashTrialsPerCase) { [self] done, total in
        childrenDone = before + 2 * done
        progress.update(
          fraction: Double(childrenDone) / Double(childrenExpected),
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
