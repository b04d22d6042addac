internal import InkModel
internal import InkRun
internal import InkTrace

/// `inkbench redact`: takes out of a session what may not leave a device.
struct RedactCommand: Command {
  static let name = "redact"
  static let abstract = "Take out of a session what tells of its writer."
  static let discussion = [
    "'shapes-dropped' leaves sizes, counts and coarse relative times; the session can still be replayed, with shapes "
      + "that are drawn anew. 'summary' leaves what a workload is fitted to. 'help privacy' says field by field what stays. What was written is "
      + "read again and examined before the command says that it is done."
  ]
  static let exitCodes: [ExitCode] = [
    .success, .usage, .malformedInput, .unreadableInput, .internalError, .diskFailed,
  ]
  static let examples = [
    Example("redact notes.inksession --output safe.inksession", "Sizes and counts, no shapes."),
    Example("redact notes.inksession --privacy summary --output notes.json", "Counts and histograms."),
    Example("help privacy", "What each mode keeps of each field."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("SESSION", \.session, help: "A session file."),
    .option("--privacy", \.privacy, value: "MODE", help: "How much may stay."),
    .requiredOption(
      "--output", \.output, value: "FILE", help: "The file to write; '.gz' at its end compresses it."),
  ]

  var session = ""
  var privacy = Redaction.shapesDropped
  var output = ""

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    try SessionOperand.checkSessionFile(self.session, in: context)
    let file = try OutputFile(output, privacy.kind, inputs: [self.session], in: context)
    let session: Session
    do throws(TraceError) {
      session = try SessionFile.load(context.absolutePath(self.session))
    } catch {
      throw CommandFailure(error)
    }
    try privacy.write(session, named: self.session, to: file)
    let examination: PrivacyExamination
    do { examination = try PrivacyExamination(path: context.absolutePath(output)) } catch {
      throw CommandFailure(error)
    }
    guard examination.mode <= privacy.mode else {
      throw CommandFailure(
        .internalError,
        "\(output) holds more than it should: examine it with 'inspect --privacy', don't send it")
    }
    context.standardOutput.line("\(output): \(examination.verdict)")
    return .success
  }
}
