/// When a case saved and wrote, on the session's clock.
package struct CaseTimeline: Codable, Hashable, Sendable {
  /// The saves of one phase in order, the same in each round: `samples` has their times.
  package struct Saves: Codable, Hashable, Sendable {
    package var phase: Phase
    package var intendedMilliseconds: [UInt64]
    /// Elements on the pages that were saved.
    package var pageElements: [UInt64]
  }

  package var saves: [Saves]
  /// Compactions and checkpoints; the time of each is the median of the rounds.
  package var activities: [ActivityColumns]
  /// What was written in the first round.
  package var written: WrittenCurves
}
