import InkCommand
import InkModel
import InkReport

/// A command with one argument of each kind, for the rules of parsing.
struct ProbeCommand: Command, Equatable {
  static let name = "probe"
  static let abstract = "Show every kind of argument."
  static let discussion = [
    "A paragraph that is long enough to be broken into two lines, of which neither is too wide."
  ]
  static let examples = [Example("probe a.json --seed 7", "Probes one file.")]
  static let exitCodes: [ExitCode] = [.success, .dataLost]
  static let arguments: [Argument<Self>] = [
    .operand("BASE", \.base, help: "The first operand."),
    .operands("FILE", \.files, help: "All other operands."),
    .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's seed."),
    .option("--rounds", \.rounds, value: "N", limits: .within(1...100), help: "Repetitions of each case."),
    .option("--pace", \.pace, value: "PACE", help: "How gaps pass."),
    .options("--backend", \.backends, value: "NAMES", help: "What to measure."),
    .options("--durability", \.durabilities, value: "CLASSES", help: "What to promise."),
    .flag("--dry-run", \.isDryRun, help: "Print what would run."),
  ]

  var base = ""
  var files: [String] = []
  var seed: UInt64?
  var rounds = 10
  var pace = Pace.virtual
  var backends: [String] = []
  var durabilities: [Durability] = []
  var isDryRun = false

  func validate(against registry: Registry) throws(UsageError) {
    _ = try registry.backends(named: backends)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    guard base != "broken.json" else {
      throw CommandFailure(.malformedInput, "broken.json: line 3: no number", hint: "Look there.")
    }
    context.standardOutput.line("probed \(base)")
    return base == "lost.json" ? .dataLost : .success
  }
}

/// A command whose name is two words and that nothing lists.
struct ProbeDeepCommand: Command {
  static let name = "probe deep"
  static let abstract = "Probe deeper."
  static let isHidden = true
  static let arguments: [Argument<Self>] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode { .interrupted }
}
