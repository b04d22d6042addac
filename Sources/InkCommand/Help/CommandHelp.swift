/// The help of one command, written from the table that also parses it.
enum CommandHelp {
  /// The whole text, ending with a newline.
  static func text(of command: any Command.Type, program: String) -> String {
    var lines = TextLayout.wrap(command.abstract)
    lines += [""] + usage(of: command, program: program)
    lines += operands(of: command) + options(of: command)
    for paragraph in command.discussion { lines += [""] + TextLayout.wrap(paragraph) }
    lines += examples(of: command, program: program) + exitCodes(of: command)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func usage(of command: any Command.Type, program: String) -> [String] {
    let call = "Usage: \(program) \(command.name)"
    let arguments = command.argumentSummaries.map(\.usage)
    return TextLayout.wrap(words: [call] + arguments, indent: 0, hanging: 8)
  }

  private static func operands(of command: any Command.Type) -> [String] {
    let rows = command.argumentSummaries.filter(\.isOperand).map { (term: $0.spelling, meaning: $0.help) }
    return rows.isEmpty ? [] : ["", "Operands:"] + TextLayout.definitions(rows)
  }

  private static func options(of command: any Command.Type) -> [String] {
    let rows = command.argumentSummaries.filter { !$0.isOperand }.map { option in
      let defaultText = option.defaultText.isEmpty ? "" : " Default: \(option.defaultText)."
      let list = option.isRepeatable ? " A list by commas." : ""
      return (term: option.spelling, meaning: option.help + list + defaultText)
    }
    let help = (term: "--help", meaning: "Print this help.")
    return ["", "Options:"] + TextLayout.definitions(rows + [help])
  }

  private static func examples(of command: any Command.Type, program: String) -> [String] {
    guard !command.examples.isEmpty else { return [] }
    let lines = command.examples.flatMap { example in
      ["  \(program) \(example.words)"] + TextLayout.wrap(example.meaning, indent: 6)
    }
    return ["", "Examples:"] + lines
  }

  private static func exitCodes(of command: any Command.Type) -> [String] {
    let rows = command.exitCodes.map { (term: String($0.rawValue), meaning: $0.meaning) }
    return rows.isEmpty ? [] : ["", "Exit codes:"] + TextLayout.definitions(rows)
  }
}
