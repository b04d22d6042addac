import InkCommand
import Testing

@Suite struct ProgressTests {
  /// A clock that the test moves.
  final class Clock {
    var now = Duration.zero
  }

  @Test("A log gets plain lines, none within the first second and one per five seconds")
  func log() {
    let clock = Clock()
    let output = Output.memory()
    let progress = Progress(output: output, environment: ProcessEnvironment()) { clock.now }
    for step in 0...120 {
      clock.now = .milliseconds(step * 100)
      progress.update(fraction: Double(step) / 120, "step \(step)")
    }
    progress.finish()
    #expect(
      output.text == """
        8 %  step 10, about 11 s left
        50 %  step 60, about 6 s left
        91 %  step 110, about 1 s left

        """)
  }

  @Test("A short task says nothing")
  func silence() {
    let output = Output.memory()
    let progress = Progress(output: output, environment: ProcessEnvironment(isTerminal: true)) {
      .milliseconds(900)
    }
    progress.update(fraction: 0.9, "almost")
    progress.finish()
    #expect(output.text.isEmpty)
  }

  @Test("A terminal gets one line, rewritten, cut to its width and taken away at the end")
  func terminal() {
    let clock = Clock()
    let output = Output.memory()
    let environment = ProcessEnvironment(isTerminal: true, terminalColumns: 30)
    let progress = Progress(output: output, environment: environment) { clock.now }
    clock.now = .seconds(2)
    progress.update(fraction: 0.5, "a name that is far too long for this")
    clock.now = .milliseconds(2_050)
    progress.update(fraction: 0.5, "too soon")
    clock.now = .seconds(120)
    progress.update(fraction: 0.5, "short")
    progress.finish()
    let blank = "\r" + String(repeating: " ", count: 29) + "\r"
    #expect(
      output.text == "50 %  a name…, about 2 s left" + blank + "50 %  short, about 2 min left" + blank)
  }

  @Test("Colour appears on a terminal that wants it, and nowhere else", arguments: [true, false])
  func colour(isWanted: Bool) {
    let output = Output.memory()
    let environment = ProcessEnvironment(isTerminal: true, wantsColour: isWanted)
    let progress = Progress(output: output, environment: environment) { .seconds(4) }
    progress.update(fraction: 0.25, "x")
    #expect(
      output.text
        == "[==        ] 25 %  x" + (isWanted ? "\u{1B}[2m, about 12 s left\u{1B}[0m" : ", about 12 s left"))
  }

  @Test("A fraction that is no fraction is shown as the nearest one", arguments: [Double.nan, -1, 7])
  func oddFractions(fraction: Double) {
    let output = Output.memory()
    let progress = Progress(output: output, environment: ProcessEnvironment()) { .seconds(2) }
    progress.update(fraction: fraction, "x")
    #expect(output.text == (fraction == 7 ? "100 %  x\n" : "0 %  x\n"))
  }

  @Test("A log gets rarer lines the longer a task takes, and never less than one a minute")
  func longLog() {
    let clock = Clock()
    let output = Output.memory()
    let progress = Progress(output: output, environment: ProcessEnvironment()) { clock.now }
    var lastLine = 0
    var widest = 0
    for second in 0..<36_000 {
      clock.now = .seconds(second)
      let before = output.text.count
      progress.update(secondsLeft: Double(36_000 - second), "step")
      guard output.text.count > before else { continue }
      widest = max(widest, second - lastLine)
      lastLine = second
    }
    #expect(widest == 60)
    // One a minute would be 600, and the first twenty minutes have more.
    #expect((600...700).contains(output.text.count { $0 == "\n" }))
    #expect(output.text.hasPrefix("0 %  step, about 10 h left\n"))
    #expect(output.text.contains("50 %  step, about 5 h left\n"))
  }

  @Test("A rest that turns out longer takes no percent back, and says how long")
  func longerThanThought() {
    let clock = Clock()
    let output = Output.memory()
    let progress = Progress(output: output, environment: ProcessEnvironment()) { clock.now }
    clock.now = .seconds(50)
    progress.update(secondsLeft: 50, "a")
    clock.now = .seconds(60)
    progress.update(secondsLeft: 540, "b")
    clock.now = .seconds(70)
    progress.update(secondsLeft: -3, "c")
    #expect(output.text == "50 %  a, about 50 s left\n50 %  b, about 9 min left\n100 %  c, about 1 s left\n")
  }

  @Test("A note stays on a line of its own")
  func note() {
    let output = Output.memory()
    let environment = ProcessEnvironment(isTerminal: true, terminalColumns: 10)
    let progress = Progress(output: output, environment: environment) { .seconds(2) }
    progress.update(fraction: 0, "x")
    progress.note("a case failed")
    #expect(output.text == "0 %  x\r         \ra case failed\n")
  }
}
