/// The pauses of a writer, by what they lie before, fitted one by one.
///
/// A sketching hand has no letters to measure its jumps by, and goes far with almost every stroke: all of its
/// pauses count as those before the longest jumps.
struct PauseEstimates {
  /// A parameter with the pauses that it stands for.
  struct Class: Sendable {
    var path: String
    var measures: [Measure]

    /// The pauses of a summary.
    func pauses(of summary: InkSummary) -> LogHistogram {
      measures.reduce(into: LogHistogram()) { $0.add(summary[$1]) }
    }
  }

  let classes: [Class]
  private let pool: UserPool

  init(_ pool: UserPool, style: HandStyle) {
    self.pool = pool
    classes = style == .sketch ? Self.sketching : Self.writing
  }

  private static let writing: [Class] =
    zip(
      [
        "pauses.underHalfHeightSeconds", "pauses.underOneHeightSeconds", "pauses.underTwoHeightsSeconds",
        "pauses.underFourHeightsSeconds", "pauses.beyondFourHeightsSeconds",
      ], Measure.pausesByJump
    ).map { Class(path: $0, measures: [$1]) } + [
      Class(path: "pauses.lineBreakSeconds", measures: [.pauseLineBreakSeconds])
    ]

  private static let sketching = [
    Class(path: "pauses.beyondFourHeightsSeconds", measures: Measure.pausesByJump + [.pauseLineBreakSeconds])
  ]

  /// Sets what the users' pauses show.
  func estimate(_ parameters: inout FittedParameters) {
    guard pool.whole[.sessionsWithPauses] > 0 else {
      return parameters.note(unmeasured: "pauses, because the recordings have no times of their own")
    }
    var short = LogHistogram()
    for group in classes where short.count < Self.shortPausesEnough {
      short.add(group.pauses(of: pool.whole))
    }
    guard let mixture = PauseMixture(shortJumps: short, longJumps: pool.whole[.pauseUnderFourHeightsSeconds])
    else {
      return parameters.note(unmeasured: "pauses, because there are too few of them")
    }
    for group in classes {
      let pauses = group.pauses(of: pool.whole)
      guard pauses.count >= Self.pausesMin else { continue }
      let law = Distribution.fitted(
        to: mixture.rhythm(of: pauses), count: pauses.count)
      parameters.set(group.path, law?.scaled(by: scale(group)))
    }
    if parameters["pauses.lineBreakSeconds"] != nil {
      // The table of pauses before new lines has the long ones in it.
      parameters.set("pauses.longLineBreakShare", 0)
    }
    estimateThought(mixture, &parameters)
  }

  /// Enough to tell thought from rhythm; longer jumps, whose rhythm is slower, are then left out.
  private static let shortPausesEnough = 400
  /// A class of fewer pauses keeps the default law.
  private static let pausesMin = 12

  private func estimateThought(_ mixture: PauseMixture, _ parameters: inout FittedParameters) {
    let breaks = pool.whole[.breakSeconds]
    let pauses = classes.reduce(breaks.count) { $0 + $1.pauses(of: pool.whole).count }
    let observed = Double(breaks.count) / Double(max(1, pauses))
    let share = max(0, observed - mixture.thought.share * mixture.shareBeyondBound)
    parameters.set("pauses.thinkShare", mixture.thought.share)
    parameters.set(
      "pauses.thinkSeconds",
      .lognormal(
        median: Distribution.roundedToFour(Elementary.exp(mixture.thought.centre)),
        sigma: Distribution.roundedToFour(min(4, mixture.thought.spread))))
    parameters.set("pauses.breakShare", share)
    parameters.set(
      "pauses.breakSeconds",
      Distribution.fitted(to: WeightedHistogram(breaks), count: breaks.count, mean: breaks.mean))
    // Stays in the background are counted as such, so breaks are those with the app in view.
    parameters.set("app.backgroundShareOfBreaks", 0)
  }

  /// By how much the pauses of all users together are scaled to become the median user's.
  private func scale(_ group: Class) -> Double {
    guard pool.users.count > 1, let all = group.pauses(of: pool.whole).median, all > 0 else { return 1 }
    return (pool.value(isAmount: false) { group.pauses(of: $0).median } ?? all) / all
  }
}
