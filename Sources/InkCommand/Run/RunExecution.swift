internal import FoundationEssentials
internal import InkCrash
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkStorage

/// Carries out a prepared run, or what is missing of it, and writes its report.
final class RunExecution {
  private let setup: RunSetup
  private let context: Context
  private let display: RunDisplay
  private let interruption: Interruption
  private let preflight: Preflight
  /// What an earlier process has left of this run; nil for a new one.
  private let kept: KeptResults?
  /// The steps of it that need not be done again.
  private let stepsKept: [RunStep: EndedStep]
  private let scripts: RecordedScripts
  private var resumptions: [Resumption] = []

  init(setup: RunSetup, preflight: Preflight, kept: KeptResults?, context: Context) {
    self.setup = setup
    self.preflight = preflight
    self.kept = kept
    scripts = setup.scripts
    stepsKept = setup.stepsKept(of: kept)
    self.context = context
    display = RunDisplay(
      context, timeLeft: TimeLeft(setup.request, seconds: preflight.steps, kept: stepsKept))
    interruption = Interruption(
      context, and: "writing a report of what was measured", hint: setup.continuation)
  }

  /// Takes the directories, says what is to come, and runs it.
  func run() throws(CommandFailure) -> ExitCode {
    do throws(RunError) {
      // The store first: a run that is refused must not have begun another's output.
      let directory = try StoreDirectory(setup.request.storeDirectory)
      defer { directory.tearDown() }
      let facts = Machine.facts(storeDirectory: directory.path)
      let header = header(facts, warnings: Machine.warnings(storeDirectory: directory.path))
      let log = try begin(header)
      context.standardError.write(PreflightText.text(preflight, setup: setup, kept: kept))
      return try run(in: directory, header, log)
    } catch {
      display.finish()
      throw CommandFailure(error)
    }
  }

  private func header(_ facts: [EnvironmentFact], warnings: [String]) -> RunHeader {
    RunHeader(
      executable: ExecutableMark(setup.request.executable), command: setup.commandLine,
      sessions: setup.summaries, options: setup.options, cases: setup.request.cases.map(\.name),
      shard: setup.shard, environment: facts, warnings: warnings)
  }

  /// Begins the log, or goes on with it and notes that.
  private func begin(_ header: RunHeader) throws(RunError) -> ResultLog {
    guard let kept else {
      scripts.remove()
      return try ResultLog(directory: setup.outputDirectory, header: header)
    }
    let log = try ResultLog(continuing: kept)
    resumptions = kept.resumptions
    // A run that has nothing left to do only gets its report anew.
    guard !kept.isFinished else { return log }
    let resumption = Resumption(
      time: Date.now.formatted(.iso8601), keptSteps: stepsKept.count,
      differences: header.environment.differences(from: kept.header.environment))
    log.append(.resumed(how: resumption))
    resumptions.append(resumption)
    return log
  }

  private func run(
    in directory: StoreDirectory, _ header: RunHeader, _ log: ResultLog
  ) throws(RunError) -> ExitCode {
    let launcher = ChildLauncher(
      executable: setup.request.executable, words: setup.request.childWords, interruption: interruption)
    let machine = MachineReader(
      in: directory, launcher: launcher, rounds: setup.request.rounds, kept: kept?.readings ?? []
    ) { log.append(.machine(reading: $0)) }
    let pricing = RunPricing(setup.devices, measuringIn: directory.beside("device"))
    let runner = Runner(
      request: setup.request, seeds: setup.sessions.map(\.seed), directory: directory, launcher: launcher,
      kept: stepsKept, machine: machine, report: display.show,
      keep: { [self] in keep([$0], log) }, keepOperations: keepOperations)
    try runner.run()
    var records = runner.records
    if setup.request.crashTrialsPerCase > 0 {
      for index in records.indices where records[index].retainsContent {
        records[index].crashExcerpt = CrashTrials.excerptDescription
      }
    }
    var isInterrupted = runner.isInterrupted
    var diskFailure = runner.diskFailure
    if !isInterrupted, diskFailure == nil {
      (isInterrupted, diskFailure) = try crash(&records, in: directory, launcher, log)
    }
    if !isInterrupted, diskFailure == nil {
      (isInterrupted, diskFailure) = try exploreStates(&records, in: directory, launcher, log)
    }
    if !isInterrupted, diskFailure == nil, kept?.isFinished != true { log.finish() }
    display.finish()
    var record = record(records, header, isInterrupted: isInterrupted || diskFailure != nil)
    if let diskFailure { record.warnings.append("the run ended because \(diskFailure)") }
    record.machine = MachineRecord(
      fingerprint: isOfOneMachine(header) ? Fingerprint(of: directory.path).digest : nil,
      readings: machine.readings)
    record.warnings += machine.complaints
    record.modelled = pricing.modelled(
      records, sessions: setup.summaries, pace: setup.request.pace, scripts: scripts)
    return try write(record, diskFailure: diskFailure)
  }

