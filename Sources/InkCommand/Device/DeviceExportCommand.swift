internal import FoundationEssentials
internal import InkDevice
internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench device export`: writes the file calls of a run for a replay on a device.
struct DeviceExportCommand: Command {
  static let name = "device export"
  static let abstract = "Write a run's file calls as one script, to replay on a device."
  static let discussion = [
    "A script says of each call its kind, the number of its file, place, length and time. Contents, strokes and the "
      + "names of sessions, pages and files are not in it: a case is called by its store and durability, and where "
      + "there are several sessions by the number of its own, in the order of the report. 'device source' prints the Swift file that replays it."
  ]
  static let exitCodes: [ExitCode] = [.success, .usage, .malformedInput, .unreadableInput, .diskFailed]
  static let examples = [
    Example("device export Reports/meeting --output saves.inkio", "All cases of that run in one file.")
  ]
  static let arguments: [Argument<Self>] = [
    .operand("RUN", \.run, help: "The directory of a run's report."),
    .requiredOption("--output", \.output, value: "FILE", help: "The script to write."),
  ]

  var run = ""
  var output = ""

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let directory = context.absolutePath(run)
    let report: Report
    do throws(ReportError) { report = try Report.read(directory + "/report.json") } catch {
      throw CommandFailure(error)
    }
    let scripts = RecordedScripts(of: report.cases.map(\.name), in: directory)
    let inputs = [directory + "/report.json"] + report.cases.compactMap { scripts.path(of: $0.name) }
    let file = try OutputFile(output, .script, inputs: inputs, in: context)
    let names = ScriptName(of: report.cases.map(\.name))
    var export = OperationExport(kernelBytesPerSecond: EncodeSpeed.bytesPerSecond())
    for row in report.cases {
      let script: ModelledCase.Script
      do throws(RunError) {
        script = try scripts.sound(of: row.name, failure: row.recordingFailure)
      } catch {
        throw CommandFailure(error)
      }
      switch ModelledCase(row, of: report, script: script).script {
      case .recorded(let script): export.add(script, named: names.text(of: row.name))
      case .absent(let reason): context.standardError.line("\(row.name.text) is left out: \(reason)")
      }
    }
    guard export.caseCount > 0 else {
      throw CommandFailure(.malformedInput, "'\(run)' recorded the file calls of no case; run it again")
    }
    let text = export.text()
    try check(text)
    try file.write(text)
    context.standardOutput.line(
      "\(output): \(Humanised.count(Double(export.callCount))) calls, cases: \(export.caseCount)")
    return .success
  }

  /// A script that the replay would refuse is refused here, where it can still be mended.
  private func check(_ text: [UInt8]) throws(CommandFailure) {
    do { _ = try OperationFile(Data(text)) } catch {
      throw CommandFailure(.malformedInput, "'\(run)' can't be replayed: \(error)")
    }
  }
}
