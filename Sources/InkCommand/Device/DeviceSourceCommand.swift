internal import InkModel

/// `inkbench device source`: prints the one file that an app needs to replay a script.
struct DeviceSourceCommand: Command {
  static let name = "device source"
  static let abstract = "Print the Swift file that replays a script inside an app."
  static let discussion = [
    "One file, for iPadOS, macOS and Linux; it needs nothing but Foundation. It is the file that 'device replay' is "
      + "built from, byte for byte."
  ]
  static let examples = [
    Example("device source --output DeviceReplay.swift", "The file, to be added to an app or a test target.")
  ]
  static let arguments: [Argument<Self>] = [
    .option("--output", \.output, value: "FILE", help: "The file to write; standard output if not given.")
  ]

  /// The source, as it was compiled into this program.
  static var source: [UInt8] { PackageResources.DeviceReplay_swift_txt }

  /// Whether a file that starts with these bytes is that source, of whatever version: its first words stay.
  static func isSource(startingWith start: [UInt8]) -> Bool {
    start.starts(with: "// DeviceReplay.swift of InkBench".utf8)
  }

  var output: String?

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    guard let output else {
      context.standardOutput.write(String(decoding: Self.source, as: UTF8.self))
      return .success
    }
    try OutputFile(output, .source, inputs: [], in: context).write(Self.source)
    return .success
  }
}
