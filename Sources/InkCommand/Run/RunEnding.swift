internal import InkReport
internal import InkRun

/// What a run says at its end, and the code that it ends with.
struct RunEnding {
  let setup: RunSetup
  let context: Context

  func tell(_ report: Report, diskFailure: String?) -> ExitCode {
    let output = context.standardOutput
    for warning in report.warnings { output.line("Warning: \(warning)\n") }
    if report.isInterrupted { output.line("Interrupted: this is what was measured before.\n") }
    output.write(report.plainAnswer + "\n")
    output.line("The report is in \(setup.outputDirectory)/report.md")
    if report.isInterrupted || diskFailure != nil { context.standardError.line(setup.continuation) }
    if let diskFailure {
      complain("\(diskFailure); results so far are kept")
      return .diskFailed
    }
    if report.hasLostData { return .dataLost }
    if report.isInterrupted { return .interrupted }
    for row in report.cases where row.status == .notMeasured {
      complain("\(row.name.text) is not measured: \(row.reasons.first?.detail ?? "")")
    }
    // A session that has no states to explore is in order; one whose states were not explored is not.
    let unexplored = report.cases.filter { $0.crashStates?.hasFailed == true }
    for row in unexplored {
      complain("\(row.name.text): its crash states were not explored: \(row.crashStates?.notExplored ?? "")")
    }
    guard report.cases.contains(where: { $0.status != .notMeasured }) else { return .notComparable }
    if report.cases.contains(where: { !$0.failures.isEmpty }) { return .internalError }
    return unexplored.isEmpty ? .success : .notComparable
  }

  private func complain(_ sentence: String) {
    context.standardError.line("\(context.environment.programName): \(sentence)")
  }
}
