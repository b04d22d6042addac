internal import InkCrash
internal import InkModel
internal import InkReport

/// What is said of a store that was compared with explored states.
struct StoreMatchText {
  let store: String
  private let found: StoreMatching

  init(store: String, _ found: StoreMatching) {
    self.store = store
    self.found = found
  }

  func say(to output: Output) -> ExitCode {
    guard !found.seen.isEmpty else {
      output.line("No report is of a backend that could have made '\(store)'; nothing was compared.")
      return .notComparable
    }
    for (name, shape) in found.seen {
      output.line(
        shape.isWhole
          ? "To \(name), '\(store)' has no shape: all its files are there, and opening it finds no fault. "
            + "A store that lacks whole saves, and is sound, looks like this too."
          : "To \(name), '\(store)' has \(shape.words).")
    }
    guard found.seen.contains(where: { !$0.shape.isWhole }) else { return .success }
    guard !found.matches.isEmpty else {
      output.line("None of \(explored) has this shape.")
      if found.isCutByBudget { output.line("A larger '--budget' of 'crash' explores more states.") }
      return .success
    }
    output.line("Of \(explored), these have this shape:")
    for (match, report) in found.matches { say(match, in: report, to: output) }
    output.line("A shape is no proof: other crashes, and other causes, leave the same.")
    return .success
  }

  private var explored: String {
    let states = counted(found.states, "explored state")
    let lives = found.lives > 0 ? " and \(counted(found.lives, "life", "lives")) with faults" : ""
    return "\(states)\(lives) (in \(counted(found.reports, "report")))"
  }

  private func say(_ match: ShapeMatch, in report: String, to output: Output) {
    let row = match.row
    let things = match.isFault ? counted(row.count, "life", "lives") : counted(row.count, "state")
    let promise = "\(match.name.store) \(match.name.durability.rawValue)"
    output.line(
      "  \(match.isFault ? "fault" : "profile") \(match.setting), \(promise): \(things), at worst "
        + "\(row.worst.rawValue)")
    output.line("    \(row.operation)")
    output.line("    \(row.id): \(row.command(in: RunCommand.quoted(report)))")
  }
}
