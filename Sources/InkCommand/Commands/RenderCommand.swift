internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun

/// `inkbench render`: draws a page or the course of a session.
struct RenderCommand: Command {
  static let name = "render"
  static let abstract = "Draw a page, or the course of a session, as an SVG picture."
  static let discussion = [
    "A page is drawn as it is when the session ends: pages added, moved and deleted, and all edits carried "
      + "out. Lines are as wide as the pen drew them, which follows its pressure; images are grey boxes of "
      + "their size.",
    "The timeline shows every change by its cause, the pauses, the page in view, what became of the app, and "
      + "each save with its reason and its strokes, as the session's save policy brings them about. Saves that "
      + "the app itself made while it was recorded follow, as high as they lasted, failed ones in red. Long "
      + "gaps are cut short and marked.",
    "Any web browser shows the picture.",
  ]
  static let exitCodes: [ExitCode] = [
    .success, .usage, .malformedInput, .unreadableInput, .diskFailed,
  ]
  static let examples = [
    Example("render meeting --page 2 --output page.svg", "The second page, as ink."),
    Example("render notes.inksession --timeline --output course.svg", "When what was written and saved."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("SESSION", \.session, help: "A workload, by name or path, or a session file."),
    .option(
      "--page", \.page, value: "N", limits: .within(1...pageNumberMax),
      help: "Draws this page, counted from 1 as the session leaves them."),
    .flag("--timeline", \.isTimeline, help: "Draws the course of the session instead."),
    .requiredOption("--output", \.output, value: "FILE", help: "The picture to write; it ends in '.svg'."),
    .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
  ]

  var session = ""
  var page: Int?
  var isTimeline = false
  var output = ""
  var seed: UInt64?

  /// More pages than any document has.
  private static let pageNumberMax = 1_000_000

  func validate(against registry: Registry) throws(UsageError) {
    guard (page != nil) != isTimeline else {
      throw UsageError("give either '--page N' or '--timeline'\(isTimeline ? ", not both" : "")")
    }
    // The name of a session or a workload here would be the end of that file.
    guard output.lowercased().hasSuffix(".svg") else {
      throw UsageError("'--output' takes a name that ends in '.svg', not '\(output)'")
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let operand = try SessionOperand(session, seed: seed, in: context)
    let file = try OutputFile(output, .picture, inputs: [session], in: context)
    let progress = Progress(context)
    defer { progress.finish() }
    let session: Session
    do { session = try operand.session() } catch { throw CommandFailure(error) }
    progress.update(fraction: 0.5, "drawing")
    let (picture, meaning) = try picture(of: session)
    try file.write(picture)
    progress.finish()
    context.standardOutput.line("\(output): \(meaning), \(Humanised.bytes(Double(picture.count)))")
    return .success
  }

  /// The picture's file, and what it shows.
  private func picture(of session: Session) throws(CommandFailure) -> ([UInt8], meaning: String) {
    guard let page else {
      let timeline = SessionTimeline(session)
      return (timeline.svg(), "events: \(timeline.events.count), saves: \(timeline.saves.count)")
    }
    let end = SessionEnd(session)
    guard page <= end.pages.count else {
      let pages = end.pages.count == 1 ? "1 page" : "\(end.pages.count) pages"
      throw CommandFailure(
        .usage, "'--page \(page)' is out of range: '\(session.name)' has \(pages) when the session ends")
    }
    do {
      return (try end.picture(ofPage: page), "page \(page) of \(end.pages.count)")
    } catch {
      throw CommandFailure(.malformedInput, "\(session.name): \(error)")
    }
  }
}
