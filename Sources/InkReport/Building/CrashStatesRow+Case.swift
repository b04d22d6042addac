extension CrashStatesRow {
  /// Takes what reports of a run show from what the crash lab found of a case.
  package init(_ row: CrashCase, excerpt: String) {
    self.init(
      excerpt: excerpt, checkedStates: row.checkedStates,
      profiles: row.profiles.map(CrashStatesProfile.init), findings: Self.findings(of: row),
      notExplored: row.notExplored)
  }

  /// The gravest finding of each profile, the first of equals.
  private static func findings(of row: CrashCase) -> [CrashStatesFinding] {
    row.profiles.compactMap { profile in
      let found = row.findings.filter { $0.profile == profile.profile }
      guard let gravest = found.map(\.outcome.severity).max() else { return nil }
      return found.first { $0.outcome.severity == gravest }.map(CrashStatesFinding.init)
    }
  }
}

extension CrashStatesProfile {
  init(_ row: CrashProfileRow) {
    self.init(
      profile: row.profile, basis: row.basis, kind: row.kind, promise: row.promise, generated: row.generated,
      distinct: row.distinct, isCutByBudget: row.bound.isCutByBudget, outcomes: row.outcomes,
      broken: row.broken + row.secondCrashBroken, strokesLostMax: row.strokesLostMax,
      millisecondsLostMax: row.millisecondsLostMax, orphanFilesMax: row.orphanFilesMax)
  }
}

extension CrashStatesFinding {
  init(_ finding: CrashFinding) {
    self.init(
      profile: finding.profile, outcome: finding.outcome, states: finding.states, seen: finding.seen,
      missingBarrier: finding.missingBarrier)
  }
}
