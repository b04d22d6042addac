/// The states that crashes can leave of all cases: how many of them show what, and what was promised.
///
/// A case has a row for each kind of crash, because its promise is of that kind; profiles of one kind are
/// added up. What recovery took is of all its states.
struct CrashStatesTable {
  let report: Report

  var text: String {
    let rows = report.cases.compactMap { row in row.crashStates.map { (row: row, states: $0) } }
    guard !rows.isEmpty else { return "No states that a crash can leave were explored.\n\n" }
    let explored = rows.filter { $0.states.notExplored == nil }
    return introduction(explored.map(\.states)) + table(explored) + list(rows)
  }

  private func table(_ explored: [(row: CaseRow, states: CrashStatesRow)]) -> String {
    guard !explored.isEmpty else { return "" }
    let found = Outcome.allCases.filter { outcome in
      !outcome.isAllowed && explored.contains { $0.states.profiles.contains { $0.count(outcome) > 0 } }
    }
    var table = MarkdownTable(
      ["case", "crash", "promise", "states", "intact", "lost-unacknowledged"] + found.map(\.rawValue)
        + ["strokes lost", "time lost", "orphan files", "broken", "recovery p50", "max"],
      textColumns: 3)
    for (row, states) in explored {
      var recovery = ["crash.recovery.p50", "crash.recovery.max"].map { row.metric($0)?.humanised ?? "–" }
      for kind in CrashKind.allCases {
        let profiles = states.profiles.filter { $0.kind == kind }
        guard !profiles.isEmpty else { continue }
        table.rows.append(cells(of: profiles, kind, row, found) + recovery)
        recovery = ["", ""]
      }
    }
    return table.text + "\n"
  }

  private func cells(
    of profiles: [CrashStatesProfile], _ kind: CrashKind, _ row: CaseRow, _ found: [Outcome]
  ) -> [String] {
    func sum(_ count: (CrashStatesProfile) -> Int) -> String {
      Humanised.count(Double(profiles.reduce(0) { $0 + count($1) }))
    }
    let promises = Promise.allCases.filter { promise in profiles.contains { $0.promise == promise } }
    let broken = profiles.filter { $0.broken > 0 }
    let milliseconds = profiles.map(\.millisecondsLostMax).max() ?? 0
    return [
      (broken.isEmpty ? "" : "✗ ") + row.name.text, kind.rawValue,
      promises.map(\.rawValue).joined(separator: ", "), sum(\.distinct), sum { $0.count(.intact) },
      sum { $0.count(.lostUnacknowledged) },
    ] + found.map { outcome in sum { $0.count(outcome) } } + [
      Humanised.count(Double(profiles.map(\.strokesLostMax).max() ?? 0)),
      milliseconds == 0 ? "0" : Humanised.time(nanoseconds: Double(milliseconds) * 1_000_000),
      Humanised.count(Double(profiles.map(\.orphanFilesMax).max() ?? 0)),
      promises == [.none] ? "–" : sum(\.broken),
    ]
  }

  private func introduction(_ explored: [CrashStatesRow]) -> String {
    var profiles: [String] = []
    for row in explored.flatMap(\.profiles) {
      let name = "`\(row.profile)` (\(row.kind.rawValue), \(row.basis.rawValue))"
      if !profiles.contains(name) { profiles.append(name) }
    }
    var excerpts: [String] = []
    for excerpt in explored.compactMap(\.excerpt) where !excerpts.contains(excerpt) {
      excerpts.append(excerpt)
    }
    let number = Humanised.count(Double(report.options.crashStatesPerCase))
    let under = profiles.isEmpty ? "" : " under \(profiles.joined(separator: ", "))"
    let replayed = excerpts.isEmpty ? "" : " Replayed: \(excerpts.map(oneLine).joined(separator: "; "))."
    return
      "A short look at the states that the end of the process or of the power can leave on disk: at most \(number) "
      + "for each case\(under). Each is opened by the store's own recovery and compared with what was saved. A state counts "
      + "once for each progress at which the crash can fall; *lost* is the most that any state lost of what had been "
      + "acknowledged, and allowed where nothing, or an older version, is promised.\(replayed) "
      + "To see more states, all profiles and faults, and each broken promise as a store on disk: \(code(command)).\n\n"
  }

  /// The command that explores the same sessions at length.
  private var command: String {
    let words = report.command.split(separator: " ")
    let sessions = words.dropFirst(2).prefix { !$0.hasPrefix("--") }
    return ((words.prefix(1) + ["crash"]) + sessions).joined(separator: " ")
  }

  /// How promises were broken, and what was not explored.
  private func list(_ rows: [(row: CaseRow, states: CrashStatesRow)]) -> String {
    let lines = rows.flatMap { row, states in
      let sentences =
        states.findings.map(\.sentence)
        + [states.notExplored].compactMap(\.self).map { "was not explored: \(oneLine($0))" }
      return sentences.map { "- \(code(row.name.text)) \($0)\n" }
    }
    return lines.isEmpty ? "" : lines.joined() + "\n"
  }
}

extension CrashStatesFinding {
  /// What happened under which profile, and what would have held it.
  var sentence: String {
    "breaks its promise under `\(profile)`, \(outcome.rawValue) in \(counted(states, "state")): \(oneLine(seen)) "
      + oneLine(missingBarrier)
  }
}
