internal import InkReport

/// `inkbench device list`: names the built-in devices.
struct DeviceListCommand: Command {
  static let name = "device list"
  static let abstract = "List the devices that saves can be priced for."
  static let arguments: [Argument<Self>] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let rows =
      BuiltInDevices.fixed.map { (term: $0.name, meaning: $0.about) }
      + [
        (
          term: BuiltInDevices.thisMachine,
          meaning: "The machine and disk of the run, measured when it begins."
        )
      ]
    for line in TextLayout.definitions(rows) { context.standardOutput.line(line) }
    return .success
  }
}
