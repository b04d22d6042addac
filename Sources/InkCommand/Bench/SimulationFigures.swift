internal import InkModel
internal import InkRun
internal import InkSimulation
internal import InkTap

/// How fast the simulator makes pages.
///
/// Method. The pages are those of the standard workload, layout and clock defects included, each made once a
/// repetition into the same memory. For scaling, one worker and two take turns within the run, two making
/// twice the pages, and the median of the pairs counts.
enum SimulationFigures: FigureMeter {
  static let names = ["simulate.one_core", "simulate.two_core_scaling"]

  private static let pages = 120
  private static let repetitions = 9
  private static let pairs = 9
  /// Pages that each worker makes for scaling: a third of a second, so that starting threads is nothing.
  private static let pagesPerWorker = 600

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    let workload = try bench.workload(WorkloadLibrary.standardName)
    // Caches and pages of memory are warm in what follows.
    _ = try make(pages / 4, of: workload, workers: 1)
    if name == "simulate.one_core" {
      var speeds: [Double] = []
      for _ in 0..<repetitions { speeds.append(try make(pages, of: workload, workers: 1)) }
      return .median(of: speeds)
    }
    var ratios: [Double] = []
    for _ in 0..<pairs {
      let one = try make(pagesPerWorker, of: workload, workers: 1)
      ratios.append(try make(2 * pagesPerWorker, of: workload, workers: 2) / one)
    }
    return .median(of: ratios)
  }

  /// Makes so many pages and returns the points a second.
  private static func make(
    _ count: Int, of workload: Workload, workers: Int
  ) throws(CommandFailure) -> Double {
    var workload = workload
    workload.document.basePages = count
    let task = GenerationTask(
      workloadJSON: workload.canonicalText, seed: UInt64(workload.seed), workers: workers)
    do throws(RunError) {
      let made = try BaseGeneration.run(task)
      return Double(made.pointCount) * 1e9 / Double(made.nanoseconds)
    } catch {
      throw CommandFailure(error)
    }
  }
}
