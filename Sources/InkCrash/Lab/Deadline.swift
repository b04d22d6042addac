internal import InkRun
internal import InkTap

/// When an exploration has to end: a number of seconds after it began, or where the user asks for it.
struct Deadline: Sendable {
  private var endNanoseconds: UInt64
  private let interruption: Interruption

  init(seconds: Int?, interruption: Interruption) {
    endNanoseconds = seconds.map { Clock.nanoseconds() + UInt64($0) * 1_000_000_000 } ?? .max
    self.interruption = interruption
  }

  /// An even part of what is left, for the next of so many.
  func share(of count: Int) -> Deadline {
    guard endNanoseconds < .max else { return self }
    let now = Clock.nanoseconds()
    var share = self
    share.endNanoseconds = now + (max(endNanoseconds, now) - now) / UInt64(count)
    return share
  }

  /// An earlier one, which leaves time for work that comes last; no more than half of what is left.
  func leaving(nanoseconds work: UInt64) -> Deadline {
    guard endNanoseconds < .max else { return self }
    let now = Clock.nanoseconds()
    var earlier = self
    earlier.endNanoseconds -= min(work, (max(endNanoseconds, now) - now) / 2)
    return earlier
  }

  func isOver() -> Bool { interruption.isRequested || Clock.nanoseconds() > endNanoseconds }
}
