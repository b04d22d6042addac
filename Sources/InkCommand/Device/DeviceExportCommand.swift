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
    "A script says of each call its kind, file, place, length and time, and nothing of contents, names or strokes. "
      + "'device source' prints the Swift file that replays it."
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
    let paths = try scriptPaths(in: context.absolutePath(run))
    let file = try OutputFile(output, .script, inputs: paths, in: context)
    var export = OperationExport(kernelBytesPerSecond: EncodeSpeed.bytesPerSecond())
    var callCount = 0
    for path in paths {
      let recorded: OperationScriptFile
      do throws(RunError) { recorded = try OperationScriptFile.read(path) } catch {
        throw CommandFailure(error)
      }
      export.add(recorded.script, named: recorded.name.text)
      callCount += recorded.script.steps.reduce(0) { $0 + $1.operations.count }
    }
    let text = export.text()
    try check(text)
    try file.write(text)
    context.standardOutput.line(
      "\(output): \(Humanised.count(Double(callCount))) calls, cases: \(paths.count)")
    return .success
  }

  /// The scripts that a run kept, in the order of their names.
  private func scriptPaths(in directory: String) throws(CommandFailure) -> [String] {
    let place = directory + "/" + OperationScriptFile.directoryName
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: place) else {
      throw CommandFailure(
        .unreadableInput,
        "'\(run)' holds no recorded file calls; name the directory that 'run --output' wrote its report to")
    }
    let paths = names.filter { $0.hasSuffix(".json") }.sorted().map { place + "/" + $0 }
    guard !paths.isEmpty else {
      throw CommandFailure(.malformedInput, "'\(run)' recorded the file calls of no case; run it again")
    }
    return paths
  }

  /// A script that the replay would refuse is refused here, where it can still be mended.
  private func check(_ text: [UInt8]) throws(CommandFailure) {
    do { _ = try OperationFile(Data(text)) } catch {
      throw CommandFailure(.malformedInput, "'\(run)' can't be replayed: \(error)")
    }
  }
}
