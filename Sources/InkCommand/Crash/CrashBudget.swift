internal import InkModel

/// How much a crash exploration may do: a number of states for each store, or a time for all of it.
struct CrashBudget: ArgumentValue, Hashable, Sendable {
  /// States that each store may generate, over all profiles.
  var states: Int
  /// Nil for a budget that is a count alone, whose verdicts are the same each time.
  var seconds: Int?

  init(states: Int, seconds: Int? = nil) {
    self.states = states
    self.seconds = seconds
  }

  static let expectation = "a number of states, such as 200000, or a time, such as 40s"

  init?(argument: String) {
    let digits = argument.hasSuffix("s") ? argument.dropLast() : argument[...]
    guard !digits.isEmpty, digits.allSatisfy({ "0"..."9" ~= $0 }), let number = Int(digits), number > 0,
      number <= Self.most
    else { return nil }
    if argument.hasSuffix("s") {
      self.init(states: Self.most, seconds: number)
    } else {
      self.init(states: number)
    }
  }

  var argumentText: String { seconds.map { "\($0)s" } ?? "\(states)" }

  /// Beyond what a night of a hundred machines checks.
  private static let most = 1_000_000_000
}
