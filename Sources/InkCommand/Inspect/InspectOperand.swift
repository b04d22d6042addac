internal import InkModel
internal import InkRun
internal import InkSimulation

/// What can be looked into: a session, made or read, or the summary of some.
enum InspectOperand {
  case session(Session)
  case summary(InkSummary)

  /// Finds out what a word means and loads it; `seed` takes the place of a workload's own.
  init(_ word: String, seed: UInt64?, in context: Context) throws(CommandFailure) {
    if let summary = try SummaryFile.read(context.absolutePath(word), named: word) {
      guard seed == nil else {
        throw CommandFailure(.usage, "'--seed' has no meaning for the summary '\(word)', which is fixed")
      }
      self = .summary(summary)
      return
    }
    let reference = try SessionOperand(word, seed: seed, in: context).reference
    do throws(RunError) {
      self = .session(try reference.load())
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The summary, made if it has to be; `progress` is told which share of that is done.
  func summary(progress: (Double) -> Void) throws(CommandFailure) -> InkSummary {
    switch self {
    case .summary(let summary): return summary
    case .session(let session): return InkSummary(try Self.statistics(of: session, progress: progress))
    }
  }

  /// What a session shows.
  static func statistics(
    of session: Session,
    basePages: SessionStatistics.BasePages = .sampled(SessionStatistics.basePagesSampled),
    progress: (Double) -> Void
  ) throws(CommandFailure) -> SessionStatistics {
    do throws(StatisticsError) {
      return try SessionStatistics(of: session, basePages: basePages, progress: progress)
    } catch {
      throw CommandFailure(.malformedInput, error.description)
    }
  }
}
