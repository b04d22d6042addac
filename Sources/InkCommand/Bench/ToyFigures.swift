internal import CrashToys
internal import InkModel
internal import InkRun
internal import InkTap

/// Whether the crash lab finds bugs that are known, and only bugs.
///
/// Method. Seventeen small stores each have a bug that stores are known for, and a twin that differs by the
/// line that is the bug. Each lives through a short session whose file calls are recorded, and is crashed in
/// all ways that the profiles allow. A bug is found if, under each profile, there are exactly the outcomes
/// that it must lead to, with a sentence that tells of it, and a culprit of at most two calls. An alarm is an
/// outcome that breaks the promise of a store without the bug, under a profile. Both are counted anew each
/// time.
enum ToyFigures: FigureMeter {
  static let names = [found, alarms]

  private static let found = "crash.toys_found"
  private static let alarms = "crash.twin_alarms"

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    // The stores that others watch must wait for their disk again.
    defer {
      Tap.carryOutSyncs()
      Tap.takeTimes()
      Tap.watch(directory: bench.directory, roles: [])
    }
    do throws(RunError) {
      let directory = try StoreDirectory(MemoryPlace.store(nil, in: bench.context))
      defer { directory.tearDown() }
      let place = directory.copy("toys")
      return try name == found ? foundBugs(in: place) : alarms(in: place)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func foundBugs(in place: String) throws(RunError) -> Measurement {
    var missed: [String] = []
    for toy in Toys.all {
      let outcomes = try exploring { try toy.exploreWrong(in: place) }
      if !toy.isFound(in: outcomes) { missed.append(toy.name) }
    }
    var measurement = Measurement.exact(Double(Toys.all.count - missed.count))
    if !missed.isEmpty { measurement.remark = "not found: " + missed.joined(separator: ", ") }
    return measurement
  }

  private static func alarms(in place: String) throws(RunError) -> Measurement {
    var alarms: [String] = []
    for toy in Toys.all {
      alarms += try exploring { try toy.exploreSound(in: place) }.joined().flatMap(\.alarms)
    }
    var measurement = Measurement.exact(Double(alarms.count))
    if !alarms.isEmpty { measurement.remark = alarms.joined(separator: "; ") }
    return measurement
  }

  private static func exploring<Result>(_ body: () throws -> Result) throws(RunError) -> Result {
    do { return try body() } catch { throw .child("a known bug can't be explored: \(error)") }
  }
}
