/// Crash trials of one case.
package struct CrashTrial: Codable, Hashable, Sendable {
  /// The operation at which the process ended itself, from 1, and whether its write was cut at half.
  package var operation: UInt64
  package var isWriteCut: Bool
  /// The stretch that the operation lies in: `first-save`, `compaction`, `checkpoint`, `background`, `close`,
  /// `insert-asset` or `other`.
  package var stratum: String
  package var verdict: Verdict

  package init(operation: UInt64, isWriteCut: Bool, stratum: String, verdict: Verdict) {
    self.operation = operation
    self.isWriteCut = isWriteCut
    self.stratum = stratum
    self.verdict = verdict
  }
}
