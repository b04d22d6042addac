internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench moments`: what an app's user waits for besides saving, measured for every store.
struct MomentsCommand: CaseCommand {
  static let name = "moments"
  static let abstract =
    "Measure opening, listing, exporting and the other moments of an app on every backend."
  static let discussion = [
    "Each store is built from the pages of a workload, and each moment is repeated: opening the document and a page, "
      + "listing a library, inserting an image, going to the background with dirty pages, moving a page, "
      + "exporting. Times are medians with quartiles; calls, bytes and syncs are exact.",
    "Opening and listing are measured warm, and cold: with the store's files dropped from the page cache. A cold time "
      + "is withheld where the files can't be shown to have left memory, as on tmpfs.",
    "The report goes to the output directory as moments.md, moments.json and plots of how listing grows; the "
      + "stores are removed. Ctrl-C "
      + "keeps a report of what was measured.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .dataLost, .notComparable, .usage, .malformedInput, .unreadableInput, .internalError,
    .diskFailed,
    .interrupted,
  ]
  static let examples = [
    Example("moments", "All moments of the workload 'meeting' on the standard backends."),
    Example(
      "moments lecture --backend snapshot,sqlite --moment open-page,export", "Two moments with dense pages."),
    Example("moments --moment list-library --library 10,100,1000,5000", "A larger library."),
  ]
  static let arguments: [Argument<Self>] =
    [
      .operand("WORKLOAD", \.workload, help: "A workload, by name or path; 'meeting' if not given.")
    ] + caseArguments + [
      .options(
        "--moment", \.moments, value: "NAMES",
        help:
          "Moments to measure, all if not given: \(Moment.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
      ),
      .options(
        "--library", \.library, value: "SIZES",
        help: "Notebooks in the libraries that are listed; 10,100,1000 if not given."),
      .option(
        "--repeat", \.repetitions, value: "N", limits: .within(3...1_000), help: "Repetitions of each moment."
      ),
      .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
      .option(
        "--store", \.store, value: "DIR", help: "Where stores lie meanwhile; .inkbench-store if not given."),
      .option(
        "--output", \.output, value: "DIR", help: "Where the report goes; a new one in Reports if not given."),
      .flag("--dry-run", \.isDryRun, help: "Say what would be done, and stop."),
    ]

  var workload: String?
  var backends: [String] = []
  var codecs: [String] = []
  var durabilities: [Durability] = []
  var moments: [Moment.Kind] = []
  var library: [Int] = []
  var repetitions = MomentRequest.repetitionsStandard
  var seed: UInt64?
  var store: String?
  var output: String?
  var isDryRun = false

  /// A library of more is nobody's, and would fill the disk.
  private static let librarySizeMax = 100_000

  func validate(against registry: Registry) throws(UsageError) {
    _ = try registry.backends(named: backends)
    _ = try registry.codecs(named: codecs)
    for size in library {
      guard 1...Self.librarySizeMax ~= size else {
        throw UsageError("'--library' takes numbers from 1 to \(Self.librarySizeMax), not \(size)")
      }
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let setup = try MomentsSetup(self, in: context)
    for omission in setup.omissions {
      context.standardError.line("\(context.environment.programName): \(omission)")
    }
    do throws(RunError) { try StoreDirectory.isFree(setup.storeDirectory) } catch {
      throw CommandFailure(error)
    }
    try OutputDirectory.checkForMoments(setup.outputDirectory)
    guard !isDryRun else {
      context.standardOutput.write(setup.preflight)
      return .success
    }
    return try MomentsExecution(setup, context).run()
  }
}

extension Moment.Kind: ArgumentWord {}
