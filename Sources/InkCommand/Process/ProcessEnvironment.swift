internal import FoundationEssentials

/// What the process knows of where it runs.
package struct ProcessEnvironment: Sendable {
  /// The name that the user called the program by; an app team's own executable has its own.
  package var programName: String
  /// The absolute path of the running executable, to start child processes from.
  package var executablePath: String
  package var currentDirectory: String
  /// Whether a person watches standard error.
  package var isTerminal: Bool
  /// The width of that terminal.
  package var terminalColumns: Int
  /// Whether output may carry colours: on a terminal, unless `NO_COLOR` is set to anything but nothing.
  package var wantsColour: Bool

  package init(
    programName: String = "inkbench", executablePath: String = "", currentDirectory: String = "/",
    isTerminal: Bool = false, terminalColumns: Int = Self.columnsAssumed, wantsColour: Bool = false
  ) {
    self.programName = programName
    self.executablePath = executablePath
    self.currentDirectory = currentDirectory
    self.isTerminal = isTerminal
    self.terminalColumns = terminalColumns
    self.wantsColour = wantsColour
  }

  /// The width of a terminal that does not say.
  package static let columnsAssumed = 80

  /// The environment of this process.
  static func current() -> ProcessEnvironment {
    let variables = ProcessInfo.processInfo.environment
    // A dumb terminal can't go back to the start of a line.
    let isTerminal = Platform.isTerminal(2) && variables["TERM"] != "dumb"
    let called = CommandLine.arguments.first ?? ""
    let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return ProcessEnvironment(
      programName: called.split(separator: "/").last.map(String.init) ?? "inkbench",
      executablePath: executable ?? called,
      currentDirectory: FileManager.default.currentDirectoryPath,
      isTerminal: isTerminal,
      terminalColumns: Platform.columns(of: 2) ?? columnsAssumed,
      wantsColour: isTerminal && (variables["NO_COLOR"] ?? "").isEmpty)
  }
}
