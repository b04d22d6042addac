extension CrashRow {
  /// Counts trials by outcome and by stretch; nil without trials.
  init?(_ trials: [CrashTrial], excerpt: String?) {
    guard !trials.isEmpty else { return nil }
    let broken = trials.first { !$0.verdict.outcome.isAllowed }
    self.init(
      excerpt: excerpt, trials: trials.count, outcomes: OutcomeCount.all(of: trials),
      strata: CrashStratum.all(of: trials), firstFailure: broken.map(CrashFailure.init),
      orphanAssetsMax: trials.map(\.verdict.orphanAssets).max() ?? 0,
      recoveryMedianNanoseconds: median(trials.map { Double($0.verdict.recoveryNanoseconds) }))
  }
}

extension CrashFailure {
  init(_ trial: CrashTrial) {
    self.init(
      operation: trial.operation, isWriteCut: trial.isWriteCut, stratum: trial.stratum,
      outcome: trial.verdict.outcome, detail: trial.verdict.detail)
  }
}

extension OutcomeCount {
  static func all(of trials: [CrashTrial]) -> [OutcomeCount] {
    Outcome.allCases.compactMap { outcome in
      let count = trials.count { $0.verdict.outcome == outcome }
      return count == 0 ? nil : OutcomeCount(outcome: outcome, count: count)
    }
  }
}

extension CrashStratum {
  /// One row a stretch, in the order of their names.
  static func all(of trials: [CrashTrial]) -> [CrashStratum] {
    Dictionary(grouping: trials, by: \.stratum).sorted { $0.key < $1.key }.map { stratum, trials in
      CrashStratum(stratum: stratum, trials: trials.count, outcomes: OutcomeCount.all(of: trials))
    }
  }
}
