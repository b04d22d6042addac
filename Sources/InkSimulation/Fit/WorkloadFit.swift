/// A workload fitted to recorded sessions, with the account of how well.
///
/// Method. Counts and quantiles are read off the users' summaries; the hand and the pauses are then corrected
/// by simulating the workload and measuring it in the same way. Both sides of the comparison are summaries,
/// so recorded sessions and summaries that users sent lead to the same fit.
package struct WorkloadFit: Sendable {
  /// A statistic of the users beside that of the fitted workload.
  package struct Row: Sendable {
    package let statistic: SummaryStatistic
    /// Of the user that was fitted to.
    package let recorded: Double
    /// Of a session of the fitted workload; nil if none was seen in it.
    package let fitted: Double?
    /// The 10th, 50th and 90th percentile of the users.
    package let spread: [Double]
    /// The relative standard error of the recorded value, by the size of the sample; nil if it has none.
    package let samplingError: Double?
  }

  /// Statistics whose sample is too small to tell them within a tenth.
  package var uncertainStatistics: [String] {
    rows.filter { $0.samplingError ?? 0 > Self.samplingErrorMax }.map(\.statistic.name)
  }

  /// The workload file.
  package let json: String
  package let workload: Workload
  package let rows: [Row]
  /// Parameters that lay outside their range and were brought to its end.
  package let clamped: [String]
  /// What could not be measured and keeps its default, in words.
  package let unmeasured: [String]
  /// What the sample was too small to tell well, in words.
  package let uncertain: [String]

  /// Fits a workload to users, each given by the sum of their summaries.
  ///
  /// `percentile` chooses the user, from 0 to 100; `progress` is told which share is done.
  package init(
    users: [InkSummary], percentile: Double = 50, name: String = "fitted",
    progress: @escaping (Double) -> Void = { _ in }
  ) throws(FitError) {
    let pool = UserPool(users, percentile: percentile)
    guard pool.strokeCount > 0 else {
      throw FitError("nothing was written in what is to be fitted; give sessions with strokes")
    }
    var round = 0
    var calibration = Calibration(DirectEstimates(pool)) { rounds in
      progress(Double(round) / Double(rounds + 1))
      round += 1
    }
    try calibration.run()
    let parameters = calibration.parameters
    clamped = parameters.clamped.sorted()
    unmeasured = parameters.unmeasured
    uncertain = parameters.uncertain
    let about = Self.about(pool, unmeasured: unmeasured)
    json = parameters.json(name: name, about: about, seed: MiddlingWriter.seed)
    do throws(WorkloadError) {
      workload = try Workload(json: json)
    } catch {
      throw FitError(error.description)
    }
    rows = Self.compare(pool, try Self.simulate(workload), workload)
  }

  /// Chance moves medians of so many strokes by a few per cent, whatever the length of the session.
  private static let strokesCompared = 2_000...2_000

  /// The fitted workload's session, on few pages of its base.
  private static func simulate(_ workload: Workload) throws(FitError) -> InkSummary {
    var workload = workload
    workload.document.basePages = min(workload.document.basePages, basePagesCompared)
    return try Simulation.summary(of: workload, strokes: strokesCompared)
  }

  private static let basePagesCompared = 4

  /// A larger relative standard error is worth a warning.
  static let samplingErrorMax = 0.1

  private static func compare(_ pool: UserPool, _ result: InkSummary, _ workload: Workload) -> [Row] {
    SummaryStatistic.all.compactMap { statistic in
      guard let recorded = pool.value(statistic) else { return nil }
      let values = pool.users.compactMap(statistic.value)
      let spread = [0.1, 0.5, 0.9].compactMap { UserPool.quantile($0, of: values) }
      return Row(
        statistic: statistic, recorded: recorded, fitted: fitted(statistic, result, workload), spread: spread,
        samplingError: statistic.samplingError(pool.whole))
    }
  }

  /// A statistic of the fitted workload's session; its length and base are the workload's own.
  private static func fitted(
    _ statistic: SummaryStatistic, _ result: InkSummary, _ workload: Workload
  ) -> Double? {
    switch statistic.name {
    case SummaryStatistic.strokesPerSession.name: Double(workload.session.strokes)
    case SummaryStatistic.basePages.name: Double(workload.document.basePages)
    case SummaryStatistic.pagesWithImages.name: workload.document.basePagesWithImageShare
    case SummaryStatistic.sessionMinutes.name:
      statistic.value(result).map { $0 * Double(workload.session.strokes) / Double(result[.strokes]) }
    case SummaryStatistic.imageKilobytes.name:
      statistic.value(result).flatMap { _ in Simulation.draws(of: workload.edits.imageKilobytes).median }
    default: statistic.value(result)
    }
  }

  /// From what the workload was made, in counts alone.
  private static func about(_ pool: UserPool, unmeasured: [String]) -> String {
    let (users, sessions) = (pool.users.count, pool.whole[.sessions])
    var text = "Fitted to \(sessions) recorded session\(sessions == 1 ? "" : "s") of \(users) user"
    text += "\(users == 1 ? "" : "s"), \(pool.strokeCount) strokes in all"
    text += users > 1 ? ", at the \(numberText(pool.percentile))th percentile of the users." : "."
    guard !unmeasured.isEmpty else { return text }
    return text + " Not measured: " + unmeasured.joined(separator: "; ") + "."
  }
}

/// Why no workload could be fitted, as one sentence.
package struct FitError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  init(_ description: String) { self.description = description }
}
