import InkCommand
import Testing

@Suite struct ExitCodeTests {
  @Test("The codes are those that scripts already rely on")
  func values() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 64, 65, 66, 69, 70, 74, 130])
  }

  @Test("A command's own code comes back")
  func ownCode() throws {
    let kept = try Session("probe kept.json")
    #expect(kept.code == .success)
    #expect(kept.output == "probed kept.json\n")
    #expect(kept.errors.isEmpty)
    #expect(try Session("probe lost.json").code == .dataLost)
    #expect(try Session("probe deep").code == .interrupted)
  }

  @Test("A failure is one sentence with its hint on standard error, and its code")
  func failure() throws {
    let session = try Session("probe broken.json")
    #expect(session.code == .malformedInput)
    #expect(session.output.isEmpty)
    #expect(session.errors == "inkbench: broken.json: line 3: no number\nLook there.\n")
  }

  @Test(
    "A command line that can't be understood exits with 64 and says where help is",
    arguments: [
      ("probe x --sead 1", "unknown option '--sead': did you mean '--seed'?", "inkbench probe --help"),
      ("prob x", "unknown command 'prob': did you mean 'probe'?", "inkbench help"),
      ("xyzzy", "unknown command 'xyzzy': known: \(Session.visibleNames)", "inkbench help"),
      ("--dry-run probe", "the command comes first, then options such as '--dry-run'", "inkbench help"),
      ("help prob", "unknown command 'prob': did you mean 'probe'?", "inkbench help"),
      ("help probe x", "unexpected operand 'x': 'help' takes one command", "inkbench help"),
      ("probe x --backend fakke", "unknown backend 'fakke': did you mean 'fake'?", "inkbench probe --help"),
    ])
  func usage(line: String, sentence: String, place: String) throws {
    let session = try Session(line)
    #expect(session.code == .usage)
    #expect(session.output.isEmpty)
    #expect(session.errors == "inkbench: \(sentence)\nSee '\(place)'.\n")
  }

  @Test("A sentence that quotes a hostile name stays one line and steers no terminal")
  func hostileNames() throws {
    let session = try Session("inspect a\u{1B}[2J\u{202E}b.json")
    #expect(session.code == .unreadableInput)
    #expect(session.errors.contains("a\\u{1b}[2J\\u{202E}b.json"), "\(session.errors)")
    #expect(!session.errors.unicodeScalars.dropLast().contains { $0.properties.generalCategory == .control })
  }

  @Test("Output that can't be written is a failure of the disk, and a reader that left is none")
  func outputs() throws {
    let full = try run(on: "/dev/full")
    #expect(full.code == .diskFailed)
    #expect(full.errors == "inkbench: standard output can't be written: No space left on device\n")

    let pipe = try BrokenPipe()
    let context = Context(
      registry: try Session.registry(), standardOutput: .descriptor(pipe.writeEnd), standardError: .memory(),
      environment: ProcessEnvironment())
    #expect(Harness.exitCode(for: ["list"], context: context) == .success)
    #expect(context.standardError.text.isEmpty)
  }

  private func run(on path: String) throws -> (code: ExitCode, errors: String) {
    let file = try OpenFile(path)
    let context = Context(
      registry: try Session.registry(), standardOutput: .descriptor(file.descriptor),
      standardError: .memory(), environment: ProcessEnvironment())
    return (Harness.exitCode(for: ["list"], context: context), context.standardError.text)
  }
}
