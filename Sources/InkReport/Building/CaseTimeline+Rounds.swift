internal import InkModel

extension CaseTimeline {
  /// The timeline of some rounds of one case; nil without any.
  ///
  /// Rounds replay one plan, so what they were given is read from the first.
  init?(_ rounds: [RoundResult]) {
    guard let first = rounds.first else { return nil }
    self.init(
      saves: first.phases.filter(\.phase.isSave).map {
        Saves(
          phase: $0.phase, intendedMilliseconds: $0.intendedMilliseconds, pageElements: $0.pageElements)
      },
      activities: first.activityCalls.map { $0.median(of: rounds.flatMap(\.activityCalls)) },
      written: first.written)
  }
}

extension ActivityColumns {
  /// With the median time of each, over all rounds that did as many.
  fileprivate func median(of all: [ActivityColumns]) -> ActivityColumns {
    let same = all.filter { $0.activity == activity && $0.nanoseconds.count == nanoseconds.count }
    var columns = self
    columns.nanoseconds = nanoseconds.indices.map { index in
      UInt64(InkReport.median(same.map { Double($0.nanoseconds[index]) }) ?? 0)
    }
    return columns
  }
}
