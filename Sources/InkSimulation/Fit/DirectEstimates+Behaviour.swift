internal import InkModel

/// Edits, page turning and the app.
extension DirectEstimates {
  mutating func estimateEdits() {
    let whole = pool.whole
    parameters.set("pauses.toolChangeSeconds", law(.toolChangeSeconds))
    parameters.set("pauses.swipeSeconds", law(.swipeSeconds))
    parameters.set("edits.removedShare", pool.value(.removed))
    let removals = [Count.strokesErased, .strokesCut, .undos].map { Double(whole[$0]) }
    let total = removals.reduce(0, +)
    if total > 0 {
      let paths = ["edits.wholeEraseWeight", "edits.partialEraseWeight", "edits.undoWeight"]
      for (path, count) in zip(paths, removals) { parameters.set(path, count / total) }
    }
    if whole[.undos] > 0 {
      parameters.set("edits.redoShare", min(1, Double(whole[.redos]) / Double(whole[.undos])))
    }
    if whole[.eraseBursts] >= Self.burstsMin {
      parameters.set("edits.rewriteShare", Double(whole[.rewritings]) / Double(whole[.eraseBursts]))
    }
    if whole[.lassos] > 0 {
      parameters.set("edits.dragCommit", word: whole[.lassoSteps] > whole[.lassos] ? "step" : "release")
    }
    parameters.set("edits.eraseBurstStrokes", law(.eraseBurstStrokes))
    parameters.set("edits.movedShare", pool.value(.moved))
    parameters.set("edits.lassoStrokes", law(.lassoStrokes, isAmount: true))
    parameters.set("edits.dragSteps", law(.dragSteps))
    parameters.set("edits.images", whole: pool.perSession(.images))
    let (hits, targets) = (Double(whole[.recentTargets]), Double(whole[.targets]))
    let byChance = Double(whole[.recentTargetsByChanceThousandths]) / 1_000
    if targets - byChance >= Self.targetsMin {
      parameters.set("edits.recentShare", max(0, min(1, (hits - byChance) / (targets - byChance))))
      parameters.set("edits.recentStrokes", Double(SessionObserver.recentStrokes))
    }
  }

  private static let burstsMin = 5
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
    guard policy.count >= 2, SavePolicy.Trigger(rawValue: policy[0]) != nil, let delay = Double(policy[1])
    else {
      return
    }
    parameters.set("saving.trigger", word: policy[0])
    parameters.set("saving.delayMilliseconds", whole: delay)
    if policy.count > 2 { parameters.set("saving.maxWaitMilliseconds", whole: Double(policy[2])) }
  }
}
