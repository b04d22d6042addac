internal import FoundationEssentials
package import InkReport
internal import InkTap

/// Asks whether the machine is quiet enough for times to mean something.
///
/// Method. The same stretch of integer work is timed many times. On a quiet machine nearly all take the same
/// time, and the thread has a core throughout. Stolen or shared cores show in two ways: as a long tail of
/// slow stretches, and as time that passed while the thread was waiting for a core. Then the thread sleeps a
/// millisecond again and again, as a store's timer would, and is woken late where cores are taken. What the
/// kernel says of other tasks and of stolen time is read along the way.
package enum NoiseProbe {
  /// Takes about a tenth of a second.
  package static func processor() -> ProcessorReading {
    let steps = stepsPerStretch()
    var times: [UInt64] = []
    times.reserveCapacity(stretches)
    var others: [Int] = []
    let begin = Clock.nanoseconds()
    let beginCPU = Clock.threadCPUNanoseconds()
    for _ in 0..<stretches { times.append(stretch(of: steps)) }
    let passed = Clock.nanoseconds() - begin
    let given = max(Clock.threadCPUNanoseconds() - beginCPU, 1)
    var oversleeps: [UInt64] = []
    for _ in 0..<sleeps {
      let start = Clock.nanoseconds()
      Platform.sleep(nanoseconds: sleepNanoseconds)
      let slept = Clock.nanoseconds() - start
      oversleeps.append(slept > sleepNanoseconds ? slept - sleepNanoseconds : 0)
      if let load = Load(loadavg: text("/proc/loadavg")) { others.append(load.otherRunnable) }
    }
    times.sort()
    oversleeps.sort()
    others.sort()
    let median = max(Percentile.p50.nearestRank(ofSorted: times) ?? 1, 1)
    return ProcessorReading(
      nanosecondsPerStep: Double(median) / Double(steps),
      stretchTail: Double(Percentile.p90.nearestRank(ofSorted: times) ?? median) / Double(median),
      waitRatio: Double(passed) / Double(given),
      oversleepP50Nanoseconds: Percentile.p50.nearestRank(ofSorted: oversleeps) ?? 0,
      oversleepP90Nanoseconds: Percentile.p90.nearestRank(ofSorted: oversleeps) ?? 0,
      otherRunnable: Percentile.p50.nearestRank(ofSorted: others),
      loadAverage: Load(loadavg: text("/proc/loadavg"))?.average,
      ticks: ProcessorTicks(stat: text("/proc/stat")))
  }

  private static let stretches = 400
  /// Short enough that four hundred take a twentieth of a second, long enough that reading the clock is
  /// nothing.
  private static let stretchNanoseconds: UInt64 = 100_000
  private static let sleeps = 30
  private static let sleepNanoseconds: UInt64 = 1_000_000

  /// How many steps take a stretch's time; an interruption while this is found out can only make it fewer.
  private static func stepsPerStretch() -> UInt64 {
    var steps: UInt64 = 1_024
    while steps < stepsMax, fastest(of: steps) < stretchNanoseconds / 2 { steps *= 2 }
    return steps
  }

  private static func fastest(of steps: UInt64) -> UInt64 {
    min(stretch(of: steps), min(stretch(of: steps), stretch(of: steps)))
  }

  /// A second's worth on any machine.
  private static let stepsMax: UInt64 = 1 << 30

  /// Multiplies and adds so many times, each step waiting for the one before.
  private static func stretch(of steps: UInt64) -> UInt64 {
    var sink: UInt64 = 1
    let start = Clock.nanoseconds()
    var step: UInt64 = 0
    while step < steps {
      sink = sink &* 6_364_136_223_846_793_005 &+ step
      step &+= 1
    }
    let end = Clock.nanoseconds()
    // The sum is used, so that the work can't be left out.
    return sink == 0 ? end - start + 1 : end - start
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}

/// What the kernel says of other tasks: `/proc/loadavg` (proc(5)).
struct Load: Hashable {
  /// Over the last minute.
  var average: Double
  /// Tasks that run or wait for a core now, without the one that asks.
  var otherRunnable: Int

  /// Reads `0.20 0.18 0.12 1/80 11206`; nil for any other text.
  init?(loadavg text: String) {
    let words = text.split { $0 == " " || $0 == "\n" }
    guard words.count >= 4, let average = Double(words[0]),
      let runnable = words[3].split(separator: "/").first.flatMap({ Int($0) })
    else { return nil }
    self.average = average
    otherRunnable = max(runnable - 1, 0)
  }
}
