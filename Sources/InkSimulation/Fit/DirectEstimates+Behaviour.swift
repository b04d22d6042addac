internal import InkModel

/// Pauses, edits, page turning and the app.
extension DirectEstimates {
  private static let pausePaths = [
    "pauses.underHalfHeightSeconds", "pauses.underOneHeightSeconds", "pauses.underTwoHeightsSeconds",
    "pauses.underFourHeightsSeconds", "pauses.beyondFourHeightsSeconds",
  ]

  /// Each pause's parameter, with the measure that it is fitted to.
  static let pauseClasses =
    Array(zip(pausePaths, Measure.pausesByJump)) + [("pauses.lineBreakSeconds", .pauseLineBreakSeconds)]

  mutating func estimatePauses() {
    var short = LogHistogram()
    for measure in Measure.pausesByJump.prefix(3) { short.add(pool.whole[measure]) }
    guard let mixture = PauseMixture(shortJumps: short) else {
      return parameters.note(unmeasured: "pauses, because there are too few of them")
    }
    for (path, measure) in Self.pauseClasses {
      let histogram = pool.whole[measure]
      guard histogram.count >= Self.pausesMin else { continue }
      let law = Distribution.fitted(
        to: mixture.rhythm(of: histogram), count: histogram.count, shift: SessionWriter.shortestPauseSeconds)
      parameters.set(path, law?.scaled(by: pool.scale(measure, isAmount: false)))
    }
    if pool.whole[.pauseLineBreakSeconds].count >= Self.pausesMin {
      // The table of pauses before new lines has the long ones in it.
      parameters.set("pauses.longLineBreakShare", 0)
    }
    estimateThought(mixture)
    parameters.set("pauses.toolChangeSeconds", law(.toolChangeSeconds))
    parameters.set("pauses.swipeSeconds", law(.swipeSeconds))
  }

  /// A class of fewer pauses keeps the default law.
  private static let pausesMin = 12

  private mutating func estimateThought(_ mixture: PauseMixture) {
    let breaks = pool.whole[.breakSeconds]
    var pauses = breaks.count
    for (_, measure) in Self.pauseClasses { pauses += pool.whole[measure].count }
    let observed = Double(breaks.count) / Double(max(1, pauses))
    let share = max(0, observed - mixture.thought.share * mixture.shareBeyondBound)
    parameters.set("pauses.thinkShare", mixture.thought.share)
    parameters.set(
      "pauses.thinkSeconds",
      .lognormal(
        median: Distribution.roundedToFour(Elementary.exp(mixture.thought.centre)),
        sigma: Distribution.roundedToFour(min(4, mixture.thought.spread))))
    parameters.set("pauses.breakShare", share)
    parameters.set("pauses.breakSeconds", law(.breakSeconds))
    // Stays in the background are counted as such, so breaks are those with the app in view.
    parameters.set("app.backgroundShareOfBreaks", 0)
  }

  mutating func estimateEdits() {
    let whole = pool.whole
    parameters.set("edits.removedShare", pool.value(.removed))
    let removals = [Count.strokesErased, .strokesCut, .undos].map { Double(whole[$0]) }
    let total = removals.reduce(0, +)
    if total > 0 {
      let paths = ["edits.wholeEraseWeight", "edits.partialEraseWeight", "edits.undoWeight"]
      for (path, count) in zip(paths, removals) { parameters.set(path, count / total) }
    }
    if whole[.undos] > 0 { parameters.set("edits.redoShare", min(1, Double(whole[.redos]) / Double(whole[.undos]))) }
    parameters.set("edits.eraseBurstStrokes", law(.eraseBurstStrokes))
    parameters.set("edits.movedShare", pool.value(.moved))
    parameters.set("edits.lassoStrokes", law(.lassoStrokes, isAmount: true))
    parameters.set("edits.dragSteps", law(.dragSteps))
    parameters.set("edits.images", whole: pool.perSession(.images))
    parameters.set("edits.imageKilobytes", law(.imageKilobytes, isAmount: true))
    let (hits, targets) = (Double(whole[.recentTargets]), Double(whole[.targets]))
    let byChance = Double(whole[.recentTargetsByChanceThousandths]) / 1_000
    if targets - byChance >= Self.targetsMin {
      parameters.set("edits.recentShare", max(0, min(1, (hits - byChance) / (targets - byChance))))
      parameters.set("edits.recentStrokes", Double(SessionObserver.recentStrokes))
    }
  }

  /// Fewer erasures tell nothing of their reach.
  private static let targetsMin = 10.0

  mutating func estimateTurning() {
    parameters.set("pages.revisitShare", pool.value(.revisits))
    parameters.set("pages.revisitStrokes", law(.revisitStrokes))
    parameters.set("pages.revisitDistance", law(.revisitDistancePages))
    // The distances have those of any distance in them.
    if pool.whole[.revisits] > 0 { parameters.set("pages.revisitAnywhereShare", 0) }
    parameters.set("pages.browsingRuns", whole: pool.value(.browsingRuns))
    parameters.set("pages.browsingFlips", law(.browsingFlips))
    parameters.set("pages.flipSeconds", law(.flipSeconds))
    parameters.set("pages.deletions", whole: pool.perSession(.pagesDeleted))
    parameters.set("pages.reorders", whole: pool.perSession(.pagesMoved))
  }

  mutating func estimateApp() {
    parameters.set("app.backgrounds", whole: pool.value(.backgrounds))
    parameters.set("app.relaunches", whole: pool.value(.relaunches))
    parameters.set("app.awaySeconds", law(.awaySeconds))
    parameters.set("app.libraryVisits", whole: pool.perSession(.libraryVisits))
    parameters.set("app.exports", whole: pool.perSession(.exports))
    let policy = (pool.whole.mostFrequent(.savePolicy) ?? "").split(separator: " ").map(String.init)
    guard policy.count >= 2, SavePolicy.Trigger(rawValue: policy[0]) != nil, let delay = Double(policy[1]) else {
      return
    }
    parameters.set("saving.trigger", word: policy[0])
    parameters.set("saving.delayMilliseconds", whole: delay)
    if policy.count > 2 { parameters.set("saving.maxWaitMilliseconds", whole: Double(policy[2])) }
  }
}
