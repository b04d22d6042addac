internal import InkModel
internal import InkReport
internal import InkRun
internal import InkSimulation
internal import InkStorage

/// Everything that is known of a check before it begins.
struct CheckSetup {
  let request: SeedRequest
  /// What each case's sessions were cut to; a session file is taken as it is.
  let sizes: [String]
  let omissions: [String]
  let storeDirectory: String
  let outputDirectory: String
  /// The command line that repeats the check.
  let commandLine: String
  /// How the user would write a failing session of a case.
  let repeating: Repeating

  /// Seeds that are checked unless the user says otherwise: some seconds' work.
  static let seedsStandard = 1_000

  init(_ command: RunCommand, in context: Context) throws(CommandFailure) {
    let words = command.sessions.isEmpty ? [WorkloadLibrary.standardName] : command.sessions
    let operands = try words.map { (word) throws(CommandFailure) in
      try SessionOperand(word, seed: command.seed, in: context)
    }
    let list = try CaseList(
      of: command, sessions: operands.map(\.name), standard: [.processCrash], in: context)
    var sizes: [String] = []
    var sessions: [CheckTask.Sessions] = []
    for operand in operands {
      let (source, size) = try Self.sessions(of: operand, command)
      sessions.append(source)
      sizes.append("\(operand.name): \(size)")
    }
    let kept = list.cases.filter { $0.backend.traits.retainsContent }
    guard !kept.isEmpty else {
      throw CommandFailure(.usage, "nothing is left to check: name a backend that keeps what it is given")
    }
    omissions =
      list.omissions
      + Set(list.cases.filter { !$0.backend.traits.retainsContent }.map(\.name.backend)).sorted().filter {
        command.backends.contains($0)
      }.map { "\($0) keeps nothing that could be compared; left out" }
    self.sizes = sizes
    request = SeedRequest(
      cases: kept.map { SeedRequest.Case(name: $0.name, sessions: sessions[$0.session]) },
      secondsPerSession: command.sessionSeconds ?? SeedRequest.secondsPerSessionStandard)
    storeDirectory = MemoryPlace.store(command.store, in: context)
    outputDirectory = try RunSetup.outputDirectory(
      command.output
        ?? RunSetup.newReport(operands.map { $0.name + "-seeds" }, in: context.environment.currentDirectory),
      in: context)
    let program = context.environment.programName
    repeating = Repeating(
      program: program,
      words: Dictionary(zip(operands.map(\.name), words), uniquingKeysWith: { first, _ in first }),
      strokes: command.strokes)
    commandLine = ([program, RunCommand.name] + command.checkWords).joined(separator: " ")
  }

  private static func sessions(
    of operand: SessionOperand, _ command: RunCommand
  ) throws(CommandFailure) -> (CheckTask.Sessions, String) {
    switch operand.reference {
    case .file(let path):
      guard command.seeds == nil, command.strokes == nil else {
        throw CommandFailure(
          .usage, "'--seeds' and '--strokes' have no meaning for the session file '\(path)', which is fixed")
      }
      // Said here rather than by each child.
      do throws(RunError) { _ = try operand.session() } catch { throw CommandFailure(error) }
      return (.files([path]), "the session as it is in its file")
    case .workload(let json, let seed):
      let workload: Workload
      do throws(WorkloadError) { workload = try Workload(json: json) } catch { throw CommandFailure(error) }
      let small = SmallWorkload(workload, strokes: command.strokes ?? SmallWorkload.strokesStandard)
      let count = command.seeds ?? seedsStandard
      guard UInt64(count) - 1 <= UInt64.max - seed else {
        throw CommandFailure(.usage, "\(count) seeds from \(seed) on are more than there are")
      }
      return (.seeds(json: small.workload.canonicalText, first: seed, count: count), small.summary)
    }
  }
}

extension RunCommand {
  /// The options as a user would write them to repeat the check.
  fileprivate var checkWords: [String] {
    var words = sessions + ["--check-only"]
    if !backends.isEmpty { words += ["--backend", backends.joined(separator: ",")] }
    if !codecs.isEmpty { words += ["--codec", codecs.joined(separator: ",")] }
    if !durabilities.isEmpty {
      words += ["--durability", durabilities.map(\.rawValue).joined(separator: ",")]
    }
    if let seed { words += ["--seed", "\(seed)"] }
    if let seeds { words += ["--seeds", "\(seeds)"] }
    if let strokes { words += ["--strokes", "\(strokes)"] }
    if let sessionSeconds { words += ["--session-seconds", "\(sessionSeconds)"] }
    return words
  }
}
