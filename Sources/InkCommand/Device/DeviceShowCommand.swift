internal import InkReport
internal import InkRun

/// `inkbench device show`: prints a device file.
struct DeviceShowCommand: Command {
  static let name = "device show"
  static let abstract = "Print a device's figures, with their intervals and sources."
  static let discussion = [
    "What is printed is a device file: change it, save it, and give it to --device. Each figure has a value, the interval "
      + "in which it is believed to lie, and a basis: 'measured' on the device, 'published' by somebody who measured it, or "
      + "'assumed'. 'this-machine' is measured first, in the current directory."
  ]
  static let examples = [
    Example("device show emmc-tablet", "The figures of a budget tablet."),
    Example("device show this-machine", "Measures the disk of this directory, in a second or two."),
  ]
  static let exitCodes: [ExitCode] = [.success, .usage, .malformedInput, .unreadableInput, .diskFailed]
  static let arguments: [Argument<Self>] = [
    .operand("DEVICE", \.device, help: "A name that 'device list' lists, or a device file.")
  ]

  var device = ""

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let device = try shown(in: context)
    context.standardOutput.write(String(decoding: device.json(), as: UTF8.self))
    return .success
  }

  private func shown(in context: Context) throws(CommandFailure) -> Device {
    guard device == BuiltInDevices.thisMachine else { return try DeviceOperand.fixed(device, in: context) }
    guard let probe = DeviceProbe(in: context.environment.currentDirectory) else {
      throw CommandFailure(
        .diskFailed, "this machine can't be measured here: the directory can't be written; change to another")
    }
    return probe.device
  }
}
