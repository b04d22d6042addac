import Foundation
import InkReport
import InkRun
import InkTestFixtures
import Testing

extension EndToEnd {
  @Suite("What a waiting person sees") struct Display {
    /// Long enough that more than its silent beginning is seen.
    private static let words = Bench.words("snapshot,journal", rounds: 12, crashTrials: 20)
    /// Long enough that something comes about while it goes on.
    private static let shortWords = Bench.words("snapshot,journal", rounds: 4, crashTrials: 2)

    @Test("In a log, plain lines with the time left, and no sign that steers a terminal")
    func log() throws {
      let run = try Bench().run(Self.words)
      #expect(run.status == 0)
      let lines = run.errors.split(separator: "\n").filter { $0.contains(" %  ") }
      #expect(!lines.isEmpty && lines.count < 20, "\(run.errors)")
      #expect(lines.contains { $0.contains("s left") }, "\(run.errors)")
      #expect(!run.errors.contains("\r") && !run.errors.contains("\u{1B}"))
    }

    @Test("A reader of both outputs that goes away stops nothing: the report is written")
    func brokenPipe() throws {
      let bench = try Bench()
      let command = #""$0" "$@" 2>&1 | head -c 10"#
      let words = ["-c", command, try Built.path(of: "inkbench")] + Self.shortWords
      let running = try RunningBench(path: "/bin/sh", words, in: bench.directory)
      #expect(try running.end().output.count == 10)
      #expect(try bench.report().cases.map(\.timedRounds) == [4, 4])
    }

    @Test("Under nohup a terminal that is closed stops nothing")
    func nohup() throws {
      let bench = try Bench()
      let words =
        ["-c", #"trap "" HUP; exec "$0" "$@""#, try Built.path(of: "inkbench")] + Self.shortWords
      let running = try RunningBench(path: "/bin/sh", words, in: bench.directory)
      try running.wait { bench.steps(.round) >= 2 }
      running.signalGroup(SIGHUP)
      #expect(try running.end().status == 0)
      #expect(try bench.report().cases.map(\.timedRounds) == [4, 4])
    }

    /// Runs a program on a terminal and prints all that it wrote there; ends it by Ctrl-C at the first per
    /// cent if it is told to.
    private static let terminal = """
      import os, pty, sys
      os.chdir(sys.argv[1])
      os.environ["TERM"] = "xterm"
      process, terminal = pty.fork()
      if process == 0:
          os.execv(sys.argv[3], sys.argv[3:])
      seen = b""
      interrupts = sys.argv[2] == "interrupt"
      while True:
          try:
              piece = os.read(terminal, 4096)
          except OSError:
              break
          if not piece:
              break
          seen += piece
          if interrupts and b"%" in seen:
              os.write(terminal, bytes([3]))
              interrupts = False
      print(seen.decode())
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
      """

    private func onTerminal(_ bench: Bench, _ what: String) throws -> (status: Int32, output: String) {
      let words = ["-c", Self.terminal, bench.directory.path, what, try Built.path(of: "inkbench")]
      return try #require(JSONSchemaChecker.run(words + Self.words))
    }

    private static let hasPython = JSONSchemaChecker.run(["-c", "import pty"])?.status == 0

    @Test(
      "On a terminal one line with a bar that rewrites itself and is gone at the end", .enabled(if: hasPython)
    )
    func line() throws {
      let bench = try Bench()
      let run = try onTerminal(bench, "watch")
      #expect(run.status == 0, "\(run.output)")
      let text = run.output.replacing("\r\n", with: "\n")
      let pieces = text.split(separator: "\r").map { $0.split(separator: "\n").last ?? "" }
      let shown = pieces.filter { $0.contains(" %  tiny ") }
      #expect(shown.count > 5 && shown.allSatisfy { $0.first == "[" }, "\(run.output)")
      #expect(shown.contains { $0.contains("s left") })
      // Nothing of it stands before the answer.
      let last = try #require(
        text.range(of: "Warning:") ?? text.range(of: "process-crash, workload"))
      #expect(text[..<last.lowerBound].hasSuffix(" \r"), "\(run.output)")
    }

    @Test(
      "Ctrl-C on a terminal is answered at once, and how to go on is the last that is said",
      .enabled(if: hasPython))
    func interrupt() throws {
      let bench = try Bench()
      let run = try onTerminal(bench, "interrupt")
      #expect(run.status == 130, "\(run.output)")
      #expect(run.output.contains("\ninkbench: stopping, and writing a report"), "\(run.output)")
      let last = run.output.split(whereSeparator: \.isNewline).last { !$0.isEmpty }
      #expect(last?.hasPrefix("Go on with: inkbench run tiny.json") == true, "\(run.output)")
      #expect(try bench.report().isInterrupted)
      #expect(!bench.exists("store"))
    }
  }
}
