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
  /// The command line that gives the same verdicts.
  let commandLine: String

  init(_ command: CrashCommand, in context: Context) throws(CommandFailure) {
    let words = command.sessions.isEmpty ? [WorkloadLibrary.standardName] : command.sessions
    let operands = try RunSetup.operands(words, seed: command.seed, in: context)
    let list = try CaseList(
      of: command, sessions: operands.map(\.name), standard: Durability.allCases,
      standardCodecs: Self.codecsStandard, in: context)
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
    let output = try RunSetup.outputDirectory(
      command.output
        ?? RunSetup.newReport(operands.map { $0.name + "-crash" }, in: context.environment.currentDirectory),
      in: context)
    outputDirectory = output
    let program = context.environment.programName
    let place = command.output.map { " --report \($0)" } ?? ""
    request = CrashRequest(
      cases: kept, excerpts: excerpts,
      profiles: try CrashProfileOperand.profiles(command.profiles, in: context),
      statesPerCase: command.budget.states, seconds: command.budget.seconds,
      seed: command.seed ?? Self.seedStandard,
      workers: command.workers ?? max(1, ProcessInfo.processInfo.activeProcessorCount),
      replayCommand: { "\(program) \(CrashReplayCommand.name) \($0)\(place) --keep found" })
    request.shard = command.shard
    storeDirectory = MemoryPlace.store(command.store, in: context)
    commandLine = ([program, CrashCommand.name] + command.words(operands.map(\.name), words))
      .joined(separator: " ")
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
    let stores = request.cases.count
    return """
      Explores \(stores) store\(stores == 1 ? "" : "s") under \(request.profiles.count) profiles, at most \
      \(Humanised.count(Double(request.statesPerCase))) states each\
      \(request.seconds.map { ", for \($0) s" } ?? ""), with \(request.workers) processes\(request.shard.map { "; shard \($0.text) of them" } ?? "")
      States   \(storeDirectory)
      Report   \(outputDirectory)

      """
  }

  /// One codec tells as much of what a crash leaves as another; the smallest states are checked fastest.
  private static let codecsStandard = ["packed"]
  private static let seedStandard: UInt64 = 1
}

extension CrashCommand {
  /// The options that decide the verdicts, as a user would write them.
  fileprivate func words(_ names: [String], _ operands: [String]) -> [String] {
    var words = operands
    if !backends.isEmpty { words += ["--backend", backends.joined(separator: ",")] }
    if !codecs.isEmpty { words += ["--codec", codecs.joined(separator: ",")] }
    if !durabilities.isEmpty {
      words += ["--durability", durabilities.map(\.rawValue).joined(separator: ",")]
    }
    if !profiles.isEmpty { words += ["--profile", profiles.joined(separator: ",")] }
    words += ["--budget", budget.argumentText]
    if let seed { words += ["--seed", "\(seed)"] }
    return words
  }
}
