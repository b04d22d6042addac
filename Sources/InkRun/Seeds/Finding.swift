internal import InkReport

/// What a check of one session found wrong.
package struct Finding: Codable, Hashable, Sendable {
  /// How a session can fail; the first six are a judge's verdicts.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case lostAcknowledged = "lost-acknowledged"
    case torn, dangling, corrupt, unopenable
    case silentError = "silent-error"
    /// The store failed at something that an app may ask for.
    case refused
    /// The store ended its process.
    case died
    /// The store did not come to an end within the time allowed.
    case hung
  }

  package var kind: Kind
  /// When it was found, such as `at the end` or `step 14 (open page)`.
  package var moment: String
  /// One sentence without its end.
  package var detail: String

  package init(kind: Kind, moment: String, detail: String) {
    self.kind = kind
    self.moment = moment
    self.detail = detail
  }

  /// What a judge found; nil if its verdict is allowed.
  init?(_ verdict: Verdict, moment: String) {
    guard !verdict.outcome.isAllowed, let kind = Kind(rawValue: verdict.outcome.rawValue) else { return nil }
    self.init(kind: kind, moment: moment, detail: verdict.detail ?? "the store is \(kind.rawValue)")
  }

  /// All of it as one sentence without its end.
  package var sentence: String { "\(kind.rawValue), \(moment): \(detail)" }
}
