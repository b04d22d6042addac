internal import InkModel
internal import InkTrace

/// `inkbench import`: turns recorded ink into a session.
struct ImportCommand: Command {
  static let name = "import"
  static let abstract = "Turn recorded ink (Xournal++, InkML) into a session file."
  static let discussion = [
    "Several files become the pages of one document, in the order given. What a file does not say, such as "
      + "times, is made up from measured handwriting and marked as synthetic. Every repair is stated."
  ]
  static let examples = [
    Example("import notes.xopp --output notes.inksession", "Then 'run notes.inksession' replays it.")
  ]
  static let arguments: [Argument<Self>] = [
    .operands("FILE", \.files, isRequired: true, help: "Files of recorded ink."),
    .requiredOption(
      "--output", \.output, value: "FILE", help: "The session file to write; '.gz' at its end compresses it."),
  ]

  var files: [String] = []
  var output = ""

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let file = try OutputFile(output, .session, inputs: files, in: context)
    let session: Session
    let report: ImportReport
    do throws(TraceError) {
      (session, report) = try InkImporter.importFiles(files.map(context.absolutePath))
    } catch {
      throw CommandFailure(error)
    }
    try file.write(session)
    context.standardOutput.line(
      "\(output): \(report.strokes) strokes, \(report.points) points, \(report.images) images on "
        + "\(report.pages) pages; times: \(session.times.rawValue)")
    for (what, count) in report.repairs { context.standardOutput.line("  \(count) × \(what.rawValue)") }
    return .success
  }
}
