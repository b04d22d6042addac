/// The recordings of several users, and the user that a workload is fitted to.
///
/// Method. That user has the given percentile of the users' own values in every amount: strokes, page sizes,
/// edits, images. What is no amount but a manner, as the hand and its pauses, is the median user's. A heavy
/// user is thus heavy in every amount at once, heavier than any one need be. How distributions are pooled
/// stands at `law`.
struct UserPool {
  /// One summary a user.
  let users: [InkSummary]
  /// All of them as one.
  let whole: InkSummary
  /// From 0 to 100.
  let percentile: Double

  init(_ users: [InkSummary], percentile: Double) {
    self.users = users
    self.percentile = percentile
    whole = users.reduce(into: InkSummary()) { $0.add($1) }
  }

  /// Strokes of sessions and notebooks.
  var strokeCount: Int { saturatingSum(whole[.strokes], whole[.notebookStrokes]) }

  /// A statistic of the chosen user; nil if no user shows it.
  func value(_ statistic: SummaryStatistic) -> Double? {
    value(isAmount: statistic.isAmount, statistic.value)
  }

  /// A number of the chosen user.
  func value(isAmount: Bool, _ measure: (InkSummary) -> Double?) -> Double? {
    Self.quantile((isAmount ? percentile : 50) / 100, of: users.compactMap(measure))
  }

  /// A count a session, for the chosen user.
  func perSession(_ count: Count, among sessions: Count = .sessionsAtWork) -> Double? {
    value(isAmount: true) { SummaryStatistic.rate($0, [count], per: sessions) }
  }

  /// A quantile at a share from 0 to 1, linear between values; nil without values.
  static func quantile(_ share: Double, of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}
