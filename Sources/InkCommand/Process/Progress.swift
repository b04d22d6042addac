/// Tells a waiting person on standard error how far a long task is.
///
/// On a terminal one line rewrites itself, with a bar where there is room, and ends with the time left; in a
/// log plain lines follow each other, one per few seconds and rarer the longer it takes. A task that is done
/// within a second says nothing. Unless the task knows better, the time left assumes that the rest goes as
/// fast as what was done.
package final class Progress {
  private let output: Output
  private let environment: ProcessEnvironment
  private let elapsed: () -> Duration
  private var lastShown: Duration?
  private var isLineOpen = false
  /// The largest fraction that a task with its own reckoning has come to.
  private var furthest = 0.0

  /// Starts a task; `elapsed` gives the time since then.
  package init(output: Output, environment: ProcessEnvironment, elapsed: @escaping () -> Duration) {
    self.output = output
    self.environment = environment
    self.elapsed = elapsed
  }

  /// Starts a task of a command.
  package convenience init(_ context: Context) {
    let start = ContinuousClock.now
    self.init(output: context.standardError, environment: context.environment) { ContinuousClock.now - start }
  }

  /// Says which part of the task is done, from 0 to 1, and what comes now; `secondsLeft` is what the task
  /// itself knows of the rest.
  package func update(fraction: Double, secondsLeft: Double? = nil, _ activity: String) {
    let now = elapsed()
    let interval = environment.isTerminal ? Self.terminalInterval : Self.logInterval(after: now)
    guard now >= Self.silence, lastShown.map({ now - $0 >= interval }) ?? true else { return }
    lastShown = now
    // A task without parts gives 0/0.
    let fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
    let percent = "\(Int(fraction * 100)) %"
    let left =
      if let secondsLeft { Self.words(seconds: secondsLeft) } else {
        Self.timeLeft(fraction: fraction, elapsed: now)
      }
    if environment.isTerminal {
      rewrite(head: "\(bar(fraction))\(percent)  \(activity)", tail: left)
    } else {
      output.line("\(percent)  \(activity)" + (left.map { ", \($0)" } ?? ""))
    }
  }

  /// The same for a task that reckons the time left by itself.
  package func update(secondsLeft: Double, _ activity: String) {
    let seconds = elapsed() / .seconds(1)
    let left = max(secondsLeft, 0)
    // A rest that turns out longer than it was thought takes nothing back.
    furthest = max(furthest, seconds / max(seconds + left, 1e-9))
    update(fraction: furthest, secondsLeft: left, activity)
  }

  /// Writes a line that stays, such as a case that failed.
  package func note(_ sentence: String) {
    clear()
    output.line(sentence)
  }

  /// Ends the task and takes its line off the terminal.
  package func finish() { clear() }

  /// A picture of a fraction; empty on a narrow terminal.
  private func bar(_ fraction: Double) -> String {
    guard environment.terminalColumns >= Self.columnsForBar else { return "" }
    let filled = Int(fraction * Double(Self.barColumns))
    return "[" + String(repeating: "=", count: filled)
      + String(repeating: " ", count: Self.barColumns - filled) + "] "
  }

  private func rewrite(head: String, tail: String?) {
    let end = tail.map { ", \($0)" } ?? ""
    // The last column stays free: some terminals wrap as soon as it is filled.
    let room = max(environment.terminalColumns - 1 - end.count, 0)
    let shownHead = head.count > room ? String(head.prefix(max(room - 1, 0))) + "…" : head
    let shownEnd = environment.wantsColour && !end.isEmpty ? "\u{1B}[2m\(end)\u{1B}[0m" : end
    clear()
    output.write(shownHead + shownEnd)
    isLineOpen = true
  }

  private func clear() {
    guard isLineOpen else { return }
    output.write("\r" + String(repeating: " ", count: environment.terminalColumns - 1) + "\r")
    isLineOpen = false
  }

  /// The time left in words; nil while there is nothing to judge by.
  static func timeLeft(fraction: Double, elapsed: Duration) -> String? {
    guard fraction > 0, fraction < 1 else { return nil }
    return words(seconds: (elapsed / .seconds(1)) * (1 - fraction) / fraction)
  }

  private static func words(seconds: Double) -> String? {
    guard seconds < Self.secondsWorthSaying else { return nil }
    if seconds < 90 { return "about \(max(Int(seconds.rounded()), 1)) s left" }
    if seconds < 5_400 { return "about \(Int((seconds / 60).rounded())) min left" }
    return "about \(Int((seconds / 3_600).rounded())) h left"
  }

  /// Five seconds in the first minutes, then a twentieth of what has passed, so that an hour is some eighty
  /// lines; never above a minute, after which a build server might think that nothing happens.
  static func logInterval(after elapsed: Duration) -> Duration {
    min(max(.seconds(5), elapsed / 20), .seconds(60))
  }

  /// What is done within this time needs no progress.
  static let silence = Duration.seconds(1)
  /// Faster than this nobody reads.
  static let terminalInterval = Duration.milliseconds(100)
  /// Beyond four days an estimate is no help.
  static let secondsWorthSaying = 345_600.0
  /// A narrower terminal needs its room for words.
  static let columnsForBar = 60
  static let barColumns = 10
}
