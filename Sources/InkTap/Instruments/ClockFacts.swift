/// What the clocks of this machine are worth: how fine they are, and what a reading costs.
///
/// Method. A clock is read again and again; its step is the smallest difference between two neighbouring
/// readings that is not zero. The cost of a reading is the time of a batch of readings, divided; of many
/// batches the median is taken, so that a batch in which the thread was put aside does not count. Every
/// measured time contains one reading of the clock that times it, and no correction is made for it.
package struct ClockFacts: BitwiseCopyable, Codable, Hashable, Sendable {
  /// The smallest step seen of the clock that times calls; never finer than what a reading costs shows.
  package var stepNanoseconds: UInt64
  /// What a reading of that clock costs.
  package var readingNanoseconds: Double
  /// What a reading of the calling thread's CPU clock costs.
  package var threadCPUReadingNanoseconds: Double

  /// Measures the clocks; takes about a millisecond.
  package static func measure() -> ClockFacts {
    measure(Clock.nanoseconds, threadCPU: Clock.threadCPUNanoseconds)
  }

  /// Measures given clocks.
  package static func measure(_ clock: () -> UInt64, threadCPU: () -> UInt64) -> ClockFacts {
    ClockFacts(
      stepNanoseconds: smallestStep(of: clock), readingNanoseconds: cost(of: clock, timedBy: clock),
      threadCPUReadingNanoseconds: cost(of: threadCPU, timedBy: clock))
  }

  private static func smallestStep(of clock: () -> UInt64) -> UInt64 {
    var smallest = UInt64.max
    var last = clock()
    for _ in 0..<readingsMax where smallest > 1 {
      let now = clock()
      if now > last { smallest = min(smallest, now - last) }
      last = now
    }
    return smallest == .max ? 0 : smallest
  }

  private static func cost(of clock: () -> UInt64, timedBy timer: () -> UInt64) -> Double {
    var batches: [UInt64] = []
    batches.reserveCapacity(batchCount)
    for _ in 0..<batchCount {
      let start = timer()
      for _ in 0..<batchSize { _ = clock() }
      batches.append(timer() - start)
    }
    return Double(batches.sorted()[batchCount / 2]) / Double(batchSize)
  }

  /// Enough for two neighbouring readings without anything in between.
  private static let readingsMax = 10_000
  /// Long enough that the two readings around a batch are lost in it, short enough to fit between two ticks.
  private static let batchSize = 100
  private static let batchCount = 31
}
