internal import InkModel
internal import InkReport
internal import InkRun
internal import InkStorage

/// `inkbench run`: replays sessions against stores and writes a report.
struct RunCommand: CaseCommand {
  static let name = "run"
  static let abstract = "Replay workloads or sessions against storage backends and write a report."
  static let discussion = [
    "Each case (a session, a backend, a codec, a durability class) is replayed in a process of its own, several "
      + "times, interleaved with the others. After each replay a fresh process opens the store again and "
      + "compares all of its content. Then processes are ended in the middle of their work, and what is left is "
      + "judged against what had been acknowledged. Last, a short look is taken at the states that the end of the "
      + "process or of the power can leave on disk; 'crash' looks at them at length.",
    "The report goes to the output directory as report.md, report.json and plots; the store is removed.",
    "Results are written as each step ends, to results.jsonl in the output directory. Ctrl-C ends the run with a "
      + "report of what was measured; a second Ctrl-C leaves at once. With --resume a run that was stopped or killed "
      + "goes on: the same command again does what is missing.",
    "With --shard I/N the run is one of N parts, whose cases are dealt out alike on every machine; 'merge' makes one "
      + "report of the parts.",
    "With --check-only nothing is timed and no process is ended: many small sessions, one a seed, are replayed, "
      + "and all content is compared as pages are opened, wherever the document is left, and at the end. A "
      + "session that fails is shrunk to a short session file.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .dataLost, .notComparable, .usage, .malformedInput, .unreadableInput, .internalError,
    .diskFailed, .interrupted,
  ]
  static let examples = [
    Example("run", "The workload 'meeting' on one backend of each level."),
    Example(
      "run lecture --backend journal,sqlite --output Reports/lecture",
      "Dense pages on the upper two levels."),
    Example("run lecture --dry-run", "Where it would work, how many bytes, how long, and whether they fit."),
    Example("run notes.inksession", "Recorded or imported ink."),
    Example("run lecture --output Reports/lecture --resume", "Goes on where that run was stopped."),
    Example(
      "run lecture --shard 2/3 --output shard-2",
      "The second of three parts, on a machine of its own."),
    Example("run meeting --check-only --seeds 10000", "Ten thousand small sessions, compared and not timed."),
  ]
  static let arguments: [Argument<Self>] =
    [
      .operands(
        "SESSION", \.sessions, help: "Workloads, by name or path, or session files; 'meeting' if not given.")
    ] + caseArguments + [
      .option(
        "--rounds", \.rounds, value: "N", limits: .within(1...1_000), help: "Timed rounds of each case."),
      .option(
        "--crash-trials", \.crashTrials, value: "N", limits: .within(0...100_000),
        help: "Processes to end in the middle of their work, per case; 0 for none."),
      .option(
        "--crash-states", \.crashStates, value: "N", limits: .within(0...1_000_000),
        help: "States that a crash can leave to generate, per case; 0 for none."),
      .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
      .option("--pace", \.pace, value: "PACE", help: "'virtual' skips the pauses, 'real' lets them pass."),
      .option(
        "--store", \.store, value: "DIR",
        help: "Where stores lie during the run; .inkbench-store if not given, or memory with --check-only."),
      .option(
        "--output", \.output, value: "DIR", help: "Where the report goes; a new one in Reports if not given."),
      .flag(
        "--resume", \.isResumed, help: "Go on with the run in --output, which this same command began."),
      .option(
        "--shard", \.shard, value: "I/N", help: "Run one of N parts of the cases; 'merge' puts them together."
      ),
      .options(
        "--device", \.devices, value: "NAMES|FILE",
        help: "Devices to price the saves for, by name or file; all built-in ones if not given."),
      .flag("--check-only", \.isCheckOnly, help: "Compare the content of many small sessions; time nothing."),
      .option(
        "--seeds", \.seeds, value: "N", limits: .within(1...10_000_000),
        help: "With --check-only: how many seeds, from the first one on; 1000 if not given."),
      .option(
        "--strokes", \.strokes, value: "N", limits: .within(SmallWorkload.strokesAllowed),
        help: "With --check-only: strokes of a session at most; 40 if not given."),
      .option(
        "--session-seconds", \.sessionSeconds, value: "N", limits: .within(1...3_600),
        help: "With --check-only: a session that takes longer counts as hung; 20 if not given."),
      .flag("--dry-run", \.isDryRun, help: "Say what would be done, and stop."),
    ]

  var sessions: [String] = []
  var backends: [String] = []
  var codecs: [String] = []
  var durabilities: [Durability] = []
  var rounds = 3
  var crashTrials = 54
  var crashStates = 4_000
  var seed: UInt64?
  var pace = Pace.virtual
  var store: String?
  var output: String?
  var isResumed = false
  var shard: Shard?
  var devices: [String] = []
  var isDryRun = false
  var isCheckOnly = false
  var seeds: Int?
  var strokes: Int?
  var sessionSeconds: Int?

  func validate(against registry: Registry) throws(UsageError) {
    _ = try registry.backends(named: backends)
    _ = try registry.codecs(named: codecs)
    try refuseMixtures()
    guard !isResumed || output != nil else {
      throw UsageError("'--resume' needs '--output', the directory of the run to go on with")
    }
  }

  /// Options of one kind of run mean nothing in the other.
  private func refuseMixtures() throws(UsageError) {
    let plain = RunCommand()
    if isCheckOnly {
      let timed = [
        ("--rounds", rounds != plain.rounds), ("--crash-trials", crashTrials != plain.crashTrials),
        ("--crash-states", crashStates != plain.crashStates),
        ("--pace", pace != plain.pace), ("--resume", isResumed), ("--shard", shard != nil),
        ("--device", !devices.isEmpty),
      ]
      guard let misplaced = timed.first(where: \.1) else { return }
      throw UsageError("'\(misplaced.0)' has no meaning with '--check-only', which times nothing")
    }
    let checked = [
      ("--seeds", seeds != nil), ("--strokes", strokes != nil), ("--session-seconds", sessionSeconds != nil),
    ]
    guard let misplaced = checked.first(where: \.1) else { return }
    throw UsageError("'\(misplaced.0)' needs '--check-only'")
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    if isCheckOnly { return try CheckExecution(CheckSetup(self, in: context), context).run(isDry: isDryRun) }
    let setup = try RunSetup(self, in: context)
    for omission in setup.omissions {
      context.standardError.line("\(context.environment.programName): \(omission)")
    }
    try OutputDirectory.check(setup.outputDirectory)
    let kept: KeptResults? = isResumed ? try ResumeCheck.kept(setup, in: context) : nil
    let preflight = try setup.preflight()
    guard !isDryRun else {
      context.standardOutput.write(PreflightText.text(preflight, setup: setup, kept: kept))
      return preflight.fits ? .success : .diskFailed
    }
    guard preflight.fits else {
      throw CommandFailure(.diskFailed, PreflightText.tooLarge(preflight), hint: "Nothing was written.")
    }
    if !isResumed { try ResumeCheck.refuseUnfinished(setup.outputDirectory) }
    return try RunExecution(setup: setup, preflight: preflight, kept: kept, context: context).run()
  }
}
