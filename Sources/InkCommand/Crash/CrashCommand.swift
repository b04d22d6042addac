internal import FoundationEssentials
internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench crash`: which states a crash can leave behind, and whether recovery keeps its promise in all of
/// them.
struct CrashCommand: CaseCommand {
  static let name = "crash"
  static let abstract = "Explore the states that a crash can leave, and hold stores to their promises."
  static let discussion = [
    "A short excerpt of each workload, or the last ten minutes of a session file, is replayed on each store while "
      + "every file call is recorded with its bytes. From the recording, the states are made that a crash can leave on disk: under a process crash, a crash of the "
      + "operating system, and power cuts on file systems that order writes in different ways. Each state is "
      + "opened by the store's own recovery, compared with what was saved, and opened again.",
    "A profile says what a disk may forget: 'crash profiles' lists them. Profiles that nobody has held against the "
      + "real thing are marked as assumed.",
    "Beside that, stores live on while things go wrong: a full disk, calls that fail or fall short, files that can't "
      + "be opened, a process that ends in the background, damage to a closed store. A store must say so, keep what "
      + "it had acknowledged, and work on when the fault has passed or refuse clearly.",
    "The report goes to the output directory as crash.md, verdicts.json, timing.json and crash.xml (JUnit). With a "
      + "budget of states the same command gives the same verdicts, byte for byte; one in seconds marks the report "
      + "as cut short. Ctrl-C keeps a report of the stores that were done.",
  ]
  /// This command and its verbs, in the order in which help lists them.
  static let family: [any Command.Type] = [
    CrashCommand.self, CrashReplayCommand.self, CrashExportCommand.self, CrashMatchCommand.self,
    CrashMergeCommand.self, CrashProfilesCommand.self, CrashCalibrateCommand.self,
  ]
  static let durabilitiesStandard = Durability.allCases
  static let exitCodes: [ExitCode] = [
    .success, .dataLost, .notComparable, .usage, .malformedInput, .unreadableInput, .internalError,
    .diskFailed, .interrupted,
  ]
  static let examples = [
    Example("crash", "The workload 'meeting' on one backend of each level, under all profiles."),
    Example(
      "crash lecture --backend snapshot,journal --profile ext4-ordered,xfs",
      "What two stores leave on two file systems."),
    Example("crash notes.inksession --backend sqlite", "The last ten minutes of a recorded session."),
    Example("crash --faults 20000", "Faults at every call, until the run passes untouched."),
    Example(
      "crash meeting --backend journal --fault failed-sync,no-space+lasting",
      "How a journal takes syncs that fail and a disk that is full."),
    Example("crash meeting --budget 400000", "Ten times as many states of each store."),
  ]
  static let arguments: [Argument<Self>] =
    [
      .operands(
        "SESSION", \.sessions, help: "Workloads, by name or path, or session files; 'meeting' if not given.")
    ] + caseArguments + [
      .options(
        "--profile", \.profiles, value: "NAMES|FILE",
        help: "Crash profiles, by name or file; all built-in ones if not given."),
      .option(
        "--budget", \.budget, value: "STATES|SECONDS",
        help: "States to generate for each store, or with an 's' a time for all of it."),
      .option(
        "--faults", \.lives, value: "N", limits: .within(0...1_000_000),
        help: "Lives of each store in which something goes wrong, 400 if not given; 0 for none."),
      .options(
        "--fault", \.faults, value: "NAMES",
        help: "Only these faults, and no crash states: no-space, io-error+lasting, failed-rename@7, …"),
      .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
      .option(
        "--workers", \.workers, value: "N", limits: .within(1...256),
        help: "Processes that check states side by side; one a core if not given."),
      .option(
        "--store", \.store, value: "DIR",
        help: "Where states lie meanwhile; in memory if the system has a place for that."),
      .option(
        "--output", \.output, value: "DIR", help: "Where the report goes; a new one in Reports if not given."),
      .option(
        "--shard", \.shard, value: "I/N",
        help: "Check only part I of N of each store's states; 'crash merge' makes one report of all parts."),
      .flag(
        "--resume", \.isResumed,
        help: "Go on behind the stores that are done in --output, which this same command began."),
      .flag("--dry-run", \.isDryRun, help: "Say what would be explored, and stop."),
    ]

  var sessions: [String] = []
  var backends: [String] = []
  var codecs: [String] = []
  var durabilities: [Durability] = []
  var profiles: [String] = []
  var budget = CrashBudget(states: Self.statesStandard)
  var lives: Int?
  var faults: [FaultMoment] = []
  var seed: UInt64?
  var workers: Int?
  var store: String?
  var output: String?
  var shard: Shard?
  var isResumed = false
  var isDryRun = false

  /// What two cores check in well under a minute, for one backend of each level in each class.
  static let statesStandard = 40_000

  /// Every moment of the rarer faults, and some twenty of each of the others; the table says of how many.
  static let livesStandard = 400

  func validate(against registry: Registry) throws(UsageError) {
    _ = try registry.backends(named: backends)
    _ = try registry.codecs(named: codecs)
    guard !isResumed || output != nil else {
      throw UsageError("'--resume' needs '--output', the directory of the exploration to go on with")
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let setup = try CrashSetup(self, in: context)
    for omission in setup.omissions {
      context.standardError.line("\(context.environment.programName): \(omission)")
    }
    // First: of a report that is to be gone on with, the sentence says what is wrong with it.
    let resumed = try resumed(of: setup, in: context)
    try OutputDirectory.checkForCrashes(setup.outputDirectory)
    guard !isDryRun else {
      context.standardOutput.write(setup.preflight)
      return .success
    }
    if !isResumed { try CrashResume.refuseUnfinished(setup.outputDirectory, for: setup) }
    return try CrashExecution(setup, resuming: resumed, context).run()
  }

  private func resumed(of setup: CrashSetup, in context: Context) throws(CommandFailure) -> CrashResume? {
    guard isResumed else { return nil }
    let directory = setup.outputDirectory
    guard FileManager.default.fileExists(atPath: directory + "/" + CrashReport.jsonName) else {
      // As after one that was ended before its first store was done.
      context.standardError.line(
        "\(context.environment.programName): '\(directory)' holds no exploration to go on with; one begins")
      return nil
    }
    return try CrashResume(
      of: setup.emptyReport, cases: setup.request.cases.map(\.name), under: setup.request.profiles,
      in: setup.outputDirectory)
  }
}
