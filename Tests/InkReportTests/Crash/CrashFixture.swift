import InkModel
import InkReport

/// A report made by hand: a broken store, a sound one, one that only a second crash breaks, and one that was
/// not explored.
enum CrashFixture {
  static let hostile = "a<b>&\"c\"'|`]]>\u{1}\u{FFFE}\nd"

  static func row(
    _ profile: String, _ promise: Promise, basis: CrashBasis = .calibrated, kind: CrashKind = .power,
    _ outcomes: [(Outcome, Int)], broken: Int = 0
  ) -> CrashProfileRow {
    var row = CrashProfileRow(
      profile: profile, basis: basis, kind: kind, promise: promise, generated: 1_540, distinct: 120,
      bound: CrashBound(
        epochs: 30, exhaustiveEpochs: 28, boundedEpochs: 2, windowedEpochs: 1, isCutByBudget: broken > 0))
    row.outcomes = outcomes.map { OutcomeCount(outcome: $0.0, count: $0.1) }
    row.broken = broken
    return row
  }

  static func finding(_ seen: String = "Page 2 is cut short. The last 3 strokes are gone.") -> CrashFinding {
    CrashFinding(
      id: "8d4f00aa12c3e57b", profile: "xfs", outcome: .corrupt, states: 7, seen: seen,
      culprits: ["write #12: 4096 bytes at 0 of pages/a.content.tmp"],
      missingBarrier: "Missing: fsync of pages/a.content.tmp after write #12, before rename #14.",
      command: "inkbench crash replay 8d4f00aa12c3e57b --keep found",
      state: "3/0000000000000005/none/00000000000000010000000000000002/4/5")
  }

  static var shape: ShapeRow {
    ShapeRow(
      shape: StoreShape([StoreShape.Feature(.page, .empty), StoreShape.Feature(.temporary, .leftBehind)]),
      count: 7, worst: .corrupt, id: "8d4f00aa12c3e57b",
      operation: "forgotten or torn: write #12: 4096 bytes at 0 of pages/a.content.tmp", culprits: 1,
      command: "inkbench crash replay 8d4f00aa12c3e57b --keep found",
      state: "3/0000000000000005/none/00000000000000010000000000000002/4/5")
  }

  private static func store(_ backend: String, _ durability: Durability, saves: Int = 4) -> CrashCase {
    var store = CrashCase(
      name: CaseName(workload: "tiny", backend: backend, codec: "packed", durability: durability))
    store.saves = saves
    store.fileOperations = 60
    store.microOperations = 90
    store.checkedStates = 200
    store.recoveredStates = 20
    return store
  }

  static var report: CrashReport {
    var report = CrashReport(command: "inkbench crash tiny --budget 20000", seed: .max, budget: 20_000)
    report.toolVersion = "test"
    report.sessions = [
      CrashReport.ExploredSession(
        name: "tiny", operand: "tiny.json", seed: 7, digest: "abc", excerpt: "the workload cut to 24 strokes",
        events: 60, pages: 2, strokes: 1)
    ]
    var broken = store("careless", .powerDurable)
    broken.profiles = [
      row(
        "process-crash", .durable, basis: .exact, kind: .process, [(.intact, 80), (.lostUnacknowledged, 40)]),
      row("xfs", .durable, [(.intact, 90), (.lostAcknowledged, 23), (.corrupt, 7)], broken: 30),
    ]
    broken.profiles[1].strokesLostMax = 3
    broken.profiles[1].millisecondsLostMax = 2_500
    broken.profiles[1].orphanFilesMax = 1
    broken.profiles[1].shapes = [shape]
    broken.findings = [finding()]
    var sound = store("careful", .powerDurable)
    sound.profiles = [
      row("xfs", .durable, [(.intact, 120)]),
      row("apfs-fsync", .none, basis: .assumed, [(.intact, 20), (.torn, 100)]),
    ]
    var twice = store("forgetful", .processCrash)
    twice.profiles = [row("xfs", .none, [(.intact, 120)]), row("process-crash", .durable, [(.intact, 120)])]
    twice.profiles[1].secondCrashStates = 9
    twice.profiles[1].secondCrashBroken = 2
    let left = CrashCase(
      name: CaseName(workload: "tiny", backend: "mapped", codec: nil, durability: .processCrash),
      notExplored: "a | mapping")
    report.cases = [broken, sound, twice, left]
    return report
  }

  static var times: CrashTimes {
    var times = CrashTimes(workers: 2, environment: [EnvironmentFact(name: "cores", value: "2")])
    times.recoveries = [
      CrashTimes.Recovery(
        store: "tiny careless/packed power-durable", states: 200, medianNanoseconds: 210_000,
        maxNanoseconds: 4_000_000)
    ]
    return times
  }
}
