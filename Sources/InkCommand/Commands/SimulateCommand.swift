internal import InkModel
internal import InkRun

/// `inkbench simulate`: writes the session that a workload gives.
struct SimulateCommand: Command {
  static let name = "simulate"
  static let abstract = "Write the session that a workload gives, as a session file."
  static let examples = [
    Example("simulate lecture --output lecture.inksession", "One event a line, as text."),
    Example("simulate lecture --output lecture.inksession.gz", "The same, compressed."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("WORKLOAD", \.workload, help: "A workload, by name or path."),
    .requiredOption(
      "--output", \.output, value: "FILE", help: "The session file to write; '.gz' at its end compresses it."),
    .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
  ]

  var workload = ""
  var output = ""
  var seed: UInt64?

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let operand = try SessionOperand(workload, seed: seed, in: context)
    let file = try OutputFile(output, .session, inputs: [workload], in: context)
    let session: Session
    do { session = try operand.reference.load() } catch { throw CommandFailure(error) }
    try file.write(session)
    context.standardOutput.line(
      "\(output): \(session.events.count) events with \(session.arena.points.count) points in all their edits, "
        + "digest \(session.digest())"
    )
    return .success
  }
}
