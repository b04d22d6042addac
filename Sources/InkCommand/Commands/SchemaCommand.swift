internal import InkModel

/// `inkbench schema`: prints the JSON Schema of a format.
struct SchemaCommand: Command {
  static let name = "schema"
  static let abstract = "Print the JSON Schema of a file format."
  static let discussion = [
    "The schemas are strict, so a format's number goes up with any change of its fields; a reader refuses a number "
      + "that it does not know."
  ]
  static let arguments: [Argument<Self>] = [
    .operand("FORMAT", \.format, help: "The format, such as 'report'; their names if not given.")
  ]

  var format: String?

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let names = context.schemas.map(\.name)
    guard let format else {
      for schema in context.schemas { context.standardOutput.line(schema.name) }
      return .success
    }
    guard let schema = context.schemas.first(where: { $0.name == format }) else {
      throw CommandFailure(.usage, "unknown format '\(format)': \(suggestion(for: format, among: names))")
    }
    context.standardOutput.write(schema.text)
    return .success
  }
}
