internal import InkReport

/// `inkbench compare`: holds one report against another.
struct CompareCommand: Command {
  static let name = "compare"
  static let abstract = "Compare two reports and say whether the second is worse."
  static let discussion = [
    "Bytes, calls, syncs, encodes and allocations that were exact in both reports are compared exactly: one that "
      + "grew is a regression, and so are fewer syncs where a store promises to outlast a power cut. "
      + "Crash and content verdicts must not get worse. What saves cost on a device with the same figures is compared "
      + "exactly too. Measured times are shown as ratios and decide nothing."
  ]
  static let exitCodes: [ExitCode] = [
    .success, .regression, .dataLost, .notComparable, .usage, .malformedInput, .unreadableInput,
  ]
  static let examples = [
    Example(
      "compare Reports/a/report.json Reports/b/report.json", "Exits with 1 if 'b' writes more than 'a'.")
  ]
  static let arguments: [Argument<Self>] = [
    .operand("BASE", \.base, help: "The report.json to compare with."),
    .operand("HEAD", \.head, help: "The report.json to judge."),
  ]

  var base = ""
  var head = ""

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let comparison: Comparison
    do throws(ReportError) {
      comparison = Comparison(
        base: try Report.read(context.absolutePath(base)), head: try Report.read(context.absolutePath(head)))
    } catch {
      throw CommandFailure(error)
    }
    context.standardOutput.write(comparison.markdown())
    return switch comparison.outcome {
    case .pass: .success
    case .regression: .regression
    case .dataLost: .dataLost
    case .notComparable: .notComparable
    }
  }
}
