package import InkModel

/// Everything known of one case, as the runner collects it: the input of a report.
package struct CaseRecord: Codable, Sendable {
  package var name: CaseName
  package var level: Int?
  package var retainsContent: Bool
  package var unit: ConsistencyUnit
  package var timed: [RoundResult] = []
  package var allocationRounds: [RoundResult] = []
  package var floors: [FloorResult] = []
  package var verdicts: [Verdict] = []
  package var crashTrials: [CrashTrial] = []
  /// Which events the crash trials replayed, in words; nil without trials.
  package var crashExcerpt: String?
  /// Nil where the crash lab did not look.
  package var crashStates: CrashStates?
  package var failures: [ChildFailure] = []

  package init(name: CaseName, level: Int?, retainsContent: Bool, unit: ConsistencyUnit) {
    self.name = name
    self.level = level
    self.retainsContent = retainsContent
    self.unit = unit
  }
}
