internal import InkModel

/// Sessions that a fit makes to see what its parameters lead to.
enum Simulation {
  /// The summary of a workload's session of about as many strokes as the workload asks for.
  static func summary(of workload: Workload, strokes: ClosedRange<Int>) throws(FitError) -> InkSummary {
    var workload = workload
    workload.session.strokes = max(strokes.lowerBound, min(strokes.upperBound, workload.session.strokes))
    var summary = InkSummary(try statistics(of: workload))
    summary.histograms[.strokesPerPage] = pageSizes(of: workload)
    for measure in [Measure.strokesPerUnfinishedPage, .strokesPerFinishedPage, .basePageFill] {
      summary.histograms[measure] = nil
    }
    return summary
  }

  /// What the session of a workload shows.
  static func statistics(of workload: Workload) throws(FitError) -> SessionStatistics {
    do {
      return try SessionStatistics(of: Simulator.session(of: workload, seed: UInt64(MiddlingWriter.seed)))
    } catch let error as SimulationError {
      throw FitError(error.description)
    } catch let error as StatisticsError {
      throw FitError(error.description)
    } catch {
      throw FitError("\(error)")
    }
  }

  /// Strokes that fit on each of many pages: more pages than a session has, because pages differ much.
  private static func pageSizes(of workload: Workload) -> LogHistogram {
    let pages = GeneratedPages(workload, seed: UInt64(MiddlingWriter.seed))
    return LogHistogram(
      (0..<pagesMeasured).lazy.map { Double(pages.emptyScribe(pageKey: UInt64($0)).layout.capacity) })
  }

  private static let pagesMeasured = 1_000

  /// Many values of a quantity of which a session has few.
  static func draws(of quantity: Quantity) -> LogHistogram {
    var random = SplitMix64(seed: UInt64(MiddlingWriter.seed))
    return LogHistogram((0..<pagesMeasured).map { _ in quantity.sample(&random) })
  }
}
