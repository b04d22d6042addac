internal import InkModel

/// `inkbench device`: names what can be done with devices; each verb is a command of two words.
struct DeviceCommand: Command {
  static let name = "device"
  static let abstract = "Work with the devices that operations are priced for."
  static let isHidden = true
  static let arguments: [Argument<Self>] = [
    .operands("VERB", \.words, help: "What to do, such as 'list'; the verbs if not given.")
  ]

  /// This command and its verbs, in the order in which help lists them.
  static let family: [any Command.Type] = [
    DeviceCommand.self, DeviceListCommand.self, DeviceShowCommand.self, DevicePriceCommand.self,
    DeviceExportCommand.self, DeviceSourceCommand.self, DeviceReplayCommand.self,
  ]

  var words: [String] = []

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let verbs = context.commands.visible.filter { $0.name.hasPrefix(Self.name + " ") }
    guard let word = words.first else {
      let rows = verbs.map { (term: $0.name, meaning: $0.abstract) }
      for line in TextLayout.definitions(rows) { context.standardOutput.line(line) }
      return .success
    }
    let known = verbs.map { String($0.name.dropFirst(Self.name.count + 1)) }
    throw CommandFailure(
      .usage, "unknown verb '\(word)' of 'device': \(suggestion(for: word, among: known))",
      hint: "See '\(context.environment.programName) device'.")
  }
}
