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
    "Any web browser shows the picture.",
  ]
  static let examples = [
    Example("render meeting --page 2 --output page.svg", "The second page, as ink.")
  ]
  static let arguments: [Argument<Self>] = [
    .operand("SESSION", \.session, help: "A workload, by name or path, or a session file."),
    .option(
      "--page", \.page, value: "N", limits: .within(1...pageNumberMax),
      help: "Draws this page, counted from 1 at the session's end."),
    .requiredOption("--output", \.output, value: "FILE", help: "The picture to write; it ends in '.svg'."),
    .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
  ]

  var session = ""
  var page: Int?
  var output = ""
  var seed: UInt64?

  /// More pages than any document has.
  private static let pageNumberMax = 1_000_000

  func validate(against registry: Registry) throws(UsageError) {
    guard page != nil else { throw UsageError("give '--page N'") }
    guard output.hasSuffix(".svg") else {
      throw UsageError("'--output' takes a name that ends in '.svg', not '\(output)'")
    }
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let operand = try SessionOperand(session, seed: seed, in: context)
    let session: Session
    do { session = try operand.session() } catch { throw CommandFailure(error) }
    guard let page else { throw CommandFailure(.usage, "give '--page N'") }
    let end = SessionEnd(session)
    guard page <= end.pages.count else {
      throw CommandFailure(
        .usage,
        "'--page \(page)' is none of the \(end.pages.count) pages that '\(operand.name)' has at its end")
    }
    let picture: [UInt8]
    do { picture = try end.picture(ofPage: page) } catch {
      throw CommandFailure(.malformedInput, "\(operand.name): \(error)")
    }
    do { try PictureFile.write(picture, to: context.absolutePath(output)) } catch {
      throw CommandFailure(error)
    }
    context.standardOutput.line(
      "\(output): page \(page) of \(end.pages.count), \(Humanised.bytes(Double(picture.count)))")
    return .success
  }
}
