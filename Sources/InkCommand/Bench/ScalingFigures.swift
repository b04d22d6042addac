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
/// turns, ABBA, after one of each that does not count. All of it is timed, from the start of the first process
/// to the last word. The figure is the median of the pairs' ratios.
enum ScalingFigures: FigureMeter {
  static let names = ["crash.two_core_scaling"]

  private static let pairs = 7
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
        statesMax: statesMax, place: place, recorder: launcher(ChildCommand.name, bench),
        checker: launcher(CrashChildCommand.name, bench))
      return try measure(checks)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func measure(_ checks: RepeatedChecks) throws(RunError) -> Measurement {
    var ratios: [Double] = []
    var nanoseconds: [UInt64] = []
    for pair in 0...pairs {
      var times: [Int: UInt64] = [:]
      for workers in pair.isMultiple(of: 2) ? [1, 2] : [2, 1] {
        times[workers] = try checks.nanoseconds(workers: workers)
      }
      guard pair > 0, let one = times[1], let two = times[2] else { continue }
      ratios.append(Double(one) / Double(two))
      nanoseconds.append(one)
    }
    var measurement = Measurement.median(of: ratios)
    let rate = Double(checks.count) * 1e9 / Measurement.median(of: nanoseconds.map(Double.init)).value
    measurement.remark = "one process checks \(Int(rate)) of \(checks.count) states a second"
    return measurement
  }

  private static func launcher(_ command: String, _ bench: Bench) -> ChildLauncher {
    ChildLauncher(
      executable: bench.context.environment.executablePath, words: [command], interruption: Interruption())
  }
}
