internal import FoundationEssentials
internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkStorage

/// Everything that is known of an exploration before it begins.
struct CrashSetup {
  private(set) var request: CrashRequest
  let omissions: [String]
  let storeDirectory: String
  let outputDirectory: String
  /// The same as the user named it, or would name it, for a shell.
  let outputWord: String
  /// The command line that gives the same verdicts.
  let commandLine: String

  init(_ command: CrashCommand, in context: Context) throws(CommandFailure) {
    let words = command.sessions.isEmpty ? [WorkloadLibrary.standardName] : command.sessions
    let operands = try RunSetup.operands(words, seed: command.seed, in: context)
    let list = try CaseList(
      of: command, sessions: operands.map(\.name),
      standardCodecs: Self.codecsStandard(in: context.registry), in: context)
    let kept = list.cases.filter { $0.backend.traits.retainsContent }
    guard !kept.isEmpty else {
      throw CommandFailure(.usage, "nothing is left to explore: name a backend that keeps what it is given")
    }
    omissions = list.omissions
    var excerpts: [CrashExcerpt] = []
    do throws(RunError) {
      for (word, operand) in zip(words, operands) {
        // A session file may come from anywhere; said here rather than by a child.
        if case .file = operand.reference { _ = try operand.session() }
        excerpts.append(try CrashExcerpt(operand.reference, named: operand.name, operand: word))
      }
    } catch {
      throw CommandFailure(error)
    }
    let output =
      command.output
      ?? RunSetup.newReport(operands.map { $0.name + "-crash" }, in: context.environment.currentDirectory)
    outputDirectory = try RunSetup.outputDirectory(output, in: context)
    outputWord = RunCommand.quoted(output)
    let program = context.environment.programName
    // Where the report is decides no verdict; whoever prints a command adds it.
    let files = command.profiles.filter { CrashProfile.named($0) == nil }
    let options = files.isEmpty ? "" : " --profile \(RunCommand.quoted(files.joined(separator: ",")))"
    var request = CrashRequest(
      cases: kept, excerpts: excerpts,
      profiles: try CrashProfileOperand.profiles(command.profiles, in: context),
      statesPerCase: command.budget.statesPerStore(of: kept.count), seconds: command.budget.seconds,
      seed: command.seed ?? Self.seedStandard,
      workers: command.workers ?? max(1, ProcessInfo.processInfo.activeProcessorCount),
      replayCommand: { "\(program) \(CrashReplayCommand.name) \($0) --keep found\(options)" })
    request.faults = command.faultRequest(
      names: operands.map(\.name), words, program: program)
    request.shard = command.shard
    self.request = request
    storeDirectory = MemoryPlace.store(command.store, in: context)
    commandLine = ([program, CrashCommand.name] + command.words(words))
      .map(RunCommand.quoted).joined(separator: " ")
  }

  /// The report before anything was explored.
  var emptyReport: CrashReport {
    var report = CrashReport(command: commandLine, seed: request.seed, budget: request.statesPerCase)
    report.sessions = request.excerpts.map(\.explored)
    report.shard = request.shard?.text
    return report
  }

  /// What is about to be done, in a few lines.
  var preflight: String {
    """
    Explores \(counted(request.cases.count, "store")) \(aim), with \
    \(request.workers) process\(request.workers == 1 ? "" : "es")\
    \(request.shard.map { "; shard \($0.text) of them" } ?? "")
    States   \(storeDirectory)
    Report   \(outputDirectory)

    """
  }

  /// What is tried with the stores, and how much of it.
  private var aim: String {
    let lives = request.faults.map { counted($0.lives, "life with faults", "lives with faults") }
    let profiles = counted(request.profiles.count, "profile")
    if let faults = request.faults, faults.isAlone {
      let limit =
        request.seconds.map { "for \($0) s" } ?? "at most \(counted(faults.lives, "life", "lives")) each"
      return "with \(counted(faults.faults.count, "fault")), \(limit)"
    }
    if let seconds = request.seconds { return "under \(profiles), for \(seconds) s" }
    let states = counted(request.statesPerCase, "state")
    return
      "under \(profiles), at most \(([states] + (lives.map { [$0] } ?? [])).joined(separator: " and ")) each"
  }

  /// One codec tells as much of what a crash leaves as another; the smallest states are checked fastest.
  private static func codecsStandard(in registry: Registry) -> [String] {
    let names = registry.codecs.map(\.name)
    return names.contains(codecStandard) ? [codecStandard] : Array(names.prefix(1))
  }

  private static let codecStandard = "packed"
  static let seedStandard: UInt64 = 1
}

extension CrashCommand {
  /// The options that decide the verdicts, as a user would write them.
  fileprivate func words(_ operands: [String]) -> [String] {
    var words = operands
    if !backends.isEmpty { words += ["--backend", backends.joined(separator: ",")] }
    if !codecs.isEmpty { words += ["--codec", codecs.joined(separator: ",")] }
    if !durabilities.isEmpty {
      words += ["--durability", durabilities.map(\.rawValue).joined(separator: ",")]
    }
    if !profiles.isEmpty { words += ["--profile", profiles.joined(separator: ",")] }
    words += ["--budget", budget.argumentText]
    if let lives { words += ["--faults", "\(lives)"] }
    if !faults.isEmpty { words += ["--fault", faults.map(\.text).joined(separator: ",")] }
    if let seed { words += ["--seed", "\(seed)"] }
    return words
  }

  /// The lives that are to be lived; nil for none.
  fileprivate func faultRequest(names: [String], _ operands: [String], program: String) -> FaultRequest? {
    let lives = self.lives ?? Self.livesStandard
    guard lives > 0 || !faults.isEmpty else { return nil }
    let seed = self.seed.map { " --seed \($0)" } ?? ""
    return FaultRequest(
      faults: faults.isEmpty ? FaultMoment.all : faults, lives: lives, isAlone: !faults.isEmpty,
      commands: operands.map { "\(program) \(CrashCommand.name) \($0)\(seed)" })
  }
}
