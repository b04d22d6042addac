/// Tells a waiting person on standard error how far a long task is.
///
/// On a terminal one line rewrites itself and ends with the time left; in a log plain lines follow each
/// other, one per few seconds. A task that is done within a second says nothing. The time left assumes that
/// the rest goes as fast as what was done.
package final class Progress {
  private let output: Output
  private let environment: ProcessEnvironment
  private let elapsed: () -> Duration
  private var lastShown: Duration?
  private var isLineOpen = false

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

  /// Says which part of the task is done, from 0 to 1, and what comes now.
  package func update(fraction: Double, _ activity: String) {
    let now = elapsed()
    let interval = environment.isTerminal ? Self.terminalInterval : Self.logInterval
    guard now >= Self.silence, lastShown.map({ now - $0 >= interval }) ?? true else { return }
    lastShown = now
    // A task without parts gives 0/0.
    let fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
    let percent = "\(Int(fraction * 100)) %"
    let left = Self.timeLeft(fraction: fraction, elapsed: now)
    if environment.isTerminal {
      rewrite(head: "\(percent)  \(activity)", tail: left)
    } else {
      output.line("\(percent)  \(activity)" + (left.map { ", \($0)" } ?? ""))
    }
  }

  /// Writes a line that stays, such as a case that failed.
  package func note(_ sentence: String) {
    clear()
    output.line(sentence)
  }

  /// Ends the task and takes its line off the terminal.
  package func finish() { clear() }

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
    let seconds = (elapsed / .seconds(1)) * (1 - fraction) / fraction
    guard seconds < Self.secondsWorthSaying else { return nil }
    if seconds < 90 { return "about \(max(Int(seconds.rounded()), 1)) s left" }
    if seconds < 5_400 { return "about \(Int((seconds / 60).rounded())) min left" }
    return "about \(Int((seconds / 3_600).rounded())) h left"
  }

  /// What is done within this time needs no progress.
  static let silence = Duration.seconds(1)
  /// Faster than this nobody reads.
  static let terminalInterval = Duration.milliseconds(100)
  /// More often than this fills a log.
  static let logInterval = Duration.seconds(5)
  /// Beyond four days an estimate is no help.
  static let secondsWorthSaying = 345_600.0
}
