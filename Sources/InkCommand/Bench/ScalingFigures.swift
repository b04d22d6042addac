internal import FoundationEssentials
internal import InkCrash
internal import InkModel
internal import InkReport
internal import InkRun
internal import InkStorage

/// How much faster two checking processes are than one.
///
/// Method. The default workload's crash excerpt is recorded on a snapshot store, as `inkbench crash` does it,
/// and distinct states of it are checked by the processes that the command starts: by one and by two, in
/// turns, ABBA, after one of each that does not count. What counts is the time for which the processes have a
/// core, from their start to their end: two that need no more of it together than one needs are twice as
/// fast, and what they lose to each other, to locks of the kernel and to shared caches, is lost to the
/// figure. What other programs take of the cores is not; the remark tells the ratio by the clock, which it is
/// part of. The figure is the median of the pairs' ratios.
enum ScalingFigures: FigureMeter {
  static let names = ["crash.two_core_scaling"]

  private static let pairs = 5
  /// A second or two of work for one process, beside which its start does not count.
  private static let statesMax = 4_096
  private static let profile = "posix-strict"

  static func obstacle(_ name: String, in bench: Bench) -> String? {
    ProcessInfo.processInfo.activeProcessorCount < 2 ? "this machine has one core" : nil
  }

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    guard let profile = CrashProfile.named(profile) else {
      throw CommandFailure(.internalError, "there is no profile '\(profile)'")
    }
    let operand = try SessionOperand("meeting", seed: nil, in: bench.context)
    let runCase = RunCase(
      session: 0,
      name: CaseName(
        workload: operand.name, backend: "snapshot", codec: "packed", durability: .powerDurable),
      backend: try bench.backend("snapshot"))
    do throws(RunError) {
      let directory = try StoreDirectory(MemoryPlace.store(nil, in: bench.context))
      defer { directory.tearDown() }
      let place = directory.copy("crash")
      try StoreCopy.makeDirectory(place)
      let checks = try RepeatedChecks(
        of: runCase, under: profile,
        excerpt: CrashExcerpt(operand.reference, named: operand.name, operand: operand.name),
        statesMax: statesMax, place: place,
        recorder: ChildLauncher(ChildCommand.self, in: bench.context, Interruption()),
        checker: ChildLauncher(CrashChildCommand.self, in: bench.context, Interruption()))
      return try measure(checks)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func measure(_ checks: RepeatedChecks) throws(RunError) -> Measurement {
    var ratios: [Double] = []
    var clockRatios: [Double] = []
    var seconds: [Double] = []
    for pair in 0...pairs {
      var times: [Int: RepeatedChecks.Time] = [:]
      for workers in pair.isMultiple(of: 2) ? [1, 2] : [2, 1] {
        times[workers] = try checks.time(workers: workers)
      }
      guard pair > 0, let one = times[1], let two = times[2] else { continue }
      ratios.append(2 * Double(one.coreNanoseconds) / Double(two.coreNanoseconds))
      clockRatios.append(Double(one.nanoseconds) / Double(two.nanoseconds))
      seconds.append(Double(one.coreNanoseconds) / 1e9)
    }
    var measurement = Measurement.median(of: ratios)
    let rate = Double(checks.count) / Measurement.median(of: seconds).value
    let clock = (Measurement.median(of: clockRatios).value * 100).rounded() / 100
    measurement.remark =
      "\(clock) by the clock; one process checks \(checks.count) states, \(Int(rate)) a second of its core"
    return measurement
  }
}
