internal import InkModel

/// One store's bars: a profile each, as long as its outcomes have shares of its states.
struct VerdictBars {
  /// A part of a bar, from 0 to 1.
  struct Part {
    var outcome: Outcome
    var from: Double
    var to: Double
    /// Which profile, counted from the top.
    var row: Int
  }

  let title: String
  let parts: [Part]
  /// Beside the bars: whether the promise was kept, broken in so many states, or never given.
  let marks: [(row: Int, text: String, isBroken: Bool)]

  /// Lays out a case; nil if nothing of it was explored.
  init?(_ row: CrashCase, profiles: [String], title: String) {
    guard !row.profiles.isEmpty else { return nil }
    self.title = title
    var parts: [Part] = []
    var marks: [(row: Int, text: String, isBroken: Bool)] = []
    for profile in row.profiles {
      guard let place = profiles.firstIndex(of: profile.profile) else { continue }
      parts += Self.parts(of: profile.outcomes, row: place)
      let broken = profile.broken + profile.secondCrashBroken
      let kept = profile.promise == .none ? "–" : "✓"
      marks.append((place, broken > 0 ? "✗ \(Humanised.count(Double(broken)))" : kept, broken > 0))
    }
    self.parts = parts
    self.marks = marks
  }

  /// Those that occur, the least grave first.
  var outcomes: [Outcome] {
    Outcome.allCases.filter { outcome in parts.contains { $0.outcome == outcome } }
  }

  /// Outcomes side by side, the gravest last; none so thin that it can't be seen.
  private static func parts(of outcomes: [OutcomeCount], row: Int) -> [Part] {
    let occurring = outcomes.filter { $0.count > 0 }
    let all = Double(occurring.reduce(0) { $0 + $1.count })
    let shares = occurring.map { max(Double($0.count) / all, thinnest) }
    let scale = 1 / max(shares.reduce(0, +), thinnest)
    var from = 0.0
    return zip(occurring, shares).map { outcome, share in
      defer { from += share * scale }
      return Part(outcome: outcome.outcome, from: from, to: from + share * scale, row: row)
    }
  }

  /// Some two pixels of the narrowest bar.
  static let thinnest = 1.0 / 80
}
