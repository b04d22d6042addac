internal import FoundationEssentials
internal import InkModel
internal import InkReport
internal import InkRun

/// `inkbench device price`: prices the recorded file calls of a finished run.
struct DevicePriceCommand: Command {
  static let name = "device price"
  static let abstract = "Price the file calls of a finished run for devices."
  static let discussion = [
    "A run keeps the file calls of each case beside its report. They are priced again without being run again, so a "
      + "device that was measured later, or a figure that turned out wrong, needs no new run. Equal files give equal "
      + "numbers. 'this-machine' is the machine of the run, as it was measured then."
  ]
  static let examples = [
    Example(
      "device price Reports/lecture --device ipad.json", "What the saves of a run would take on an iPad."),
    Example("device price Reports/lecture --json", "All built-in devices, as JSON."),
  ]
  static let exitCodes: [ExitCode] = [
    .success, .notComparable, .usage, .malformedInput, .unreadableInput,
  ]
  static let arguments: [Argument<Self>] = [
    .operand("RUN", \.run, help: "The output directory of a run."),
    .options(
      "--device", \.devices, value: "NAMES|FILE",
      help: "Devices by name or file; all built-in ones if not given."),
    .flag("--json", \.isJSON, help: "Print JSON instead of tables."),
  ]

  var run = ""
  var devices: [String] = []
  var isJSON = false

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let directory = context.absolutePath(run)
    let report: Report
    do throws(ReportError) { report = try Report.read(directory + "/report.json") } catch {
      throw CommandFailure(error)
    }
    let own = report.modelled.devices.first { $0.name == BuiltInDevices.thisMachine }
    let chosen = try DeviceOperand.devices(devices, in: context) { () throws(CommandFailure) in
      guard own != nil || devices.isEmpty else {
        throw CommandFailure(
          .usage, "the run did not measure its machine, so '\(BuiltInDevices.thisMachine)' has no figures")
      }
      return own
    }
    let scripts = RecordedScripts(of: report.cases.map(\.name), in: directory)
    let modelled = Modelled(
      kernelBytesPerSecond: report.modelled.kernelBytesPerSecond, devices: chosen,
      rows: report.cases.flatMap { row in
        ModelledCase(row, of: report, script: scripts.script(of: row.name, failure: row.recordingFailure))
          .rows(on: chosen, kernelBytesPerSecond: report.modelled.kernelBytesPerSecond)
      })
    context.standardOutput.write(
      isJSON ? String(decoding: modelled.json(), as: UTF8.self) : modelled.markdown)
    return modelled.rows.contains { $0.status == .modelled } ? .success : .notComparable
  }
}
