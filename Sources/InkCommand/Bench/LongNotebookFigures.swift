internal import InkModel
internal import InkRun
internal import InkSimulation

/// What the base of the long notebook takes: time and memory.
///
/// Method. A child process makes every page of the base on two cores and keeps none, so that its peak memory
/// is that of the making. Memory is that of the workload's own notebook or of one of 2,000 such pages,
/// whichever is larger; both are told on standard error.
enum LongNotebookFigures: FigureMeter {
  static let names = ["simulate.long_notebook", "simulate.long_notebook_peak"]

  private static let repetitions = 3
  private static let workers = 2
  private static let manyPages = 2_000
  private static let bytesPerMebibyte = 1_048_576.0

  static func measure(_ name: String, in bench: Bench) throws(CommandFailure) -> Measurement {
    var workload = try bench.workload("long-notebook")
    if name == "simulate.long_notebook" {
      var seconds: [Double] = []
      for _ in 0..<repetitions { seconds.append(Double(try make(workload, bench).nanoseconds) / 1e9) }
      return .median(of: seconds)
    }
    let own = try make(workload, bench)
    workload.document.basePages = manyPages
    let many = try make(workload, bench)
    let peaks = [own, many].map { Double($0.peakResidentBytes) / bytesPerMebibyte }
    bench.context.standardError.line(
      "\(name): \(Int(peaks[0])) MiB for \(own.pageCount) pages with \(own.pointCount) points, "
        + "\(Int(peaks[1])) MiB for \(many.pageCount) pages with \(many.pointCount) points")
    return .of(peaks.max() ?? 0, spreadOf: peaks)
  }

  private static func make(_ workload: Workload, _ bench: Bench) throws(CommandFailure) -> BaseGeneration {
    let launcher = ChildLauncher(ChildCommand.self, in: bench.context, Interruption())
    do throws(RunError) {
      return try launcher.generate(
        GenerationTask(
          workloadJSON: workload.canonicalText, seed: UInt64(workload.seed), workers: workers))
    } catch {
      throw CommandFailure(error)
    }
  }
}
