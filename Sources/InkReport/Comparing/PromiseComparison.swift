/// Whether one case keeps its promises as well as it did.
///
/// Worse is a content check that ends in a graver outcome than before and no allowed one, any
/// promise-breaking outcome that more crash trials end in, or more states of a crash profile, or more states
/// of a second crash that break the promise. A case that is as broken as before is noted, not lost: the run
/// itself fails on it.
struct PromiseComparison {
  var losses: [String] = []
  var obstacles: [String] = []
  var notes: [String] = []

  init(base: CaseRow, head: CaseRow) {
    compareContent(base, head)
    compareCrashes(base, head)
    compareStates(base, head)
  }

  private mutating func compareContent(_ base: CaseRow, _ head: CaseRow) {
    let name = base.name.text
    guard let after = head.verification else {
      if base.verification != nil { obstacles.append("\(name): its content is not checked in the head.") }
      return
    }
    let before = base.verification?.outcome
    if after.outcome.isAllowed {
      if before == nil { obstacles.append("\(name): its content is not checked in the base.") }
      return
    }
    let detail = after.detail.map { ", \(oneLine($0))" } ?? ""
    guard let before, before.severity >= after.outcome.severity else {
      losses.append(
        "\(name): the content check ends in \(after.outcome.rawValue)\(detail), before \(before?.rawValue ?? "unchecked")."
      )
      return
    }
    notes.append("\(name): the content check fails as it did before, \(after.outcome.rawValue)\(detail).")
  }

  private mutating func compareCrashes(_ base: CaseRow, _ head: CaseRow) {
    let name = base.name.text
    guard let after = head.crash else {
      if base.crash != nil { obstacles.append("\(name): it has no crash trials in the head.") }
      return
    }
    if base.crash == nil { obstacles.append("\(name): it has no crash trials in the base.") }
    if let before = base.crash, before.excerpt != after.excerpt {
      obstacles.append("\(name): its crash trials replay other events.")
    }
    for outcome in Outcome.allCases where !outcome.isAllowed {
      let before = base.crash?.count(outcome) ?? 0
      let now = after.count(outcome)
      if now > before {
        losses.append(
          "\(name): \(now) of \(after.trials) crash trials end in \(outcome.rawValue), before \(before).")
      } else if now > 0 {
        notes.append("\(name): \(now) crash trials still end in \(outcome.rawValue), before \(before).")
      }
    }
  }
}

// The states that a crash can leave.
extension PromiseComparison {
  private mutating func compareStates(_ base: CaseRow, _ head: CaseRow) {
    let name = base.name.text
    guard base.crashStates != nil || head.crashStates != nil else { return }
    guard let before = explored(base, "base"), let after = explored(head, "head") else { return }
    if before.excerpt != after.excerpt {
      obstacles.append("\(name): its crash states are of other events.")
    }
    for row in before.profiles where !after.profiles.contains(where: { $0.profile == row.profile }) {
      obstacles.append("\(name): \(row.profile) is not explored in the head.")
    }
    for row in after.profiles {
      guard let earlier = before.profiles.first(where: { $0.profile == row.profile }) else {
        obstacles.append("\(name): \(row.profile) is not explored in the base.")
        continue
      }
      compare(earlier, row, of: name)
    }
  }

  /// What was explored of a side; an obstacle if nothing was.
  private mutating func explored(_ row: CaseRow, _ side: String) -> CrashStatesRow? {
    guard let states = row.crashStates, states.notExplored == nil else {
      let reason = row.crashStates?.notExplored.map { ": \(oneLine($0))" } ?? "."
      obstacles.append("\(row.name.text): its crash states are not explored in the \(side)\(reason)")
      return nil
    }
    return states
  }

  /// Counts decide, whatever the numbers of states: a store that makes other calls leaves others behind, and
  /// none of them may break a promise.
  private mutating func compare(_ base: CrashStatesProfile, _ head: CrashStatesProfile, of name: String) {
    let place = "\(name): under \(head.profile)"
    if base.promise != head.promise {
      obstacles.append(
        "\(place) other things are promised, \(base.promise.rawValue) and \(head.promise.rawValue).")
    } else {
      for outcome in Outcome.allCases where !head.promise.allows(outcome) {
        compare(
          base.count(outcome), head.count(outcome), place,
          "that a crash can leave", "break its promise, \(outcome.rawValue)")
      }
      compare(base.brokenAgain, head.brokenAgain, place, "of a second crash", "break its promise")
    }
    for outcome in Outcome.allCases where !outcome.isAllowed && head.promise.allows(outcome) {
      let (before, now) = (base.count(outcome), head.count(outcome))
      if now != before {
        notes.append("\(place), \(now) states end in \(outcome.rawValue), before \(before); that is allowed.")
      }
    }
  }

  /// One way of breaking a promise: fewer of another don't pay for more of it.
  private mutating func compare(
    _ before: Int, _ now: Int, _ place: String, _ which: String, _ how: String
  ) {
    if now > before {
      losses.append("\(place), \(now) states \(which) \(how), before \(before).")
    } else if now > 0 {
      notes.append("\(place), \(now) states \(which) still \(how), before \(before).")
    }
  }
}

extension CrashStatesProfile {
  /// States of a second crash that broke the promise: outcomes are those of first ones alone.
  fileprivate var brokenAgain: Int {
    broken - outcomes.reduce(0) { $0 + (promise.allows($1.outcome) ? 0 : $1.count) }
  }
}
