/// Lets the pauses of a session pass.
///
/// Method. Each step has one absolute deadline: the moment the replay began plus the step's intended start on
/// the session's clock. The pacer sleeps for what is left, reads the clock again, and sleeps again until the
/// deadline has passed, so that neither an early wake-up nor a long session adds up to drift. The system
/// wakes a sleeper late; by how much is kept apart and never charged to the store: response times are
/// reckoned on the session's clock, from intended starts and measured service times, at either pace.
package struct Pacer {
  /// By how much each sleep ended after its deadline.
  package private(set) var wakeUpDelayNanoseconds: [UInt64] = []

  private let start: UInt64
  private let clock: () -> UInt64
  private let sleep: (_ nanoseconds: UInt64) -> Void

  /// Begins the session at a moment of the clock.
  package init(
    start: UInt64, clock: @escaping () -> UInt64, sleep: @escaping (_ nanoseconds: UInt64) -> Void
  ) {
    self.start = start
    self.clock = clock
    self.sleep = sleep
  }

  /// Waits until a moment of the session; returns at once if it has passed.
  package mutating func wait(untilMilliseconds milliseconds: UInt64) {
    let deadline = start + milliseconds * 1_000_000
    var now = clock()
    guard now < deadline else { return }
    while now < deadline {
      sleep(deadline - now)
      now = clock()
    }
    wakeUpDelayNanoseconds.append(now - deadline)
  }
}
