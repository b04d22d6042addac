internal import InkModel

/// How much a crash exploration may do: a number of states for each store, or a time for all of it.
struct CrashBudget: ArgumentValue, Hashable, Sendable {
  /// States that each store may generate, over all profiles; with a time, see `statesPerStore(of:)`.
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

  /// The states that each of some stores may generate; a time is shared evenly.
  func statesPerStore(of stores: Int) -> Int {
    guard let seconds else { return states }
    return min(Self.most, max(1, seconds * Self.statesPerSecond / stores))
  }

  var argumentText: String { seconds.map { "\($0)s" } ?? "\(states)" }

  /// More states than a few cores check in a second, since many are alike.
  ///
  /// Beyond that, generating them would only keep checks from beginning.
  private static let statesPerSecond = 20_000
  /// Beyond what a night of a hundred machines checks.
  private static let most = 1_000_000_000
}
