/// Whether one case keeps its promises as well as it did.
///
/// Worse is a content check that ends in a graver outcome than before and no allowed one, or any
/// promise-breaking outcome that more crash trials end in. A case that is as broken as before is noted, not
/// lost: the run itself fails on it.
struct PromiseComparison {
  var losses: [String] = []
  var obstacles: [String] = []
  var notes: [String] = []

  init(base: CaseRow, head: CaseRow) {
    compareContent(base, head)
    compareCrashes(base, head)
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
