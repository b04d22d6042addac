import InkCommand
import InkModel
import InkReport
import Testing

@Suite struct ParsingTests {
  @Test("An option that must be given is asked for by name and form")
  func requiredOption() throws {
    let session = try Session("simulate meeting")
    #expect(session.code == .usage)
    #expect(session.errors.hasPrefix("inkbench: '--output' is missing: --output FILE\n"))
  }

  @Test("Each kind of argument sets the property it is bound to")
  func everyKind() throws {
    let command = try ProbeCommand.parse([
      "base.json", "--seed", "18446744073709551615", "one", "--rounds=3", "--pace=real",
      "--backend", "fake,other", "--durability=power-durable", "--dry-run", "two",
    ])
    var expected = ProbeCommand()
    expected.base = "base.json"
    expected.files = ["one", "two"]
    expected.seed = .max
    expected.rounds = 3
    expected.pace = .real
    expected.backends = ["fake", "other"]
    expected.durabilities = [.powerDurable]
    expected.isDryRun = true
    #expect(command == expected)
  }

  @Test("What is not given keeps the default that the command declares")
  func defaults() throws {
    let command = try ProbeCommand.parse(["base.json"])
    var expected = ProbeCommand()
    expected.base = "base.json"
    #expect(command == expected)
  }

  @Test("A list grows by commas and by repetition, in the order given")
  func lists() throws {
    let command = try ProbeCommand.parse(["x", "--backend=b,a", "--backend", "c"])
    #expect(command.backends == ["b", "a", "c"])
  }

  @Test("After '--' every word is an operand")
  func endOfOptions() throws {
    let command = try ProbeCommand.parse(["--seed=1", "--", "--dry-run", "-", "--", "--seed=2"])
    #expect(command.base == "--dry-run")
    #expect(command.files == ["-", "--", "--seed=2"])
    #expect(command.seed == 1)
    #expect(!command.isDryRun)
  }

  @Test("A value may hold '=' and, after '=', may begin with '--'")
  func awkwardValues() throws {
    #expect(try ProbeCommand.parse(["x", "--backend=a=b"]).backends == ["a=b"])
    #expect(try ProbeCommand.parse(["x", "--backend=--odd"]).backends == ["--odd"])
  }

  @Test(
    "Each mistake has its sentence",
    arguments: [
      ("", "BASE is missing"),
      ("x --sead 1", "unknown option '--sead': did you mean '--seed'?"),
      (
        "x --zzzzzzzz",
        "unknown option '--zzzzzzzz': known: --seed, --rounds, --pace, --backend, --durability, "
          + "--dry-run, --help"
      ),
      ("x -s", "unknown option '-s': options are spelt out, such as '--help'"),
      ("x --seed", "'--seed' needs a value: --seed N"),
      ("x --seed=", "'--seed' needs a value: --seed N"),
      (
        "x --seed --dry-run",
        "'--seed' needs a value: --seed N (one that begins with '--' is given as '--seed=--dry-run')"
      ),
      ("x --seed 1 --seed 1", "'--seed' is given twice"),
      ("x --dry-run --dry-run", "'--dry-run' is given twice"),
      ("x --dry-run=yes", "'--dry-run' takes no value"),
      ("x --seed -1", "'--seed' takes a whole number from 0 to 18446744073709551615, not '-1'"),
      ("x --seed 1e3", "'--seed' takes a whole number from 0 to 18446744073709551615, not '1e3'"),
      (
        "x --seed 18446744073709551616",
        "'--seed' takes a whole number from 0 to 18446744073709551615, not '18446744073709551616'"
      ),
      ("x --rounds ten", "'--rounds' takes a whole number, not 'ten'"),
      ("x --rounds 0", "'--rounds' takes a number from 1 to 100, not '0'"),
      ("x --rounds 101", "'--rounds' takes a number from 1 to 100, not '101'"),
      ("x --pace raal", "unknown value 'raal' for '--pace': did you mean 'real'?"),
      ("x --pace slow-motion", "unknown value 'slow-motion' for '--pace': known: virtual, real"),
      ("x --backend a,,b", "the list 'a,,b' for '--backend' has an empty place"),
      ("x --backend a,b,a", "'--backend' names 'a' twice"),
      ("x --backend a --backend a", "'--backend' names 'a' twice"),
      (
        "x --durability power-durible",
        "unknown value 'power-durible' for '--durability': did you mean 'power-durable'?"
      ),
    ])
  func mistakes(line: String, sentence: String) {
    #expect(throws: UsageError(sentence)) {
      try ProbeCommand.parse(line.split(separator: " ").map(String.init))
    }
  }

  @Test("An operand too many is named, with what the command takes")
  func extraOperand() throws {
    let limited = try Session("list codecs b").errors
    #expect(limited.hasPrefix("inkbench: unexpected operand 'b': 'list' takes only KIND\n"))
    #expect(throws: UsageError("unexpected operand 'b': 'probe deep' takes no operands")) {
      try ProbeDeepCommand.parse(["b"])
    }
  }

  @Test("Random words give a command or a usage error, and operands keep their order")
  func randomWords() throws {
    let words = [
      "x", "--seed", "--seed=3", "3", "--", "--dry-run", "--backend", "a,b", "-", "", "=", "--=", "--help",
      "--pace", "real", "--seed=1e400", "é", "--rounds=7",
    ]
    var random = SplitMix64(seed: 20)
    for _ in 0..<20_000 {
      let line = (0..<random.below(7)).map { _ in words[Int(random.below(words.count))] }
      guard let command = try? ProbeCommand.parse(line) else { continue }
      // Every operand of a line that is understood comes from the line, in its order.
      var rest = ArraySlice(line)
      for operand in [command.base] + command.files {
        let place = try #require(rest.firstIndex(of: operand), "\(line)")
        rest = rest[(place + 1)...]
      }
      #expect(command.seed == nil || command.seed == 3, "\(line)")
      #expect(command.rounds == (line.contains("--rounds=7") ? command.rounds : 10), "\(line)")
    }
  }
}
