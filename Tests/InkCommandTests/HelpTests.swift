import FoundationEssentials
@testable import InkCommand
import InkSimulation
import Testing

/// Help against golden files.
///
/// `INKBENCH_UPDATE_GOLDEN=1 swift test --filter HelpTests` writes them anew; read the difference before you
/// commit it.
@Suite struct HelpTests {
  static let commandNames = Session.commands.visible.map { $0.name }
  static let names = ["overview", WorkloadHelp.topic] + commandNames

  @Test("The help of the program and of each command is as the golden file has it", arguments: names)
  func golden(name: String) throws {
    let session = try Session(name == "overview" ? "help" : "help \(name)")
    #expect(session.code == .success)
    let file = Self.folder.appending(path: name.replacing(" ", with: "-") + ".txt")
    if ProcessInfo.processInfo.environment["INKBENCH_UPDATE_GOLDEN"] == "1" {
      try Data(session.output.utf8).write(to: file)
    }
    let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(session.output == golden)
  }

  @Test("Every way of asking gives the same help")
  func ways() throws {
    let overview = try Session("help").output
    #expect(try Session("").output == overview)
    #expect(try Session("--help").output == overview)
    let probe = try Session("help probe").output
    #expect(try Session("probe --help").output == probe)
    #expect(try Session("probe --sead 1 a b --help").output == probe)
    #expect(try Session("help probe deep").output == Session("probe deep --help").output)
  }

  @Test("'--help' after '--' is an operand")
  func helpAsOperand() throws {
    #expect(try Session("probe -- --help").output == "probed --help\n")
  }

  @Test("The workload in the help of workloads is one, and no parameter is left out")
  func workload() throws {
    let workload = try Workload(json: WorkloadHelp.example)
    #expect(workload.session.minutes == 60)
    #expect(workload.saving.delayMilliseconds == 2_000)
    let help = try Session("help workload").output
    for parameter in Parameter.table { #expect(help.contains("\n  \(parameter.path) = ")) }
  }

  @Test("Hidden commands stand in no list, and have help all the same")
  func hidden() throws {
    #expect(try !Session("help").output.contains("deep"))
    #expect(try Session("help probe deep").output.hasPrefix("Probe deeper.\n"))
  }

  @Test("No line of help is wider than eighty columns", arguments: names)
  func width(name: String) throws {
    for line in try Session(name == "overview" ? "help" : "help \(name)").output.split(separator: "\n") {
      #expect(line.count <= 80)
    }
  }

  @Test("Help names the program as it was called")
  func programName() throws {
    let context = Context(
      registry: try Session.registry(), standardOutput: .memory(), standardError: .memory(),
      environment: ProcessEnvironment(programName: "ourbench"))
    #expect(Harness.exitCode(for: ["list", "--help"], context: context) == .success)
    #expect(context.standardOutput.text.contains("Usage: ourbench list [KIND]"))
    #expect(Harness.exitCode(for: ["lst"], context: context) == .usage)
    #expect(
      context.standardError.text == "ourbench: unknown command 'lst': did you mean 'list'?\n"
        + "See 'ourbench help'.\n")
  }

  @Test("The examples in help can be understood", arguments: commandNames)
  func examples(name: String) throws {
    let (command, _) = try Session.commands.find(name.split(separator: " ").map(String.init))
    for example in command.examples {
      let words = example.words.split(separator: " ").map(String.init)
      #expect(throws: Never.self) {
        try Session.commands.parseOnly(words, registry: Registry.standard())
      }
    }
  }

  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
  }
}
