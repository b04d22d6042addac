/// How far a case falls behind its writer, in words.
///
/// A store that can't keep up is one that, in any round, is busy for as long as the session lasts or starts
/// more than half of its saves late: its queue is then seldom empty, and a longer session has longer waits.
struct Saturation {
  let row: CaseRow

  /// More saves than this start late only where the queue is seldom empty.
  private static let lateShareMax = 0.5

  var keepsUp: Bool {
    most("utilisation") < 1 && most("late-saves") <= Self.lateShareMax
  }

  /// What was seen; nil if no save ever started late and the store was never busy all the time.
  var sentence: String? {
    let late = most("late-saves")
    guard late > 0 || !keepsUp else { return nil }
    let wait = row.metric("backlog.max")?.humanised ?? "–"
    return
      "up to \(Humanised.percent(late)) of a round's saves started late, because an earlier call was still running, "
      + "the longest by \(wait); calls took up to \(Humanised.percent(most("utilisation"))) of the session"
  }

  /// The sentence as a note below the results; nil if there is nothing to note.
  var note: String? {
    guard let sentence else { return nil }
    return keepsUp ? sentence.capitalisedFirst + "." : "Saturated, the store can't keep up: \(sentence)."
  }

  private func most(_ name: String) -> Double { row.metric(name)?.rounds.compactMap(\.self).max() ?? 0 }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
