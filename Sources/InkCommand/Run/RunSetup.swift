internal import FoundationEssentials
internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkTrace

/// Everything that is known of a run before it begins.
struct RunSetup {
  let request: RunRequest
  let sessions: [Session]
  let summaries: [SessionSummary]
  let costs: [SessionCost]
  let omissions: [String]
  let outputDirectory: String
  /// The devices that saves are priced for.
  let devices: DeviceChoice
  /// The command line that repeats the run.
  let commandLine: String
  /// Which part of a larger run this is; nil for a whole one.
  let shard: ReportShard?
  /// Chooses amongst the states that a crash can leave, as `crash` does for the same session.
  let crashSeed: UInt64

  init(_ command: RunCommand, in context: Context) throws(CommandFailure) {
    let words = command.sessions.isEmpty ? [WorkloadLibrary.standardName] : command.sessions
    let operands = try Self.operands(words, seed: command.seed, in: context)
    let list = try CaseList(of: command, sessions: operands.map(\.name), in: context)
    omissions = list.omissions
    crashSeed = command.seed ?? CrashSetup.seedStandard
    devices = try DeviceChoice(command.devices, in: context)
    var sessions: [Session] = []
    do throws(RunError) {
      for operand in operands { sessions.append(try operand.session()) }
      costs = try sessions.map { (session) throws(RunError) in
        try SessionCost(session, plan: ReplayPlan(session))
      }
    } catch {
      throw CommandFailure(error)
    }
    self.sessions = sessions
    summaries = zip(sessions, costs).map { SessionSummary($0, cost: $1) }
    var request = RunRequest(
      sessions: operands.map(\.reference), cases: list.cases, rounds: command.rounds,
      pace: command.pace,
      storeDirectory: context.absolutePath(command.store ?? Self.standardStore),
      executable: context.environment.executablePath, childWords: [ChildCommand.name],
      crashTrialsPerCase: command.crashTrials, crashStatesPerCase: command.crashStates)
    let program = context.environment.programName
    shard = try Self.deal(command.shard, &request, costs, command.commandLine(of: program, asShard: false))
    self.request = request
    let names = operands.map(\.name) + (command.shard.map { ["shard \($0.number) of \($0.count)"] } ?? [])
    outputDirectory = try Self.outputDirectory(
      command.output ?? Self.newReport(names, in: context.environment.currentDirectory), in: context)
    commandLine = command.commandLine(of: program)
  }

  /// Leaves only a shard's cases in a request, and says what it is a shard of.
  private static func deal(
    _ shard: Shard?, _ request: inout RunRequest, _ costs: [SessionCost], _ wholeCommand: String
  ) throws(CommandFailure) -> ReportShard? {
    guard let shard else { return nil }
    let whole = request
    guard shard.count <= whole.cases.count else {
      throw CommandFailure(
        .usage,
        "'--shard \(shard.text)' has more parts than the run has cases, of which there are \(whole.cases.count)"
      )
    }
    request.cases = whole.cases(of: shard, costs: costs).map { whole.cases[$0] }
    return ReportShard(shard, wholeCommand: wholeCommand, wholeCases: whole.cases.map(\.name))
  }

  /// What decides whether results belong together.
  var options: RunOptions {
    RunOptions(
      rounds: request.rounds, pace: request.pace, crashTrialsPerCase: request.crashTrialsPerCase,
      crashStatesPerCase: request.crashStatesPerCase)
  }

  /// Where stores lie unless the user says otherwise.
  static let standardStore = ".inkbench-store"

  static func operands(
    _ words: [String], seed: UInt64?, in context: Context
  ) throws(CommandFailure) -> [SessionOperand] {
    var operands: [SessionOperand] = []
    for word in words {
      let operand = try SessionOperand(word, seed: seed, in: context)
      guard !operands.contains(where: { $0.name == operand.name }) else {
        throw CommandFailure(
          .usage,
          "two sessions are called '\(operand.name)': name it once, or give one of the files another name")
      }
      operands.append(operand)
    }
    return operands
  }

  /// A name in Reports that no earlier run has taken: the sessions' names and the date and time.
  static func newReport(_ names: [String], in directory: String) -> String {
    let stamp = Date.now.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted))
    let stem = "Reports/\(names.map(\.plainFileName).joined(separator: "+"))-\(stamp)"
    guard FileManager.default.fileExists(atPath: directory + "/" + stem) else { return stem }
    let free = (2...).first { !FileManager.default.fileExists(atPath: "\(directory)/\(stem)-\($0)") }
    return "\(stem)-\(free ?? 0)"
  }

  /// How to go on with a run that was ended, as a line.
  var continuation: String {
    "Go on with: \(commandLine) --output \(RunCommand.quoted(outputDirectory)) --resume"
  }

  static func outputDirectory(
    _ path: String, in context: Context
  ) throws(CommandFailure) -> String {
    let path = context.absolutePath(path)
    let existing = FileSystem.existingParent(of: path)
    guard Platform.kind(ofFileAt: existing) == .directory else {
      throw CommandFailure(.usage, "'\(existing)' is a file; give --output a directory")
    }
    return path
  }

  func preflight() throws(CommandFailure) -> Preflight {
    do { return try Preflight(request: request, costs: costs) } catch { throw CommandFailure(error) }
  }
}

extension SessionSummary {
  fileprivate init(_ session: Session, cost: SessionCost) {
    let origin =
      switch session.origin {
      case .simulated(let workload): "simulated from the workload '\(workload)'"
      case .imported(let format, let file): "imported from \(format) ('\(file)')"
      case .recorded(let app): "recorded in \(app)"
      }
    self.init(
      name: session.name, digest: session.digest(), origin: origin, times: session.times.rawValue,
      seed: session.seed, policy: session.policy.summary, eventCount: session.events.count,
      strokeCount: cost.strokeCount, pointCount: cost.pointCount,
      basePageCount: session.base.document.pages.count,
      sessionMilliseconds: session.events.map(\.endMilliseconds).max() ?? 0,
      shapes: session.shapes.rawValue, droppedEventCount: session.droppedEventCount,
      recordedSaves: RecordedSaveRow.rows(of: session))
  }
}
