/// The help of the program: what it is for and its commands.
enum OverviewHelp {
  /// The whole text, ending with a newline.
  static func text(of table: CommandTable, program: String) -> String {
    let commands = table.visible.map { (term: $0.name, meaning: $0.abstract) }
    var lines = TextLayout.wrap(
      "Measures how a handwriting app keeps its ink: what a save costs, what a crash leaves, and when another "
        + "way of storing pays.")
    lines += ["", "Usage: \(program) COMMAND [OPERAND …] [OPTION …]", "", "Commands:"]
    lines += TextLayout.definitions(commands)
    lines += [""]
    lines += TextLayout.wrap(
      "'\(program) help COMMAND' explains a command, with examples, and '\(program) help workload' how to write a "
        + "workload.")
    return lines.joined(separator: "\n") + "\n"
  }
}
