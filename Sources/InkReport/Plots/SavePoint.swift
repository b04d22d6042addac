internal import InkModel

/// One save of a session, as plots show it.
struct SavePoint {
  var phase: Phase
  /// When it should have begun, on the session's clock.
  var intendedMilliseconds: UInt64
  /// Elements on the pages that were saved.
  var pageElements: UInt64
  /// The service time: the median of the rounds.
  var nanoseconds: Double
}

extension CaseRow {
  /// The saves of one phase, in order; rounds of one session have the same saves.
  func savePoints(_ phase: Phase) -> [SavePoint] {
    guard let saves = timeline?.saves.first(where: { $0.phase == phase }) else { return [] }
    let rounds = samples.filter { $0.phase == phase }.map(\.serviceNanoseconds)
    return zip(saves.intendedMilliseconds, saves.pageElements).enumerated().compactMap { index, save in
      guard let middle = median(rounds.compactMap { index < $0.count ? Double($0[index]) : nil }) else {
        return nil
      }
      return SavePoint(
        phase: phase, intendedMilliseconds: save.0, pageElements: save.1, nanoseconds: middle)
    }
  }
}
