internal import InkModel

/// The calibration for people: the answer, a table of file systems, one of sequences, what was outside.
package struct CalibrationText {
  let report: CalibrationReport

  package init(report: CalibrationReport) { self.report = report }

  /// The answer alone, for the end of a run on a terminal.
  package var plainAnswer: String { answer.replacing("**", with: "").replacing("`", with: "") }

  package var text: String {
    var text = "# InkBench: crash profiles against real file systems\n\n" + answer
    text += "\n## File systems\n\n" + totals + "\n## Sequences\n\n" + sequences
    text += "\n## Outside\n\n" + findings + "\n## Method\n\n" + method
    text += "\n## Environment\n\n" + environment
    return text + "\n## Repeat\n\nAs root:\n\n```sh\n\(report.command)\n```\n"
  }

  private var answer: String {
    let crashes = report.rows.reduce(0) { $0 + $1.crashes }
    let systems = Set(report.rows.map(\.fileSystem)).count
    guard crashes > 0 else { return "Nothing was calibrated.\n" + failures }
    let looked =
      "\(Humanised.count(Double(crashes))) crashed disks of \(counted(systems, "file system")) were mounted"
    let outside = report.rowsOutside
    let verdict =
      outside.isEmpty
      ? "**Every store that was found is one that its profile predicts**: \(looked).\n"
      : "**\(counted(outside.count, "sequence")) left what the profile does not allow**: \(looked).\n"
        + outside.map {
          "- `\($0.sequence)` on `\($0.fileSystem)`: \(counted($0.statesOutside, "store")) outside of "
            + "`\($0.profile)`.\n"
        }.joined()
    return (report.isInterrupted ? "> **Interrupted:** this is what was done before.\n\n" : "") + verdict
      + failures
  }

  private var failures: String {
    report.failures.map { "- `\($0.fileSystem)` was not tried to its end: \(oneLine($0.reason))\n" }.joined()
  }

  private var totals: String {
    var table = MarkdownTable(
      [
        "file system", "profile", "sequences", "passes", "requests", "crashes", "found", "predicted",
        "outside",
      ],
      textColumns: 2)
    var names: [String] = []
    for row in report.rows where !names.contains(row.fileSystem) { names.append(row.fileSystem) }
    table.rows = names.map { name in
      let rows = report.rows.filter { $0.fileSystem == name }
      func sum(_ count: (CalibrationReport.Row) -> Int) -> String {
        Humanised.count(Double(rows.reduce(0) { $0 + count($1) }))
      }
      return [
        name, rows[0].profile, "\(rows.count)", sum(\.passes), sum(\.logEntries), sum(\.crashes),
        sum(\.seenPredicted), sum(\.predictedStates), sum(\.crashesOutside),
      ]
    }
    return table.text
      + "\n*found*: of the predicted stores, how many a crash really left; *outside*: crashes that left another.\n"
  }

  private var sequences: String {
    var table = MarkdownTable(
      ["file system", "sequence", "passes", "requests", "crashes", "real", "found", "outside"], textColumns: 2
    )
    table.rows = report.rows.map { row in
      let mark = row.isPredictionComplete ? "" : "+"
      return [
        row.fileSystem, row.sequence, "\(row.passes)", "\(row.logEntries)", "\(row.crashes)",
        "\(row.realStates)", "\(row.seenPredicted) of \(row.predictedStates)\(mark)", "\(row.crashesOutside)",
      ]
    }
    let isAll = report.rows.allSatisfy(\.isPredictionComplete)
    let note =
      isAll
      ? "What is predicted is complete: every set of operations that can survive was gone through.\n"
      : "With a +, more is allowed than was gone through.\n"
    return table.text + "\n" + note + "\n" + calls
  }

  private var calls: String {
    var seen: Set<String> = []
    return report.rows.filter { seen.insert($0.sequence).inserted }.map { row in
      "- `\(row.sequence)`: \(row.calls.joined(separator: "; ")).\n"
    }.joined()
  }

  private var findings: String {
    let found = report.rows.flatMap { row in row.findings.map { (row, $0) } }
    guard !found.isEmpty else { return "Nothing.\n" }
    return found.map { row, finding in
      """
      - `\(row.sequence)` on `\(row.fileSystem)`, \(finding.pass), \(finding.returnedCalls) calls returned (the last: \
      \(finding.lastCall)), \(finding.firstLogEntry) to \(finding.lastLogEntry) requests done. Found: \
      \(oneLine(finding.found)). \(oneLine(finding.difference))\(finding.keptImage.map { " Kept as \($0)." } ?? "")

      """
    }.joined()
  }

  private var environment: String {
    var facts = MarkdownTable(["fact", "value"], textColumns: 2)
    facts.rows = [["inkbench", report.toolVersion], ["seconds", "\(Int(report.elapsedSeconds))"]]
    facts.rows += report.environment.map { [$0.name, $0.value] }
    return facts.text
  }

  private var method: String {
    """
    Each sequence of file calls is made on a fresh file system whose block device logs every request. Between any two calls \
    the length of the log is noted. It is gone through plainly, with the bytes of each write written back at once, and with \
    a commit of the whole file system behind each call. Then disks are made as a power cut would leave them: with every \
    prefix of the log, and, of the requests since the last flush, with any one piece of 4 KiB missing, with one alone, and \
    with random ones by the seed. Each is mounted, which recovers it, and the store on it is read. It has to be one that the \
    profile predicts for a crash at that moment, from the calls as the tap has recorded them.

    What this is not: file systems were tried in short sequences, on one kernel, with small files, on a drive that does what \
    a flush asks of it. That a store was not found does not say that it can't be.

    """
  }
}
