internal import InkReport

extension SeedReport {
  /// The report for people: the answer first.
  package var markdown: String {
    var text = "# Content checks\n\n\(answer)\n"
    if isInterrupted { text += "\nInterrupted: this is what was checked before.\n" }
    text += "\n| case | sessions | failed | how |\n| --- | ---: | ---: | --- |\n"
    for row in cases {
      let kinds = row.counts.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
      text += "| \(Self.cell(row.name)) | \(row.checkedCount) | \(row.failedCount) | \(kinds) |\n"
    }
    for row in cases where row.failedCount > 0 { text += Self.section(row) }
    return text + method
  }

  private var answer: String {
    let failed = cases.count { $0.failedCount > 0 }
    let checked = cases.reduce(0) { $0 + $1.checkedCount }
    let unchecked = cases.reduce(0) { $0 + $1.uncheckedCount }
    let rest = unchecked == 0 ? "" : " **\(unchecked) sessions could not be checked.**"
    guard checked > 0 else { return "**No session was checked.**\(rest)" }
    guard failed > 0 else { return "Nothing was lost in \(checked) sessions of \(cases.count) cases.\(rest)" }
    return "**\(failed) of \(cases.count) cases lost content or failed.**\(rest)"
  }

  private static func section(_ row: Row) -> String {
    var text = "\n## \(row.name)\n\n"
    for failure in row.failures {
      let name = failure.seed.map { "Seed \($0)" } ?? "The session"
      text += "* \(name): \(failure.kind.rawValue), \(failure.moment): \(cell(failure.detail)).\n"
      if let file = failure.sessionFile, let events = failure.sessionEvents {
        text += "  Shrunk to \(events) events in `\(file)`.\n"
      }
      text += "  Repeat: `\(failure.command)`\n"
    }
    let rest = row.failedCount - row.failures.count
    return rest > 0 ? text + "* And \(rest) more.\n" : text
  }

  private var method: String {
    """

    ## Method

    Each session was replayed in a fresh store without pauses, and nothing was timed. Into each that was made \
    from a seed a few things were mixed that writers do seldom: images and strokes that are taken back and come \
    again, the document closed and opened, the app ended in the background. Pages were compared as \
    they were opened; wherever the document was left, and at the end, the store was opened three times and \
    compared whole with what had been saved. A session that took longer than \(secondsPerSession) s counts as \
    hung. Syncs were left out, and no process was ended: durability is a matter of crash trials.

    \(sizes.map { "Sessions: \($0).\n" }.joined())\
    Took \(Humanised.time(nanoseconds: elapsedSeconds * 1e9)). Command: `\(command)`

    """
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }
}
