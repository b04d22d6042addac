/// Marks times whose rounds lie so far apart that noise, and not the store, may have made them.
enum RoundSpread {
  /// Medians of quiet rounds lie within a few percent of each other; a time whose slowest round took half as
  /// long again as its fastest can't be told from another by less than that.
  static let tolerated = 1.5

  /// The mark behind a number in a table; empty for steady and for exact ones.
  static func mark(_ metric: MetricRow) -> String { isDoubtful(metric) ? " ‡" : "" }

  /// What the mark means, if a table has any.
  static func note(under table: MarkdownTable) -> String {
    guard table.rows.joined().contains(where: { $0.contains("‡") }) else { return "" }
    return
      "\n‡ Doubtful: the slowest round took more than \(Humanised.digits(tolerated)) times the fastest.\n"
  }

  private static func isDoubtful(_ metric: MetricRow) -> Bool {
    guard metric.kind == .noisy, !metric.isDemoted, [.nanoseconds, .ratio].contains(metric.unit) else {
      return false
    }
    let rounds = metric.rounds.compactMap { $0 }.filter { $0 > 0 }
    guard let least = rounds.min(), let most = rounds.max() else { return false }
    return most > least * tolerated
  }
}
