internal import InkModel

/// Stores of one durability class against profiles, with what was found.
struct CrashMatrix {
  let report: CrashReport
  let cases: [CrashCase]

  init(of report: CrashReport, _ durability: Durability) {
    self.report = report
    cases = report.cases.filter { $0.durability == durability }
  }

  var text: String {
    let found = Outcome.allCases.filter { outcome in
      !outcome.isAllowed && cases.contains { $0.profiles.contains { $0.count(outcome) > 0 } }
    }
    var table = MarkdownTable(
      ["store", "profile", "basis", "promise", "states", "intact", "lost-unacknowledged"]
        + found.map(\.rawValue) + ["strokes lost", "time lost", "orphan files"],
      textColumns: 4)
    for row in cases where row.notExplored == nil {
      table.rows += row.profiles.map { cells(of: $0, in: row, found) }
    }
    guard !table.rows.isEmpty else { return "Nothing was explored.\n" }
    return table.text + "\n✗ marks a broken promise; what was lost is the most that any state lost.\n"
  }

  private func cells(of profile: CrashProfileRow, in row: CrashCase, _ found: [Outcome]) -> [String] {
    [
      (profile.isBroken ? "✗ " : "") + report.title(of: row), profile.profile,
      profile.basis.rawValue, profile.promise.rawValue, number(profile.distinct),
      number(profile.count(.intact)), number(profile.count(.lostUnacknowledged)),
    ] + found.map { number(profile.count($0)) } + [
      number(profile.strokesLostMax),
      profile.millisecondsLostMax == 0
        ? "0" : Humanised.time(nanoseconds: Double(profile.millisecondsLostMax) * 1_000_000),
      number(profile.orphanFilesMax),
    ]
  }

  private func number(_ value: Int) -> String { Humanised.count(Double(value)) }
}

/// How far each exploration went.
struct CrashBounds {
  let report: CrashReport

  var text: String {
    var table = MarkdownTable(
      [
        "store", "class", "profile", "generated", "distinct", "epochs", "all states", "few changes",
        "newest only", "second crashes",
      ], textColumns: 3)
    for row in report.cases {
      table.rows += row.profiles.map { profile in
        let bound = profile.bound
        return [
          report.title(of: row), row.durability.rawValue, profile.profile,
          number(profile.generated) + (bound.isCutByBudget ? " ‡" : ""), number(profile.distinct),
          number(bound.epochs), number(bound.exhaustiveEpochs), number(bound.boundedEpochs),
          number(bound.windowedEpochs), number(profile.secondCrashStates),
        ]
      }
    }
    guard !table.rows.isEmpty else { return "Nothing was explored.\n" }
    let isCut = report.cases.contains { $0.profiles.contains(where: \.bound.isCutByBudget) }
    return table.text + (isCut ? "\n‡ The budget ended the exploration before its other bounds did.\n" : "")
  }

  private func number(_ value: Int) -> String { Humanised.count(Double(value)) }
}
