internal import InkModel
internal import InkReplay
internal import InkReport
internal import InkRun
internal import InkStorage

/// `inkbench codecs`: the size and speed of codecs on the same pages.
struct CodecsCommand: Command {
  static let name = "codecs"
  static let abstract = "Compare the size and speed of page codecs on the pages of a session."
  static let discussion = [
    "The pages are those of the document when the session ends; of a long one a sample, evenly spread, of a million "
      + "points. Each codec first has to give every page back. Then all take turns, several times, in memory: no "
      + "file is written.",
    "What a codec saves is worth knowing before a store is changed. What it saves of a save on disk, 'run' says.",
  ]
  static let exitCodes: [ExitCode] = [.success, .dataLost, .usage, .malformedInput, .unreadableInput]
  static let examples = [
    Example("codecs lecture", "Every codec on the dense pages of a lecture."),
    Example("codecs notes.inksession --codec json,varint --json", "Two codecs on recorded ink, as JSON."),
  ]
  static let arguments: [Argument<Self>] = [
    .operand("SESSION", \.session, help: "A workload, by name or path, or a session file."),
    .options("--codec", \.codecs, value: "NAMES", help: "Codecs to compare; all if not given."),
    .option("--rounds", \.rounds, value: "N", limits: .within(3...1_000), help: "Timings of each codec."),
    .option("--seed", \.seed, value: "N", help: "Takes the place of the workload's own seed."),
    .flag("--json", \.isJSON, help: "Print one JSON object."),
  ]

  var session = ""
  var codecs: [String] = []
  var rounds = 7
  var seed: UInt64?
  var isJSON = false

  func validate(against registry: Registry) throws(UsageError) { _ = try chosen(from: registry) }

  private func chosen(from registry: Registry) throws(UsageError) -> [any PageCodec] {
    codecs.isEmpty ? registry.codecs : try registry.codecs(named: codecs)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let chosen: [any PageCodec]
    do throws(UsageError) { chosen = try self.chosen(from: context.registry) } catch {
      throw CommandFailure(.usage, error.sentence)
    }
    let progress = Progress(context)
    progress.update(fraction: 0, "making pages")
    let (name, pages) = try pages(in: context)
    let comparison = try CodecComparison(chosen, on: pages, session: name, rounds: rounds) {
      progress.update(fraction: $0, $1)
    }
    progress.finish()
    context.standardOutput.write(isJSON ? try json(comparison) : CodecTable.text(comparison))
    return .success
  }

  private func pages(in context: Context) throws(CommandFailure) -> (name: String, CodecPages) {
    let operand = try SessionOperand(session, seed: seed, in: context)
    let loaded: Session
    do throws(RunError) { loaded = try operand.session() } catch { throw CommandFailure(error) }
    let pages: CodecPages
    do throws(ReplayError) { pages = try CodecPages(loaded) } catch {
      throw CommandFailure(.malformedInput, "\(operand.name): \(error)")
    }
    guard pages.pointCount > 0 else {
      throw CommandFailure(
        .malformedInput,
        "'\(operand.name)' has no ink on its pages when it ends, so there is nothing to encode; name another")
    }
    return (operand.name, pages)
  }

  private func json(_ comparison: CodecComparison) throws(CommandFailure) -> String {
    do throws(JSONRefusal) { return String(decoding: try StrictJSON.encode(comparison), as: UTF8.self) } catch
    {
      throw CommandFailure(.internalError, "the comparison can't be written as JSON: \(error.reason)")
    }
  }
}
