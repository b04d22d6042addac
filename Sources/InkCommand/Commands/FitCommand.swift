internal import InkModel
internal import InkSimulation

/// `inkbench fit`: makes a workload of what users did.
struct FitCommand: Command {
  static let name = "fit"
  static let abstract = "Fit a workload to recorded sessions or their summaries."
  static let discussion = [
    "Each operand is one user: a session file, a summary, or a directory of both. The workload's pages, pauses, edits "
      + "and hand are those of the median user. '--user-percentile 90' makes the user heavier: every amount, such "
      + "as strokes, page sizes and edits, is then at that percentile of the users.",
    "The fitted workload is simulated and measured as the recordings were, and both stand side by side. What "
      + "the recordings don't show keeps its default, and is named.",
  ]
  static let exitCodes: [ExitCode] = [.success, .usage, .malformedInput, .unreadableInput, .diskFailed]
  static let examples = [
    Example("fit alice bob.json --output mine.json", "Two users; 'run mine.json' then replays the workload."),
    Example("fit users/* --user-percentile 90 --output heavy.json", "A heavy user of many."),
  ]
  static let arguments: [Argument<Self>] = [
    .operands(
      "USER", \.users, isRequired: true, help: "A session file, a summary, or a directory of one user's."),
    .requiredOption(
      "--output", \.output, value: "FILE", help: "The workload file to write, such as mine.json."),
    .option(
      "--user-percentile", \.userPercentile, value: "P", limits: .within(0...100),
      help: "Which of the users is fitted in every amount."),
  ]

  var users: [String] = []
  var output = ""
  var userPercentile = 50

  func validate(against registry: Registry) throws(UsageError) {
    guard output.hasSuffix(".json") else {
      throw UsageError("'--output \(output)' must end in '.json', as workload files do")
    }
    var seen: Set<String> = []
    guard let twice = users.first(where: { !seen.insert($0).inserted }) else { return }
    throw UsageError("'\(twice)' is given twice, and would count as two users")
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let operands = try users.map { (word) throws(CommandFailure) in try UserOperand(word, in: context) }
    let file = try OutputFile(output, .workload, inputs: operands.flatMap(\.files), in: context)
    let progress = Progress(context)
    var summaries: [InkSummary] = []
    for (index, user) in operands.enumerated() {
      let share = Double(index) / Double(operands.count) * Self.readingShare
      progress.update(fraction: share, "reading \(user.word)")
      summaries.append(try user.summary(in: context))
    }
    let fit = try fit(summaries, progress)
    progress.finish()
    try file.write(fit.json)
    context.standardOutput.write(FitText.text(fit, output: output, userCount: summaries.count))
    return .success
  }

  /// The part of the work that reading is thought to be.
  private static let readingShare = 0.3

  private func fit(_ summaries: [InkSummary], _ progress: Progress) throws(CommandFailure) -> WorkloadFit {
    let name = output.split(separator: "/").last.map { String($0.dropLast(5).prefix(100)) } ?? ""
    do throws(FitError) {
      return try WorkloadFit(
        users: summaries, percentile: Double(userPercentile), name: name.isEmpty ? "fitted" : name
      ) { share in
        progress.update(fraction: Self.readingShare + share * (1 - Self.readingShare), "simulating")
      }
    } catch {
      throw CommandFailure(.malformedInput, error.description)
    }
  }
}
