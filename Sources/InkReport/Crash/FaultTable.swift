internal import InkModel

/// What stores made of faults, row by row.
struct FaultTable {
  let report: CrashReport

  var text: String {
    var table = MarkdownTable(
      [
        "store", "class", "fault", "promise", "moments tried", "faults met", "reported", "absorbed",
        "refused", "intact", "lost-unacknowledged", "other", "broken",
      ], textColumns: 4)
    for row in report.cases {
      table.rows += row.faults.filter { $0.skipped == nil || $0.lives > 0 }.map { cells(of: $0, in: row) }
    }
    guard !table.rows.isEmpty else { return "Nothing was made to go wrong.\n" }
    return table.text + "\n" + Self.legend + skipped
  }

  private static let legend = """
    Each life is a replay in which one call goes wrong, or every call from one on until the app has met it \
    several times (`lasting`). *Moments* are such calls, places within writes, bytes, bits or blocks of a disk. *All* of \
    a run were tried if one more, with the fault behind the last of them, passed untouched; else so many of them, evenly \
    spread: `--faults` with a larger number tries more, up to all. *Reported* are calls \
    of the app that threw, or at rest openings that found something wrong, *absorbed* those that met the fault and returned, *refused* lives in which the store went on \
    refusing until it was opened anew. *Other* outcomes that are not broken are clear errors or, where the promise is \
    `consistent`, older versions.

    """

  private var skipped: String {
    let lines = report.cases.flatMap { row in
      row.faults.compactMap { fault in
        fault.skipped.map {
          "- \(code(report.title(of: row))), \(row.durability.rawValue), \(fault.title): \(oneLine($0))\n"
        }
      }
    }
    return lines.isEmpty ? "" : "\nNot all was tried:\n\n" + lines.joined()
  }

  private func cells(of fault: FaultRow, in row: CrashCase) -> [String] {
    let intact = fault.count(of: .intact)
    let unacknowledged = fault.count(of: .lostUnacknowledged)
    return [
      (fault.broken > 0 ? "✗ " : "") + report.title(of: row), row.durability.rawValue, fault.title,
      fault.promise.rawValue, tried(fault),
    ]
      + [
        fault.faultsMet, fault.reported, fault.absorbed, fault.refused, intact,
        unacknowledged, fault.lives - intact - unacknowledged, fault.broken,
      ].map { Humanised.count(Double($0)) }
  }

  private func tried(_ fault: FaultRow) -> String {
    let lives = Humanised.count(Double(fault.lives))
    return fault.isExhausted ? "all \(lives)" : "\(lives) of \(Humanised.count(Double(fault.moments)))"
  }

  /// What broke, each with the command that shows it.
  var failures: String {
    report.cases.flatMap { row in
      row.faults.compactMap { fault -> String? in
        guard let failure = fault.firstFailure else { return nil }
        return """
          ### \(failure.outcome.rawValue): \(report.title(of: row)), \(row.durability.rawValue), \(fault.title)

          At \(failure.moment): \(oneLine(failure.seen))

          \(counted(fault.broken, "life", "lives")) of \(Humanised.count(Double(fault.lives))) broke the promise. To see \
          this one again:

          ```sh
          \(oneLine(failure.command))
          ```

          """
      }
    }.joined(separator: "\n")
  }

  private func counted(_ number: Int, _ one: String, _ many: String) -> String {
    "\(Humanised.count(Double(number))) \(number == 1 ? one : many)"
  }
}

extension FaultRow {
  /// The fault and whether it lasts, for people.
  package var title: String { span == .once ? fault : "\(fault), \(span.rawValue)" }

  /// How many lives ended in an outcome.
  package func count(of outcome: Outcome) -> Int { outcomes.count(of: outcome) }
}