  /// Whether all results are of this machine, as far as its facts show: the environment of the report is that
  /// of the first.
  private func isOfOneMachine(_ header: RunHeader) -> Bool {
    guard let kept else { return true }
    return header.environment.differences(from: kept.header.environment).isEmpty
      && resumptions.allSatisfy(\.differences.isEmpty)
  }

  private func keepOperations(_ file: OperationScriptFile) throws(RunError) {
    if let path = scripts.path(of: file.name) { try file.write(to: path) }
  }

  private func keep(_ ended: [EndedStep], _ log: ResultLog) {
    let couldWrite = log.failure == nil
    log.append(ended.map(ResultLine.step))
    for step in ended { display.end(step) }
    // Once: the run goes on, and whoever waits for it can make room.
    if couldWrite, let sentence = log.failureSentence {
      display.note("\(context.environment.programName): \(sentence)")
    }
  }

  private func record(
    _ cases: [CaseRecord], _ header: RunHeader, isInterrupted: Bool
  ) -> RunRecord {
    var record = RunRecord(
      sessions: setup.summaries, options: setup.options, environment: header.environment,
      warnings: header.warnings, cases: cases, isInterrupted: isInterrupted)
    record.shard = setup.shard
    guard let kept else { return record }
    // What was true when the run began still is of the results of then.
    record.warnings = kept.header.warnings + header.warnings.filter { !kept.header.warnings.contains($0) }
    record.environment = kept.header.environment
    record.resumptions = resumptions
    return record
  }

  /// Ends processes in the middle of their work; returns whether the user interrupted, and where the disk
  /// failed.
  private func crash(
    _ records: inout [CaseRecord], in directory: StoreDirectory, _ launcher: ChildLauncher, _ log: ResultLog
  ) throws(RunError) -> (isInterrupted: Bool, diskFailure: String?) {
    guard setup.request.crashTrialsPerCase > 0 else { return (false, nil) }
    for (index, runCase) in setup.request.cases.enumerated() where runCase.backend.traits.retainsContent {
      let end = RunStep(.crash, of: index)
      guard kept?.steps[end] == nil else { continue }
      let place = directory.copy("crash")
      defer { StoreCopy.remove(place) }
      try StoreCopy.makeDirectory(place)
      let trials = CrashTrials(
        runCase: runCase, number: index, session: setup.request.sessions[runCase.session],
        seed: setup.sessions[runCase.session].seed, place: place, launcher: launcher)
      let results = try trials.run(
        count: setup.request.crashTrialsPerCase, kept: kept?.steps(.crashTrial, of: index) ?? [],
        keep: { [self] in keep($0, log) }
      ) { [display] done, total in
        display.showTrials(of: index, runCase.name.text, done, total)
      }
      records[index].take(results)
      let diskFailure = results.diskFull.map { "the disk is full: \(runCase.name.text): \($0)" }
      if results.isInterrupted || diskFailure != nil { return (results.isInterrupted, diskFailure) }
      keep([EndedStep(end, results: results.failuresBeforeTrials, nanoseconds: 0)], log)
    }
    return (false, nil)
  }

  /// Looks at the states that crashes can leave; returns whether the user interrupted, and where the disk
  /// failed.
  private func exploreStates(
    _ records: inout [CaseRecord], in directory: StoreDirectory, _ launcher: ChildLauncher, _ log: ResultLog
  ) throws(RunError) -> (isInterrupted: Bool, diskFailure: String?) {
    guard setup.request.crashStatesPerCase > 0 else { return (false, nil) }
    let step = CrashStatesStep(setup, in: directory, recorder: launcher, context, interruption)
    for (index, runCase) in setup.request.cases.enumerated() where runCase.backend.traits.retainsContent {
      guard stepsKept[RunStep(.crashStates, of: index)] == nil else { continue }
      let name = runCase.name.text
      do throws(RunError) {
        let ended = try step.explore(index) { [display] fraction in
          display.showStates(of: index, name, fraction)
        }
        guard let ended else { return (true, nil) }
        for result in ended.results { records[index].add(result) }
        keep([ended], log)
      } catch {
        guard error.isDiskFailure else { throw error }
        return (false, "the disk \(error.isDiskFull ? "is full" : "failed"): \(name): \(error)")
      }
    }
    return (false, nil)
  }

  private func write(_ record: RunRecord, diskFailure: String?) throws(RunError) -> ExitCode {
    let report = Report(record, command: setup.commandLine)
    do throws(ReportError) {
      try ReportWriter.write(report, to: setup.outputDirectory)
    } catch {
      throw .report(error)
    }
    return RunEnding(setup: setup, context: context).tell(report, diskFailure: diskFailure)
  }
}

extension CaseRecord {
  /// Takes up all crash trials at once, those that were kept included.
  fileprivate mutating func take(_ results: CrashTrialResults) {
    crashTrials = results.trials
    failures.removeAll { [.crashBase, .crashSurvey, .crashTrial].contains($0.kind) }
    failures += results.failures
  }
}

extension CrashTrialResults {
  /// Failures that no trial's own line in the log tells of.
  fileprivate var failuresBeforeTrials: [CaseResult] {
    failures.filter { $0.kind != .crashTrial }.map(CaseResult.failure)
  }
}
