internal import InkModel
internal import InkReport
internal import InkSimulation

/// `inkbench inspect`: says what a workload, session or summary is made of.
struct InspectCommand: Command {
  static let name = "inspect"
  static let abstract = "Say what a session is made of, and how like real ink and writers it is."
  static let discussion = [
    "Strokes are measured beside published handwriting, within a quarter of its medians. The writer's pauses, edits "
      + "and page turns follow, and how saves, strokes per save and the loss window move with the save policy. "
      + "What a recording did not hold, such as times, is withheld rather than measured on what was made up.",
    "'--summary' writes counts and histograms alone, from which 'fit' can make a workload and nobody the "
      + "session.",
  ]
  static let exitCodes: [ExitCode] = [.success, .usage, .malformedInput, .unreadableInput, .diskFailed]
  static let examples = [
    Example("inspect meeting", "A workload's session."),
    Example(
      "inspect notes.inksession --summary notes.json", "What may leave a device; then 'fit notes.json'."),
    Example("inspect --privacy notes.json", "What a file holds, field by field."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("SESSION", \.session, help: "A workload, by name or path, a session file or a summary."),
    .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
    .flag("--json", \.isJSON, help: "Print one JSON object."),
    .option("--summary", \.summary, value: "FILE", help: "Write a summary instead of printing."),
    .option("--privacy", \.privacy, value: "FILE", help: "Say what a file holds of its writer instead."),
  ]

  var session: String?
  var seed: UInt64?
  var isJSON = false
  var summary: String?
  var privacy: String?

  func validate(against registry: Registry) throws(UsageError) {
    if privacy != nil {
      guard session == nil, summary == nil, seed == nil, !isJSON else {
        throw UsageError("'--privacy' examines one file and takes nothing else")
      }
    } else if session == nil {
      throw UsageError("'inspect' needs a workload, a session file or a summary")
    }
    guard summary == nil || !isJSON else {
      throw UsageError("give either '--json' or '--summary', not both: a summary is written, not printed")
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    if let privacy { return try PrivacyInspection.run(privacy, in: context) }
    let session = session ?? ""
    let file = try summary.map { (word) throws(CommandFailure) in
      try OutputFile(word, .summary, inputs: [session], in: context)
    }
    let operand = try InspectOperand(session, seed: seed, in: context)
    let progress = Progress(context)
    let tell = { (share: Double) in progress.update(fraction: share, "measuring") }
    if let file, let summary {
      let text = try operand.summary(progress: tell).json
      progress.finish()
      try file.write(text)
      context.standardOutput.line("\(summary): \(text.utf8.count) bytes of counts and histograms")
      return .success
    }
    let inspection: Inspection
    switch operand {
    case .session(let session): inspection = try Inspection(session, progress: tell)
    case .summary(let summary): inspection = Inspection(summary, name: session)
    }
    progress.finish()
    context.standardOutput.write(isJSON ? try json(inspection) : InspectionText.text(inspection))
    return .success
  }

  private func json(_ inspection: Inspection) throws(CommandFailure) -> String {
    do throws(JSONRefusal) { return String(decoding: try StrictJSON.encode(inspection), as: UTF8.self) } catch
    {
      throw CommandFailure(.internalError, "the inspection can't be written as JSON: \(error.reason)")
    }
  }
}
