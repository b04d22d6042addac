/// How steadily the machine gave its processor to one thread that wanted nothing but to count.
package struct ProcessorReading: Codable, Hashable, Sendable {
  /// The median time of one step of the work; it moves with the clock's frequency.
  package var nanosecondsPerStep: Double
  /// The 90th percentile of equal stretches of work, to their median.
  package var stretchTail: Double
  /// The time that passed, to the CPU time that the thread was given.
  package var waitRatio: Double
  /// By how much a sleep of a millisecond took longer.
  package var oversleepP50Nanoseconds: UInt64
  package var oversleepP90Nanoseconds: UInt64
  /// Other tasks that wanted a core meanwhile, at the median; nil where the kernel does not say.
  package var otherRunnable: Int?
  /// The load average over the last minute.
  package var loadAverage: Double?
  /// What the processors did since the machine was started; nil where the kernel does not say.
  package var ticks: ProcessorTicks?

  package init(
    nanosecondsPerStep: Double, stretchTail: Double, waitRatio: Double, oversleepP50Nanoseconds: UInt64,
    oversleepP90Nanoseconds: UInt64, otherRunnable: Int? = nil, loadAverage: Double? = nil,
    ticks: ProcessorTicks? = nil
  ) {
    self.nanosecondsPerStep = nanosecondsPerStep
    self.stretchTail = stretchTail
    self.waitRatio = waitRatio
    self.oversleepP50Nanoseconds = oversleepP50Nanoseconds
    self.oversleepP90Nanoseconds = oversleepP90Nanoseconds
    self.otherRunnable = otherRunnable
    self.loadAverage = loadAverage
    self.ticks = ticks
  }
}

/// The kernel's count of what all processors did, in its ticks.
package struct ProcessorTicks: Codable, Hashable, Sendable {
  /// Taken by the host for other guests.
  package var stolen: UInt64
  package var all: UInt64

  package init(stolen: UInt64, all: UInt64) {
    self.stolen = stolen
    self.all = all
  }

  /// The first line of `/proc/stat` (proc(5)): user, nice, system, idle, iowait, irq, softirq, steal.
  ///
  /// Guests' time, which follows, is counted in the user's already.
  package init?(stat: String) {
    let words = stat.prefix { $0 != "\n" }.split(separator: " ")
    let numbers = words.dropFirst().prefix(8).compactMap { UInt64($0) }
    guard words.first == "cpu", numbers.count == 8 else { return nil }
    self.init(stolen: numbers[7], all: numbers.reduce(0, &+))
  }

  /// The share that was stolen since an earlier count; nil if no tick has passed.
  package func stolenShare(since earlier: ProcessorTicks) -> Double? {
    guard all > earlier.all, stolen >= earlier.stolen else { return nil }
    return Double(stolen - earlier.stolen) / Double(all - earlier.all)
  }
}
